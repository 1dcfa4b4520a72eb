/** Frames in which content that comes into view may still change its height and move the target. */
const FRAMES = 12

/** Scrolls an element into view, and repeats that while content above it is being laid out. */
export function jumpTo(element: Element | null, frames = FRAMES): void {
  if (element === null) return
  element.scrollIntoView({ block: 'nearest' })
  if (frames > 0) window.requestAnimationFrame(() => jumpTo(element, frames - 1))
}
