import { ChevronLeft } from 'lucide-react'
import { Link } from 'wouter'
import { texts } from '../app/texts.ts'
import { useView } from '../data/context.ts'
import { texts as settingsTexts } from '../settings/texts.ts'
import { texts as waitingTexts } from '../waiting/texts.ts'
import { useQuestions } from '../waiting/use-questions.ts'

/** Where one is, and one step back. */
export function PhoneHeader({ path }: { path: string }) {
  const threads = useView((view) => view.threads) ?? []
  const many = useQuestions().length
  const chat = threads.find((thread) => path === `/t/${thread.id}`)?.title
  const inChat = path.startsWith('/t/') || path === '/new'
  const answering = path === '/waiting' && many > 0
  const inSettings = path.startsWith('/settings/') || path === '/audit'
  return (
    <header className="flex min-h-11 shrink-0 items-center gap-2 border-b border-line bg-ground px-3">
      {(inChat || answering || inSettings || path === '/answered') && (
        <Link
          href={inSettings ? '/more' : path === '/answered' ? '/waiting' : '/chats'}
          aria-label={inSettings ? texts.more : path === '/answered' ? texts.waitingPlace : texts.chats}
          className="-ms-2 flex size-11 items-center justify-center text-ink"
        >
          <ChevronLeft size={20} aria-hidden="true" />
        </Link>
      )}
      <span className="min-w-0 flex-1 truncate text-title font-semibold">
        {answering ? texts.waiting(many) : placeName(path, chat)}
      </span>
      {inChat && many > 0 && (
        <Link
          href="/waiting"
          className="flex min-h-11 items-center rounded-control px-2 text-label font-semibold text-wait no-underline"
        >
          {texts.waiting(many)}
        </Link>
      )}
    </header>
  )
}

function placeName(path: string, chat: string | undefined): string {
  if (chat !== undefined && chat !== '') return chat
  if (path.startsWith('/t/') || path === '/new') return texts.newChat
  if (path === '/chats') return texts.chats
  if (path === '/more') return texts.more
  if (path === '/answered') return waitingTexts.answered
  if (path === '/audit') return settingsTexts.audit
  if (path === '/welcome') return texts.product
  const section = Object.entries(settingsTexts.sections).find(([id]) => path === `/settings/${id}`)
  if (section !== undefined) return section[1]
  return texts.waitingPlace
}
