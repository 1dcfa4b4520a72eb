import type { NoticeView } from '@countersign/protocol'
import { Bell, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../../../ui/Button.tsx'
import { Visible } from '../../../ui/Visible.tsx'
import { noticeTexts as texts } from './notice-texts.ts'
import { useNotices } from './use-notices.ts'

/** The bell in the top bar while there are new notices. */
export function NoticeBell() {
  const unseen = useNotices().notices?.filter(({ seen_at: seen }) => seen === null).length ?? 0
  if (unseen === 0) return null
  return (
    <Link
      href="/notices"
      aria-label={texts.unread(unseen)}
      className="flex min-h-control items-center gap-2 rounded-control px-2.5 text-label font-semibold text-accent no-underline hover:bg-panel"
    >
      <Bell size={16} aria-hidden="true" />
      {unseen}
    </Link>
  )
}

/** Milliseconds for which a toast is shown; the notice stays on the notices page. */
const SHOWN = 10_000

/** Shows a notice that arrives while the page is open. */
export function NoticeToast({ path }: { readonly path: string }) {
  const { notices } = useNotices()
  // Notices from before the page was opened appear only on the notices page. This part loads late, so its first list may hold newer ones.
  const [known, setKnown] = useState<ReadonlySet<string> | null>(null)
  const [shown, setShown] = useState<NoticeView | null>(null)
  if (notices !== undefined && known === null)
    setKnown(new Set(notices.filter(({ at }) => at < performance.timeOrigin).map(({ id }) => id)))
  const fresh = known === null ? undefined : notices?.find(({ id }) => !known.has(id))
  if (fresh !== undefined) {
    setKnown(new Set(notices?.map(({ id }) => id)))
    setShown(fresh)
  }
  useEffect(() => {
    if (shown === null) return
    const timer = window.setTimeout(() => setShown(null), SHOWN)
    return () => window.clearTimeout(timer)
  }, [shown])
  const visible = shown !== null && path !== '/notices'
  return (
    <div
      role="status"
      className="pointer-events-none fixed end-3 bottom-20 z-40 max-w-[min(24rem,calc(100vw-1.5rem))]"
    >
      {visible && <Toast notice={shown} onClose={() => setShown(null)} />}
    </div>
  )
}

function Toast({
  notice: { title, text, run_id: run },
  onClose,
}: {
  notice: NoticeView
  onClose: () => void
}) {
  return (
    <div
      data-toast
      className="pointer-events-auto flex flex-col gap-1 rounded-card border border-line-strong bg-panel p-3 text-label shadow-lg"
    >
      <div className="flex items-start gap-2">
        <Bell size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-accent" />
        <p className="min-w-0 flex-1 font-semibold wrap-anywhere">
          <Visible text={title} />
        </p>
        <Button kind="quiet" size="icon" aria-label={texts.close} onClick={onClose}>
          <X size={14} aria-hidden="true" />
        </Button>
      </div>
      {text !== '' && (
        <p className="line-clamp-3 text-ink-2 wrap-anywhere">
          <Visible text={text} />
        </p>
      )}
      <p className="flex flex-wrap gap-x-4">
        {run !== null && (
          <Link href={`/runs/${run}`} onClick={onClose}>
            {texts.openRun}
          </Link>
        )}
        <Link href="/notices" onClick={onClose}>
          {texts.all}
        </Link>
      </p>
    </div>
  )
}
