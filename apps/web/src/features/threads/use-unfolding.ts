import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'

/** By then unfolded content has its size. */
const UNFOLDING_MS = 600

/** True for a moment after a press or a key on a line of calls. */
export function useUnfolding(
  list: RefObject<VirtualizerHandle | null>,
  box: RefObject<HTMLElement | null>,
): RefObject<boolean> {
  const unfolding = useRef(false)
  useEffect(() => {
    const element = box.current
    let timer = 0
    const begin = (event: Event): void => {
      const at = event.target instanceof Element ? event.target : null
      // A press on a card in a line does not unfold anything, and nothing may move then.
      if (at === null || at.closest('[data-treeitem]') === null || at.closest('[data-card]') !== null) return
      unfolding.current = true
      // The list may still be scrolling to its end: it stops where it is.
      if (list.current !== null) list.current.scrollTo(list.current.scrollOffset)
      window.clearTimeout(timer)
      timer = window.setTimeout(() => {
        unfolding.current = false
      }, UNFOLDING_MS)
    }
    element?.addEventListener('click', begin)
    element?.addEventListener('keydown', begin)
    return () => {
      window.clearTimeout(timer)
      element?.removeEventListener('click', begin)
      element?.removeEventListener('keydown', begin)
    }
  }, [list, box])
  return unfolding
}
