import { ChevronDown } from 'lucide-react'
import { useLocation } from 'wouter'
import { modeLook } from '../../platform/modes/modes.ts'
import { ModeRail } from '../../platform/modes/ModeRail.tsx'
import { showsThread, threadPath } from '../../platform/thread-path.ts'
import { DropMenu } from '../../ui/DropMenu.tsx'
import { useThreads } from './list/use-threads.ts'
import { texts } from './texts.ts'

/** How many threads the menu lists; the palette finds the others. */
const SHOWN = 30

/** The open thread's name; its menu lists the others, newest first, with a rail if the mode is not Ask. */
export function ThreadSwitcher() {
  const [path, navigate] = useLocation()
  const rows = useThreads() ?? []
  const open = rows.find(({ thread }) => showsThread(path, thread.id))
  const sorted = rows.filter(({ thread }) => thread.archived !== true)
  return (
    <DropMenu
      look="text"
      trigger={
        <>
          <span className="truncate">{open?.title ?? texts.chats}</span>
          <ChevronDown size={14} aria-hidden="true" className="shrink-0 text-ink-3" />
        </>
      }
      note={sorted.length === 0 ? texts.noThreads : undefined}
      entries={[
        ...sorted.slice(0, SHOWN).map(({ thread, title }) => ({
          key: thread.id,
          onChoose: () => navigate(threadPath(path, thread.id)),
          content: (
            <span className="flex items-center gap-4">
              <span className="max-w-72 truncate">{title}</span>
              {thread.permission_mode !== 'default' && (
                <span className="ms-auto" title={modeLook(thread.permission_mode).label}>
                  <ModeRail mode={thread.permission_mode} short />
                </span>
              )}
            </span>
          ),
        })),
        { key: 'all', content: texts.allThreads, onChoose: () => navigate('/chats') },
      ]}
    />
  )
}
