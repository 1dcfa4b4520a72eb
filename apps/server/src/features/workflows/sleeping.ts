import type { RunContext } from '@countersign/agent'
import type { CallId, TurnId } from '@countersign/protocol'
import type { Sleep, Wakeups } from '../../turns/wakeups.ts'

/** Milliseconds between two checks of a row while other work keeps the turn in memory. */
const LOOK_EVERY = 500

/** Waits until a call is woken. Its turn may be parked meanwhile; the call then runs again and finds the row. */
export async function sleepUntilFired(
  wakeups: Wakeups,
  callId: CallId,
  { pause, signal }: Pick<RunContext, 'pause' | 'signal'>,
): Promise<Sleep> {
  const wait = async (): Promise<Sleep> => {
    for (;;) {
      const row = await wakeups.find(callId)
      if (row !== undefined && row.firedAt !== null) return row
      await delay(LOOK_EVERY, signal)
    }
  }
  return pause === undefined ? wait() : pause(wait)
}

/** The turn of a call. A call made by hand cannot wait, because nothing would resume it. */
export function turnOf({ call }: Pick<RunContext, 'call'>): TurnId {
  if (call.turnId === null) throw new Error('this involves waiting, so it cannot be done by hand')
  return call.turnId
}

export function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason instanceof Error ? signal.reason : new Error('stopped'))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
