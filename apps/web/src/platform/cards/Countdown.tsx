import { useNow } from '../../data/context.ts'
import { countdown } from '../../ui/times.ts'
import { texts } from './texts.ts'

export const LAST_MINUTE_MS = 60_000

/** The time left to answer, by the server's clock. Screen readers do not hear it run; only the last minute is announced, once. */
export function Countdown({ expiresAt }: { expiresAt: number }) {
  const now = useNow(1000)
  // The clock ticks in whole seconds and may lag by almost one, so the remaining time is rounded down.
  const left = Math.max(0, expiresAt - now - 1000)
  return (
    <span aria-hidden="true">{left < LAST_MINUTE_MS ? texts.lastMinute : texts.left(countdown(left))}</span>
  )
}
