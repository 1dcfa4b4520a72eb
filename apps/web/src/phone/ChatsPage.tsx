import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { texts as appTexts } from '../app/texts.ts'
import { Rail } from '../composer/Rail.tsx'
import { useNow, useView } from '../data/context.ts'
import { texts } from '../threads/texts.ts'
import { fieldClass } from '../ui/Section.tsx'
import { ago } from '../ui/times.ts'

/** All chats, newest first. */
export function ChatsPage() {
  const threads = useView((view) => view.threads) ?? []
  const now = useNow(60_000)
  const [find, setFind] = useState('')
  const wanted = find.trim().toLowerCase()
  const shown = threads.filter(({ title }) => title.toLowerCase().includes(wanted))
  return (
    <div className="mx-auto flex h-full w-full max-w-[46rem] flex-col gap-3 overflow-y-auto p-3">
      <h1 className="sr-only">{appTexts.chats}</h1>
      <Link
        href="/new"
        className="flex min-h-11 items-center gap-2 rounded-control border border-line-strong px-3 font-semibold text-ink no-underline"
      >
        <Plus size={16} aria-hidden="true" />
        {appTexts.newChat}
      </Link>
      {threads.length > 0 && (
        <input
          type="search"
          aria-label={texts.findChat}
          placeholder={texts.findChat}
          value={find}
          onChange={(event) => setFind(event.target.value)}
          className={fieldClass}
        />
      )}
      {threads.length > 0 && shown.length === 0 && <p className="text-ink-3">{texts.notFound(find)}</p>}
      {threads.length === 0 && <p className="text-ink-3">{texts.noChats}</p>}
      <ul className="flex flex-col gap-2">
        {shown
          .toSorted((a, b) => b.updated_at - a.updated_at)
          .map((thread) => (
            <li key={thread.id}>
              <Link
                href={`/t/${thread.id}`}
                className="flex min-h-12 flex-col justify-center gap-1 rounded-card border border-line bg-panel px-3 py-2 text-ink no-underline"
              >
                <span className="flex items-baseline gap-3">
                  <span className="min-w-0 flex-1 truncate font-semibold">
                    {thread.title === '' ? texts.untitled : thread.title}
                  </span>
                  <span className="text-hint text-ink-3">{ago(thread.updated_at, now)}</span>
                </span>
                <Rail mode={thread.permission_mode} short />
              </Link>
            </li>
          ))}
      </ul>
    </div>
  )
}
