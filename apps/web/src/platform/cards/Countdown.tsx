import { useNow } from '../../data/context.ts'
import { countdown } from '../../ui/times.ts'
import { texts } from './texts.ts'

export const LAST_MINUTE_MS = 60_000

/** Time left for an answer, on the server's clock. Not read out as it runs; the last minute is announced once. */
export function Countdown({ expiresAt }: { expiresAt: number }) {
  const now = useNow(1000)
  // The clock has whole seconds and may be almost one behind, so the remaining time is rounded down.
  const left = Math.max(0, expiresAt - now - 1000)
  return (
    <span aria-hidden="true">{left < LAST_MINUTE_MS ? texts.lastMinute : texts.left(countdown(left))}</span>
  )
}
