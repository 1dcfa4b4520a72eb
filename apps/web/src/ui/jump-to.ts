/** Frames in which what comes into view may still find its height, and push away what it stood above. */
const FRAMES = 12

/** Scrolls as far as it must to bring an element into view, and again while what is above it is being laid out. */
export function jumpTo(element: Element | null, frames = FRAMES): void {
  if (element === null) return
  element.scrollIntoView({ block: 'nearest' })
  if (frames > 0) window.requestAnimationFrame(() => jumpTo(element, frames - 1))
}
