import { PanelLeft, Plus } from 'lucide-react'
import { Link } from 'wouter'
import { useView } from '../../data/context.ts'
import { showsThread } from '../../platform/thread-path.ts'
import { Button } from '../../ui/Button.tsx'
import { ThreadMenu } from './list/ThreadMenu.tsx'
import { openSideBar, useSideBar } from './list/side-bar-open.ts'
import { texts as listTexts } from './list/texts.ts'
import { ThreadSwitcher } from './ThreadSwitcher.tsx'
import { texts } from './texts.ts'

/** In the top bar: the open thread and the others. It has the button for a new one unless the side bar is open. */
export function ThreadBar({ path }: { path: string }) {
  const threads = useView((view) => view.threads)
  const open = threads?.find((thread) => showsThread(path, thread.id))
  const side = useSideBar(path)
  const hasSide = side.room && threads !== null && threads.length > 0
  return (
    <>
      {hasSide && (
        <Button
          kind="quiet"
          size="icon"
          aria-label={listTexts.toggle}
          title={listTexts.toggle}
          aria-expanded={side.open}
          onClick={() => openSideBar(!side.open)}
        >
          <PanelLeft size={16} aria-hidden="true" />
        </Button>
      )}
      <ThreadSwitcher />
      {open !== undefined && <ThreadMenu key={open.id} thread={open} label={texts.threadMenu} />}
      {!(hasSide && side.open) && (
        <Link
          href="/new"
          className="flex min-h-control shrink-0 items-center gap-1.5 rounded-control px-2 text-label text-ink no-underline hover:bg-panel"
        >
          <Plus size={14} aria-hidden="true" />
          {texts.newThread}
        </Link>
      )}
    </>
  )
}
