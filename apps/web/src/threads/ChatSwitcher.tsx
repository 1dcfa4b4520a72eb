import { Menu } from '@base-ui/react/menu'
import { ChevronDown } from 'lucide-react'
import { useLocation } from 'wouter'
import { modeLook } from '../composer/modes.ts'
import { Rail } from '../composer/Rail.tsx'
import { useView } from '../data/context.ts'
import { menuItemClass, MenuSurface } from '../ui/Menu.tsx'
import { texts } from './texts.ts'

/** The open chat's name; its menu holds the others, newest first, each with its mode's rail. */
export function ChatSwitcher() {
  const [path, navigate] = useLocation()
  const threads = useView((view) => view.threads) ?? []
  const open = threads.find((thread) => path === `/t/${thread.id}`)
  const sorted = threads.toSorted((a, b) => b.updated_at - a.updated_at)
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="flex min-h-control max-w-80 items-center gap-1.5 rounded-control px-2 text-label text-ink hover:bg-panel">
        <span className="truncate">{open === undefined ? texts.switcher : titled(open.title)}</span>
        <ChevronDown size={14} aria-hidden="true" className="shrink-0 text-ink-3" />
      </Menu.Trigger>
      <MenuSurface>
        {sorted.length === 0 && <p className="px-2.5 py-1 text-label text-ink-3">{texts.noChats}</p>}
        {sorted.slice(0, 30).map((thread) => (
          <Menu.Item key={thread.id} className={menuItemClass} onClick={() => navigate(`/t/${thread.id}`)}>
            <span className="flex items-center gap-4">
              <span className="max-w-72 truncate">{titled(thread.title)}</span>
              <span className="ms-auto" title={modeLook(thread.permission_mode).label}>
                <Rail mode={thread.permission_mode} short />
              </span>
            </span>
          </Menu.Item>
        ))}
      </MenuSurface>
    </Menu.Root>
  )
}

function titled(title: string): string {
  return title.trim() === '' ? texts.untitled : title
}
