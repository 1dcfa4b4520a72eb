import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { cleanEnvironment } from '../processes/clean-environment.ts'
import { shellQuoted } from '../processes/shell-quoted.ts'
import type { Sandbox } from './sandbox.ts'

export interface ApartHost {
  readonly sandbox: Pick<Sandbox, 'enter'>
  readonly home: string
  readonly workspace: string
}

/** Milliseconds and megabytes. */
export interface ApartLimits {
  readonly time: number
  readonly memory: number
}

/** Milliseconds between two looks at the memory of a process. */
const LOOK = 100

/**
 * Starts a program of ours in a process that works on a stranger's input: it has no secrets in its environment, and where the machine has
 * a sandbox, it can write nothing and reach no network.
 */
export async function startApart(
  { sandbox, home, workspace }: ApartHost,
  /** `flags`: options for Node. */
  { program, flags }: { readonly program: URL; readonly flags: readonly string[] },
): Promise<ChildProcessWithoutNullStreams> {
  const path = fileURLToPath(program)
  const sources = path.endsWith('.ts') ? ['--conditions=countersign-source', '--no-warnings'] : []
  const argv = [process.execPath, ...flags, ...sources, path]
  const command = `exec ${argv.map(shellQuoted).join(' ')}`
  const inside = await sandbox.enter(command, { workspace, rung: 'look', hosts: [] })
  const [file = process.execPath, ...args] = argv
  const child = spawn(inside?.argv.file ?? file, [...(inside?.argv.args ?? args)], {
    env: cleanEnvironment({ home, marker: 'apart', pty: false }),
    cwd: '/',
    stdio: 'pipe',
  })
  child.once('close', () => inside?.leave())
  // A pipe that nobody reads would stop it, and one that it closed early is no error of ours.
  child.stderr.resume()
  child.stdin.on('error', () => undefined)
  return child
}

/** Calls `over` once a process takes too long or too much memory. Returns a function that ends the watch. */
export function watchLimits(
  child: ChildProcessWithoutNullStreams,
  limits: ApartLimits,
  over: (what: keyof ApartLimits) => void,
): () => void {
  let watching = true
  const late = setTimeout(() => over('time'), limits.time)
  const look = setInterval(() => {
    void residentMegabytes(child.pid).then((used) => {
      if (watching && used > limits.memory) over('memory')
    })
  }, LOOK)
  return () => {
    watching = false
    clearTimeout(late)
    clearInterval(look)
  }
}

/** Of a process and its children; 0: this machine does not say. */
async function residentMegabytes(pid: number | undefined): Promise<number> {
  if (pid === undefined) return 0
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  const own = (Number(statm.split(' ')[1] ?? 0) * 4096) / 1_000_000
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const below = await Promise.all(
    children
      .split(' ')
      .filter((one) => one !== '')
      .map((one) => residentMegabytes(Number(one))),
  )
  return own + below.reduce((sum, one) => sum + one, 0)
}
