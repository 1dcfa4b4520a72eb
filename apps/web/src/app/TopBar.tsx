import { Plus } from 'lucide-react'
import { Link } from 'wouter'
import { ChatSwitcher } from '../threads/ChatSwitcher.tsx'
import { Mark } from '../ui/Mark.tsx'
import { WaitingButton } from '../waiting/WaitingButton.tsx'
import { ConnectionDot } from './ConnectionDot.tsx'
import { texts } from './texts.ts'
import { ThemeMenu } from './ThemeMenu.tsx'

/** Mark, place, chats; to the right what waits and whether the line is up. */
export function TopBar() {
  return (
    <header className="flex min-h-10 shrink-0 items-center gap-1 border-b border-line bg-ground px-3 py-1">
      <Link
        href="/"
        className="flex min-h-control items-center gap-2.5 rounded-control pe-3 font-semibold text-ink no-underline"
      >
        <span className="text-accent">
          <Mark state="signed" tone="inherit" />
        </span>
        {texts.product}
      </Link>
      <ChatSwitcher />
      <Link
        href="/new"
        className="flex min-h-control items-center gap-1.5 rounded-control px-2 text-label text-ink no-underline hover:bg-panel"
      >
        <Plus size={14} aria-hidden="true" />
        {texts.newChat}
      </Link>
      <span className="ms-auto flex items-center gap-2">
        <WaitingButton />
        <ThemeMenu />
        <ConnectionDot />
      </span>
    </header>
  )
}
