import { Suspense, useEffect, useState } from 'react'
import { useView } from '../../../data/context.ts'
import { readLastThread } from '../../../platform/last-thread.ts'
import { texts } from '../texts.ts'
import { useSideBar } from './side-bar-open.ts'
import { lazy } from '../../../ui/lazy.ts'

const SideBar = lazy(async () => ({ default: (await import('./SideBar.tsx')).SideBar }))

/** Milliseconds after the open thread is loaded: the side bar is loaded after it. */
const AFTER = 1500

/** The side bar with the threads, if there is room and there are any. */
export function SideBarPlace({ path }: { path: string }) {
  const { open } = useSideBar(path)
  const chats = useView((view) => view.threads?.length ?? null)
  const isOpening = useView((view) => [...view.open.values()].some(({ state }) => state === 'loading'))
  const [isDue, setDue] = useState(false)
  const mayCome = chats !== null && !isOpening
  useEffect(() => {
    if (!mayCome) return () => {}
    const timer = window.setTimeout(() => setDue(true), AFTER)
    return () => window.clearTimeout(timer)
  }, [mayCome])
  // Until the threads are known, their place is kept if there were some, so that the page does not jump.
  const isWanted = chats === null ? readLastThread(window.localStorage) !== null : chats > 0
  if (!open || !isWanted) return null
  return (
    <nav
      aria-label={texts.chats}
      data-side-bar=""
      className="flex w-70 shrink-0 flex-col border-e border-line bg-ground"
    >
      {isDue && (
        <Suspense>
          <SideBar path={path} />
        </Suspense>
      )}
    </nav>
  )
}
