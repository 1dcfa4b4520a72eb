import { spawn, type ChildProcess } from 'node:child_process'
import type { Person } from './person.ts'

/** One `npm start` under observation: its output and how it ended. */
export interface Start {
  /** The address with its code, once it is printed. Rejects if the start ends without one. */
  readonly address: Promise<URL>
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>
  /** Milliseconds from the start until the address is printed. */
  readonly tookMs: Promise<number>
  output(): string
  terminate(): void
}

// Waits for a whole line, because the address may arrive in two pieces.
const ADDRESS = /http:\/\/localhost:\d+\/\S*(?=\s)/
const INSTALL_LIMIT_MS = 8 * 60_000

/** Starts the clone in `folder` as `person`, exactly as the README says. */
export function npmStart(
  folder: string,
  person: Person,
  options: { args?: readonly string[]; home: string },
): Start {
  const began = Date.now()
  const { uid, gid, env } = person
  const child = spawn('npm', ['start', '--', ...(options.args ?? [])], {
    cwd: folder,
    env: { ...env, COUNTERSIGN_HOME: options.home },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, so that leftover processes can be found at the end.
    detached: true,
    ...(uid === undefined || gid === undefined ? {} : { uid, gid }),
  })
  running.add(child)
  let output = ''
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.on('error', (error) => resolve({ code: 127, output: error.message }))
    child.on('close', (code) => {
      running.delete(child)
      resolve({ code, output })
    })
  })
  const address = new Promise<URL>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const found = ADDRESS.exec(output)
      if (found) resolve(new URL(found[0]))
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void ended.then((end) => reject(new Error(`ended with ${end.code} and no address:\n${end.output}`)))
    const timer = setTimeout(() => killGroup(child), INSTALL_LIMIT_MS)
    void ended.then(() => clearTimeout(timer))
  })
  const tookMs = address.then(() => Date.now() - began)
  // A caller that waits only for the end does not need the address.
  address.catch(() => undefined)
  tookMs.catch(() => undefined)
  return { address, ended, tookMs, output: () => output, terminate: () => void child.kill('SIGTERM') }
}

/** Stops every start that a failed check left behind. */
export function killLeftovers(): void {
  for (const child of running) killGroup(child)
}

const running = new Set<ChildProcess>()

function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL')
}
