import { boundedOutput } from './bounded-output.ts'
import { liveOutput } from './live-output.ts'
import { startProcess, type CommandStart, type ProcessParts } from './start-process.ts'

export interface CommandRun extends CommandStart {
  /** Milliseconds. */
  readonly timeout: number
  /** Shows output while it runs. */
  show(text: string): void
  /** Gets its raw output, for a terminal. */
  hear?(bytes: Buffer): void
}

export type CommandEnd =
  | { readonly kind: 'exited'; readonly code: number; readonly output: string }
  | { readonly kind: 'timed_out' | 'stopped'; readonly output: string }
  | { readonly kind: 'not_started'; readonly message: string }

/** Runs a command to its end. All its descendants end with it, on stop and on timeout. */
export async function runCommand(
  parts: ProcessParts,
  run: CommandRun,
  signal: AbortSignal,
): Promise<CommandEnd> {
  const output = boundedOutput()
  const live = liveOutput(run.show)
  const running = await startProcess(parts, run, (bytes) => {
    output.add(bytes)
    live.add(bytes)
    run.hear?.(bytes)
  })
  let cause: 'timed_out' | 'stopped' | undefined
  const end = (why: 'timed_out' | 'stopped') => {
    cause ??= why
    running.stop()
  }
  const timer = setTimeout(() => end('timed_out'), run.timeout)
  const onAbort = () => end('stopped')
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()

  const ended = await running.ended
  clearTimeout(timer)
  signal.removeEventListener('abort', onAbort)
  live.end()
  if (ended.kind === 'not_started') return ended
  return cause === undefined
    ? { kind: 'exited', code: ended.code, output: output.text() }
    : { kind: cause, output: output.text() }
}
