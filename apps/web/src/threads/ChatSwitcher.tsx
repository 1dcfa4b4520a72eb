import { ChevronDown } from 'lucide-react'
import { useLocation } from 'wouter'
import { modeLook } from '../composer/modes.ts'
import { Rail } from '../composer/Rail.tsx'
import { useView } from '../data/context.ts'
import { DropMenu } from '../ui/DropMenu.tsx'
import { texts } from './texts.ts'

/** Chats that the menu holds; the palette finds the others. */
const SHOWN = 30

/** The open chat's name; its menu holds the others, newest first, each with its mode's rail. */
export function ChatSwitcher() {
  const [path, navigate] = useLocation()
  const threads = useView((view) => view.threads) ?? []
  const open = threads.find((thread) => path === `/t/${thread.id}`)
  const sorted = threads.toSorted((a, b) => b.updated_at - a.updated_at)
  return (
    <DropMenu
      look="text"
      trigger={
        <>
          <span className="truncate">{open === undefined ? texts.switcher : titled(open.title)}</span>
          <ChevronDown size={14} aria-hidden="true" className="shrink-0 text-ink-3" />
        </>
      }
      note={sorted.length === 0 ? texts.noChats : undefined}
      entries={[
        ...sorted.slice(0, SHOWN).map((thread) => ({
          key: thread.id,
          onChoose: () => navigate(`/t/${thread.id}`),
          content: (
            <span className="flex items-center gap-4">
              <span className="max-w-72 truncate">{titled(thread.title)}</span>
              <span className="ms-auto" title={modeLook(thread.permission_mode).label}>
                <Rail mode={thread.permission_mode} short />
              </span>
            </span>
          ),
        })),
        { key: 'all', content: texts.allChats, onChoose: () => navigate('/chats') },
      ]}
    />
  )
}

function titled(title: string): string {
  return title.trim() === '' ? texts.untitled : title
}
