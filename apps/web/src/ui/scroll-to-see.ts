/** How long unfolded content may still grow, because its data is loaded after the first render. */
const SETTLES_MS = 800

/** A ref for content that a person has just unfolded: scrolls it into view, and again while it grows. */
export function scrollToSee(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined
  const show = (): void => element.scrollIntoView({ block: 'nearest' })
  show()
  // A surrounding list measures its new height a frame later; before that there is nothing to scroll to.
  let frame = window.requestAnimationFrame(() => {
    show()
    frame = window.requestAnimationFrame(show)
  })
  const grown = new ResizeObserver(show)
  grown.observe(element)
  const stop = (): void => {
    grown.disconnect()
    window.cancelAnimationFrame(frame)
    window.clearTimeout(timer)
  }
  const timer = window.setTimeout(stop, SETTLES_MS)
  return stop
}
