import { useSyncExternalStore } from 'react'
import { keep, readKept } from '../../../data/browser-storage.ts'
import { isBench } from '../../../platform/thread-path.ts'
import { useMedia } from '../../../ui/use-narrow.ts'

const NAME = 'countersign side bar'
const listeners = new Set<() => void>()

/** From this width on there is room for the side bar. */
const ROOM = '(width >= 68.75rem)'
/** Files and editor get room first. */
const ROOM_BESIDE_BENCH = '(width >= 90rem)'

/** Whether the side bar is open. `room`: it could be. */
export function useSideBar(path: string): { readonly room: boolean; readonly open: boolean } {
  const room = useMedia(isBench(path) ? ROOM_BESIDE_BENCH : ROOM)
  const wanted = useSyncExternalStore(subscribe, () => readKept(window.localStorage, NAME, null) !== 'closed')
  return { room, open: room && wanted }
}

export function openSideBar(open: boolean): void {
  keep(window.localStorage, NAME, open ? 'open' : 'closed')
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
