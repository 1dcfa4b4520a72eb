import { Bell } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useApp, useClock } from '../../data/context.ts'
import { Button } from '../../ui/Button.tsx'
import { duration } from '../../ui/times.ts'
import { followViews } from './early-views.ts'
import { lateAnswer } from './late-answer.ts'
import { keepNoticeAsked, wasNoticeAsked } from './notice-asked.ts'
import { texts } from './texts.ts'

/**
 * Offers notifications once, after the first late answer, with the reason: never at the start, and the browser's own prompt only after a
 * press. Over plain HTTP there are none, and the offer says so.
 */
export function NoticeOffer() {
  const { store } = useApp()
  const clock = useClock()
  const [waited, setWaited] = useState<number | null>(null)
  useEffect(
    () =>
      followViews(store, (after, before) => {
        if (wasNoticeAsked(window.localStorage) || !canOffer()) return
        const late = lateAnswer(before, after, clock.now())
        if (late === null) return
        keepNoticeAsked(window.localStorage)
        setWaited(late)
      }),
    [store, clock],
  )
  if (waited === null) return null
  const close = (): void => setWaited(null)
  const ask = async (): Promise<void> => {
    await Notification.requestPermission()
    close()
  }
  return (
    <div
      role="status"
      data-notice-offer=""
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-raised px-4 py-1.5 text-label"
    >
      <Bell size={14} aria-hidden="true" className="shrink-0 text-ink-3" />
      <span className="min-w-48 flex-1">
        {texts.waitedLong(duration(waited))} {isSecureContext ? texts.noticeWhy : texts.noticeInsecure}
      </span>
      {isSecureContext && <Button onClick={() => void ask()}>{texts.notifyMe}</Button>}
      <Button kind="quiet" onClick={close}>
        {isSecureContext ? texts.notNow : texts.close}
      </Button>
    </div>
  )
}

/** Plain HTTP is explained; a browser that already has an answer is not asked. */
function canOffer(): boolean {
  if (!isSecureContext) return true
  return 'Notification' in window && Notification.permission === 'default'
}
