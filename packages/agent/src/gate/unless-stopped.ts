import type { CallResult } from '../call.ts'
import { onAbort } from '../on-abort.ts'
import { endedText } from './words.ts'

/** Milliseconds that a stopped tool has to end by itself before nobody waits for it any more. */
const GRACE = 100

/** A tool that does not heed a stop is left behind: its row says *running* until it ends, and nothing else waits for it. */
export function unlessStopped(signal: AbortSignal, running: Promise<CallResult>): Promise<CallResult> {
  return new Promise((settle) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = () => {
      timer = setTimeout(() => {
        settle({ state: 'cancelled', code: 'cancelled', text: endedText('cancelled', null) })
      }, GRACE)
    }
    const stay = onAbort(signal, leave)
    if (signal.aborted) leave()
    const ended = () => {
      stay()
      if (timer !== undefined) clearTimeout(timer)
    }
    running.then(
      (result) => {
        ended()
        settle(result)
      },
      // What failed fails here too.
      () => {
        ended()
        settle(running)
      },
    )
  })
}
