import { Plus, Settings } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { useView } from '../data/context.ts'
import { ChatMenu } from '../threads/ChatMenu.tsx'
import { ChatSwitcher } from '../threads/ChatSwitcher.tsx'
import { Mark } from '../ui/Mark.tsx'
import { WaitingButton } from '../waiting/WaitingButton.tsx'
import { ConnectionDot } from './ConnectionDot.tsx'
import { texts } from './texts.ts'
import { ThemeMenu } from './ThemeMenu.tsx'

/** Mark, place, chats; to the right what waits and whether the line is up. */
export function TopBar() {
  const [path] = useLocation()
  const open = useView((view) => view.threads)?.find((thread) => path === `/t/${thread.id}`)
  return (
    <header className="flex min-h-10 shrink-0 items-center gap-1 whitespace-nowrap border-b border-line bg-ground px-3 py-1">
      <Link
        href="/"
        className="flex min-h-control shrink-0 items-center gap-2.5 rounded-control pe-3 font-semibold text-ink no-underline"
      >
        <span className="text-accent">
          <Mark state="signed" tone="inherit" />
        </span>
        <span className="max-[56rem]:sr-only">{texts.product}</span>
      </Link>
      <ChatSwitcher />
      {open !== undefined && <ChatMenu key={open.id} thread={open} />}
      <Link
        href="/new"
        className="flex min-h-control shrink-0 items-center gap-1.5 rounded-control px-2 text-label text-ink no-underline hover:bg-panel"
      >
        <Plus size={14} aria-hidden="true" />
        {texts.newChat}
      </Link>
      <span className="ms-auto flex shrink-0 items-center gap-2">
        <WaitingButton />
        <Link
          href="/settings/permissions"
          className="flex min-h-control items-center gap-1.5 rounded-control px-2 text-label text-ink no-underline hover:bg-panel"
        >
          <Settings size={14} aria-hidden="true" />
          <span className="max-[56rem]:sr-only">{texts.settings}</span>
        </Link>
        <ThemeMenu />
        <ConnectionDot />
      </span>
    </header>
  )
}
