/** The line of its call is above a card and belongs to it. */
const CALL_LINE = 44

/** The first waiting card; with `inView`, ignoring those above the view. */
export function firstCard(box: HTMLElement | null, { inView = false } = {}): Element | undefined {
  const top = box?.getBoundingClientRect().top ?? 0
  const cards = box?.querySelectorAll('[data-card][data-state="pending"]') ?? []
  return [...cards].find((card) => !inView || card.getBoundingClientRect().bottom > top)
}

/** How far below the top of the view a card's place begins; null: there is none. */
export function placeOf(card: Element | undefined, box: HTMLElement | null): number | null {
  if (box === null || card === undefined) return null
  return card.getBoundingClientRect().top - CALL_LINE - box.getBoundingClientRect().top
}

/** Cards that begin below the view, or with only their first line in it. */
export function cardsBelow(box: HTMLElement | null): number {
  if (box === null) return 0
  const edge = box.getBoundingClientRect().bottom
  return [...box.querySelectorAll('[data-card]')].filter(
    (card) => card.getBoundingClientRect().top >= edge - 24,
  ).length
}
