import { Suspense, useState } from 'react'
import { useView } from '../../../data/context.ts'
import { readLastThread } from '../../../platform/last-thread.ts'
import { texts } from '../texts.ts'
import { useSideBar } from './side-bar-open.ts'
import { lazy } from '../../../ui/lazy.ts'

const SideBar = lazy(async () => ({ default: (await import('./SideBar.tsx')).SideBar }))

/** The side bar with the threads, if there is room and there are any. It is drawn with the page, so that nothing moves when its list comes. */
export function SideBarPlace({ path }: { path: string }) {
  const { open } = useSideBar(path)
  const chats = useView((view) => view.threads?.length ?? null)
  const isOpening = useView((view) => [...view.open.values()].some(({ state }) => state === 'loading'))
  const [isShown, setShown] = useState(false)
  // The list waits until the first thread is loaded. Later threads leave it as it is.
  if (!isShown && chats !== null && !isOpening) setShown(true)
  const isWanted = chats === null ? mayHaveThreads(path) : chats > 0
  if (!open || !isWanted) return null
  return (
    <nav
      aria-label={texts.chats}
      data-side-bar=""
      className="flex w-70 shrink-0 flex-col border-e border-line bg-ground"
    >
      {isShown && (
        <Suspense>
          <SideBar path={path} />
        </Suspense>
      )}
    </nav>
  )
}

/** A guess at whether there are threads, until they are known. */
function mayHaveThreads(path: string): boolean {
  return /^\/[tw]\//.test(path) || readLastThread(window.localStorage) !== null
}
