import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { fieldClass } from '../../ui/Section.tsx'
import { ThreadList } from './list/ThreadList.tsx'
import { FoundThreads } from './list/FoundThreads.tsx'
import { texts as listTexts } from './list/texts.ts'
import { useThreads } from './list/use-threads.ts'
import { texts } from './texts.ts'

/** All threads on a page: for a phone, and for a window without room for a side bar. */
export function ThreadsPage() {
  const rows = useThreads()
  const [typed, setTyped] = useState('')
  return (
    <div className="h-full overflow-y-auto bg-ground">
      <div className="mx-auto flex w-full max-w-[46rem] flex-col gap-3 p-3">
        <h1 className="sr-only">{texts.chats}</h1>
        <div className="flex gap-2">
          <input
            type="search"
            aria-label={listTexts.search}
            placeholder={listTexts.search}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            className={`${fieldClass} flex-1`}
          />
          <Link
            href="/new"
            className="flex min-h-control items-center gap-2 rounded-control border border-line-strong px-3 text-label font-semibold text-ink no-underline"
          >
            <Plus size={16} aria-hidden="true" />
            {texts.newThread}
          </Link>
        </div>
        {rows?.length === 0 && <p className="text-ink-3">{texts.noThreads}</p>}
        {rows !== null &&
          (typed.trim() === '' ? (
            <ThreadList rows={rows} wide path="/chats" />
          ) : (
            <FoundThreads rows={rows} typed={typed} wide path="/chats" />
          ))}
      </div>
    </div>
  )
}
