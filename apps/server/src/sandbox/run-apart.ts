import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { startApart, watchLimits, type ApartHost, type ApartLimits } from './start-apart.ts'

/** One of our programs that processes untrusted input. */
export interface ApartRun {
  readonly program: URL
  /** Options for Node. */
  readonly flags: readonly string[]
  /** Its standard input. */
  readonly input: Buffer
  readonly limits: ApartLimits
  readonly signal?: AbortSignal
}

export type RanApart =
  | { readonly ok: true; readonly output: Buffer }
  /** `why`: in words, to follow a colon. */
  | { readonly ok: false; readonly why: string }

/** Maximum size of its output in bytes. */
const OUTPUT = 64_000_000

/** Runs a program once in a separate process, which is ended when it exceeds its limits. */
export async function runApart(host: ApartHost, run: ApartRun): Promise<RanApart> {
  const child = await startApart(host, run)
  try {
    return await settled(child, run)
  } finally {
    child.kill('SIGKILL')
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
      endWatch()
      signal?.removeEventListener('abort', stopped)
      resolve(ran)
    }
    const fail = (why: string) => settle({ ok: false, why })
    const stopped = () => fail('it was stopped')
    const endWatch = watchLimits(child, limits, (what) =>
      fail(
        what === 'time'
          ? `it took longer than ${Math.round(limits.time / 1000)} seconds`
          : `it took more than ${limits.memory} MB of memory`,
      ),
    )
    signal?.addEventListener('abort', stopped)
    if (signal?.aborted === true) stopped()
    child.stdout.on('data', (piece: Buffer) => {
      bytes += piece.length
      if (bytes > OUTPUT) fail('its result was too large')
      else pieces.push(piece)
    })
    child.once('error', () => fail('its process could not be started'))
    child.once('close', (code) => {
      if (code === 0) settle({ ok: true, output: Buffer.concat(pieces) })
      else fail('its process ended too early, probably because it took too much memory')
    })
    child.stdin.end(input)
  })
}
