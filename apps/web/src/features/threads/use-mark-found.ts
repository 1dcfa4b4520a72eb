import { useEffect } from 'react'
import type { RefObject } from 'react'

/** Names of the highlights; `base.css` has their colours. */
const ALL = 'found'
const HERE = 'found-here'

/** Marks the searched words where they are drawn, and those of the shown row in a stronger colour. */
export function useMarkFound(box: RefObject<HTMLElement | null>, text: string, shown: number | null): void {
  useEffect(() => {
    const view = box.current
    const wanted = text.trim().toLowerCase()
    if (view === null || wanted === '' || globalThis.CSS?.highlights === undefined) return
    let frame = 0
    const mark = (): void => {
      const row = view.querySelector(`[data-thread-row="${shown}"]`)
      const ranges = rangesOf(view, wanted)
      CSS.highlights.set(ALL, new Highlight(...ranges))
      CSS.highlights.set(
        HERE,
        new Highlight(...ranges.filter((range) => row?.contains(range.startContainer))),
      )
    }
    const later = (): void => {
      window.cancelAnimationFrame(frame)
      frame = window.requestAnimationFrame(mark)
    }
    mark()
    const changes = new MutationObserver(later)
    changes.observe(view, { childList: true, characterData: true, subtree: true })
    return () => {
      changes.disconnect()
      window.cancelAnimationFrame(frame)
      CSS.highlights.delete(ALL)
      CSS.highlights.delete(HERE)
    }
  }, [box, text, shown])
}

/** The matches in the text that is currently drawn. Only visible rows are drawn, so there are few. */
function rangesOf(view: HTMLElement, wanted: string): readonly Range[] {
  const texts = document.createTreeWalker(view, NodeFilter.SHOW_TEXT)
  const ranges: Range[] = []
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const words = (node.textContent ?? '').toLowerCase()
    for (let at = words.indexOf(wanted); at >= 0; at = words.indexOf(wanted, at + wanted.length)) {
      const range = new Range()
      range.setStart(node, at)
      range.setEnd(node, at + wanted.length)
      ranges.push(range)
    }
  }
  return ranges
}
