import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const MAIN = join(import.meta.dirname, '../main.ts')
export const BIN = join(import.meta.dirname, '../../bin/countersign.mjs')

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface RunOptions {
  /** Another program than the shipped one. */
  readonly main?: string
  readonly input?: string
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** The command as a separate process, from its sources. */
export function runCli(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return run(['--conditions=countersign-source', options.main ?? MAIN, ...args], options)
}

/** The built command, as people start it: much faster if a test starts many. */
export function runBuilt(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return run([BIN, ...args], options)
}

async function run(args: readonly string[], options: RunOptions): Promise<Ran> {
  const child = spawn(process.execPath, args, {
    cwd: options.cwd ?? process.cwd(),
    env: { ...process.env, ...options.env },
  })
  child.stdin.end(options.input ?? '')
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, stdout, stderr }
}
