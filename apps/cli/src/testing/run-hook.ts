import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { BIN, type Ran } from './run-cli.ts'

const BUILT = join(import.meta.dirname, '../../dist/hook/whole.js')

export interface HookRun {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly node?: string
  readonly bin?: string
}

/** The built hook as agents start it, and the process. */
export function startHook(event: string, run: HookRun = {}): { child: ChildProcess; ended: Promise<Ran> } {
  if (!existsSync(BUILT)) throw new Error('nothing is built yet: `npm run build`')
  const child = spawn(run.node ?? process.execPath, [run.bin ?? BIN, 'hook', ...(run.args ?? [])], {
    ...(run.cwd === undefined ? {} : { cwd: run.cwd }),
    env: { ...process.env, ...run.env },
  })
  // A hook that has already ended does not read.
  child.stdin.on('error', () => undefined)
  child.stdin.end(event)
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve))
  const ended = Promise.all([text(child.stdout), text(child.stderr), closed]).then(
    ([stdout, stderr, code]) => ({ code, stdout, stderr }),
  )
  return { child, ended }
}

export function runHook(event: string, run: HookRun = {}): Promise<Ran> {
  return startHook(event, run).ended
}
