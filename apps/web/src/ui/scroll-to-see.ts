/** As long as what was unfolded may still grow: what it shows is decided and fetched after it is drawn. */
const SETTLES_MS = 800

/** Give it to what a person has just unfolded: it scrolls as far as it must to be seen, also when it grows at once. */
export function scrollToSee(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined
  const show = (): void => element.scrollIntoView({ block: 'nearest' })
  show()
  // A list around it learns its new height a frame later; before that there is nothing to scroll to.
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
