import { History, Inbox } from 'lucide-react'
import { Link } from 'wouter'
import { cx } from '../../ui/cx.ts'
import { texts } from './texts.ts'

/** What waits, and what was answered. */
export function WaitingTabs({ at }: { at: 'waiting' | 'answered' }) {
  return (
    <nav aria-label={texts.tabs} className="ms-auto flex gap-1">
      {(['waiting', 'answered'] as const).map((tab) => (
        <Link
          key={tab}
          href={`/${tab}`}
          aria-current={tab === at ? 'page' : undefined}
          className={cx(
            'flex min-h-control items-center gap-2 rounded-control px-2.5 text-label font-semibold no-underline',
            tab === at ? 'bg-raised text-ink' : 'text-ink-2 hover:bg-panel',
          )}
        >
          {tab === 'waiting' ? (
            <Inbox size={14} aria-hidden="true" />
          ) : (
            <History size={14} aria-hidden="true" />
          )}
          {tab === 'waiting' ? texts.waitingTab : texts.answered}
        </Link>
      ))}
    </nav>
  )
}
