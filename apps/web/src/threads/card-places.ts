/** The line of its call stands above a card and belongs to it. */
const CALL_LINE = 44

/**
 * How far below the top of the view the place of the first card that waits begins; null: there is none. With `inView`, of those that
 * the person did not leave above the view.
 */
export function cardPlace(box: HTMLElement | null, { inView = false } = {}): number | null {
  if (box === null) return null
  const { top } = box.getBoundingClientRect()
  const card = [...box.querySelectorAll('[data-card][data-state="pending"]')].find(
    (other) => !inView || other.getBoundingClientRect().bottom > top,
  )
  return card === undefined ? null : card.getBoundingClientRect().top - CALL_LINE - top
}

/** Cards that begin below the view, or with only their first line in it. */
export function cardsBelow(box: HTMLElement | null): number {
  if (box === null) return 0
  const edge = box.getBoundingClientRect().bottom
  return [...box.querySelectorAll('[data-card]')].filter(
    (card) => card.getBoundingClientRect().top >= edge - 24,
  ).length
}
