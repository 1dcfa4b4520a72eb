import { Ellipsis, Inbox, MessagesSquare } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { Link } from 'wouter'
import { texts } from '../app/texts.ts'
import { cx } from '../ui/cx.ts'
import { useQuestions } from '../waiting/use-questions.ts'

/** Three places, at the thumb: what waits, the chats, the rest. */
export function BottomBar({ path }: { path: string }) {
  const many = useQuestions().length
  const inChats = path === '/chats' || path === '/new' || path.startsWith('/t/')
  return (
    <nav className="flex shrink-0 border-t border-line bg-ground pb-[env(safe-area-inset-bottom)]">
      <Place
        href="/waiting"
        icon={Inbox}
        here={path === '/waiting' || path === '/answered'}
        label={texts.waitingPlace}
        waiting={many}
      />
      <Place href="/chats" icon={MessagesSquare} here={inChats} label={texts.chats} waiting={0} />
      <Place
        href="/more"
        icon={Ellipsis}
        here={path === '/more' || path === '/audit' || path.startsWith('/settings/')}
        label={texts.more}
        waiting={0}
      />
    </nav>
  )
}

function Place(props: { href: string; icon: LucideIcon; label: string; here: boolean; waiting: number }) {
  return (
    <Link
      href={props.href}
      data-coach={props.href === '/waiting' ? 'waiting' : undefined}
      aria-current={props.here ? 'page' : undefined}
      className={cx(
        'flex min-h-12 flex-1 flex-col items-center justify-center gap-0.5 text-hint no-underline',
        props.here ? 'font-semibold text-ink' : 'text-ink-3',
        props.waiting > 0 && 'text-wait',
      )}
    >
      <props.icon size={20} aria-hidden="true" />
      {props.waiting > 0 ? texts.waiting(props.waiting) : props.label}
    </Link>
  )
}
