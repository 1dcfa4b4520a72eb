import { Layers, Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { texts as threadTexts } from '../texts.ts'
import { ThreadList } from './ThreadList.tsx'
import { FoundThreads } from './FoundThreads.tsx'
import { texts } from './texts.ts'
import { useThreads } from './use-threads.ts'

/** The threads next to the page: search, a new one, and all existing ones. */
export function SideBar({ path }: { path: string }) {
  const rows = useThreads() ?? []
  const [typed, setTyped] = useState('')
  return (
    <>
      <div className="flex shrink-0 gap-2 p-3 pb-2">
        <label className="flex min-h-control min-w-0 flex-1 items-center gap-2 rounded-control border border-line-strong bg-panel px-2 outline-offset-2 outline-accent focus-within:outline-2">
          <Search size={14} aria-hidden="true" className="shrink-0 text-ink-3" />
          <input
            type="search"
            aria-label={texts.search}
            placeholder={texts.search}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setTyped('')
            }}
            className="min-w-0 flex-1 bg-transparent text-label outline-none placeholder:text-ink-3"
          />
        </label>
        <Link
          href="/new"
          aria-label={threadTexts.newThread}
          title={threadTexts.newThread}
          className="flex size-control shrink-0 items-center justify-center rounded-control border border-line-strong text-ink hover:bg-panel"
        >
          <Plus size={16} aria-hidden="true" />
        </Link>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
        {typed.trim() === '' ? (
          <ThreadList rows={rows} wide={false} path={path} />
        ) : (
          <FoundThreads rows={rows} typed={typed} wide={false} path={path} />
        )}
      </div>
      <div className="flex shrink-0 border-t border-line px-2 py-1">
        <Link
          href="/chats"
          className="flex min-h-control items-center gap-2 rounded-control px-2 text-label text-ink no-underline hover:bg-panel"
        >
          <Layers size={14} aria-hidden="true" />
          {texts.all}
        </Link>
      </div>
    </>
  )
}
