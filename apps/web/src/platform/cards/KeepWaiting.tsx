import { useNow } from '../../data/context.ts'
import { Button } from '../../ui/Button.tsx'
import { LAST_MINUTE_MS } from './Countdown.tsx'
import { texts } from './texts.ts'

/** In the last minute the person can ask for one more full period (WCAG 2.2.1). */
export function KeepWaiting({ expiresAt, onKeep }: { expiresAt: number; onKeep: () => void }) {
  const now = useNow(1000)
  if (expiresAt - now >= LAST_MINUTE_MS) return null
  return (
    <div className="flex items-center gap-3 text-hint text-ink-2">
      <span>{texts.lastMinute}</span>
      <Button onClick={onKeep}>{texts.keepWaiting}</Button>
    </div>
  )
}
