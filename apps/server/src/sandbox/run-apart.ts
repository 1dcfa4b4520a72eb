import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Sandbox } from './sandbox.ts'
import { cleanEnvironment } from '../processes/clean-environment.ts'

/** One of our programs that processes untrusted input. */
export interface ApartRun {
  readonly program: string
  /** Options for Node. */
  readonly flags: readonly string[]
  /** Its standard input. */
  readonly input: Buffer
  /** Milliseconds and megabytes. */
  readonly limits: { readonly time: number; readonly memory: number }
  readonly signal?: AbortSignal
}

export type RanApart =
  | { readonly ok: true; readonly output: Buffer }
  /** `why`: in words, to follow a colon. */
  | { readonly ok: false; readonly why: string }

/** Maximum size of its output in bytes. */
const OUTPUT = 64_000_000
/** Milliseconds between two checks of its memory. */
const LOOK = 100

/**
 * Runs one of our programs once in its own process, which cannot write or use the network if the machine has a sandbox, and which is ended
 * when it takes too much time or memory.
 */
export async function runApart(
  host: { readonly sandbox: Pick<Sandbox, 'enter'>; readonly home: string; readonly workspace: string },
  run: ApartRun,
): Promise<RanApart> {
  const { child, leave } = await start(host, run)
  try {
    return await settled(child, run)
  } finally {
    child.kill('SIGKILL')
    leave()
  }
}

function settled(
  child: ChildProcessWithoutNullStreams,
  { input, limits, signal }: ApartRun,
): Promise<RanApart> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    let bytes = 0
    const settle = (ran: RanApart) => {
      clearTimeout(late)
      clearInterval(look)
      signal?.removeEventListener('abort', stopped)
      resolve(ran)
    }
    const fail = (why: string) => settle({ ok: false, why })
    const stopped = () => fail('it was stopped')
    const late = setTimeout(
      () => fail(`it took longer than ${Math.round(limits.time / 1000)} seconds`),
      limits.time,
    )
    const look = setInterval(() => {
      void residentMegabytes(child.pid).then((used) => {
        if (used > limits.memory) fail(`it took more than ${limits.memory} MB of memory`)
      })
    }, LOOK)
    signal?.addEventListener('abort', stopped)
    if (signal?.aborted === true) stopped()
    child.stdout.on('data', (piece: Buffer) => {
      bytes += piece.length
      if (bytes > OUTPUT) fail('its result was too large')
      else pieces.push(piece)
    })
    // An unread pipe would block it.
    child.stderr.resume()
    child.stdin.on('error', () => undefined)
    child.once('error', () => fail('its process could not be started'))
    child.once('close', (code) => {
      if (code === 0) settle({ ok: true, output: Buffer.concat(pieces) })
      else fail('its process ended too early, probably because it took too much memory')
    })
    child.stdin.end(input)
  })
}

async function start(
  { sandbox, home, workspace }: Parameters<typeof runApart>[0],
  { program, flags }: ApartRun,
): Promise<{ readonly child: ChildProcessWithoutNullStreams; leave(): void }> {
  const sources = program.endsWith('.ts') ? ['--conditions=countersign-source', '--no-warnings'] : []
  const argv = [process.execPath, ...flags, ...sources, program]
  const command = `exec ${argv.map(quoted).join(' ')}`
  const inside = await sandbox.enter(command, { workspace, rung: 'look', hosts: [] })
  const [file = process.execPath, ...args] = argv
  const child = spawn(inside?.argv.file ?? file, [...(inside?.argv.args ?? args)], {
    env: cleanEnvironment({ home, marker: 'apart', pty: false }),
    cwd: '/',
    stdio: 'pipe',
  })
  return { child, leave: () => inside?.leave() }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** For a process and its children; 0: this machine does not report it. */
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
