import { useEffect } from 'react'
import type { RefObject } from 'react'
import type { Follow } from './use-follow.ts'

/** Home and End on the conversation itself. The browser's own scrolling stops early if an estimated row turns out to be higher. */
export function useEndKeys(
  box: RefObject<HTMLElement | null>,
  { toStart, toEnd }: Pick<Follow, 'toStart' | 'toEnd'>,
): void {
  useEffect(() => {
    const view = box.current
    const go = (event: KeyboardEvent): void => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
      const to = event.key === 'Home' ? toStart : event.key === 'End' ? toEnd : undefined
      if (event.target !== view || !isPlain || to === undefined) return
      event.preventDefault()
      to()
    }
    view?.addEventListener('keydown', go)
    return () => view?.removeEventListener('keydown', go)
  }, [box, toStart, toEnd])
}
