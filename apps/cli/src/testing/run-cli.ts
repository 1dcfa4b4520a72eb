import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const MAIN = join(import.meta.dirname, '../main.ts')

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The command as a process of its own, from its sources. */
export async function runCli(
  args: readonly string[],
  options: {
    readonly input?: string
    readonly cwd?: string
    readonly env?: Readonly<Record<string, string>>
  } = {},
): Promise<Ran> {
  const child = spawn(process.execPath, ['--conditions=countersign-source', MAIN, ...args], {
    cwd: options.cwd ?? process.cwd(),
    env: { ...process.env, ...options.env },
  })
  child.stdin.end(options.input ?? '')
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, stdout, stderr }
}
