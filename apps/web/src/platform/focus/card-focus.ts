import type { CallId } from '@countersign/protocol'

/** Where the person was before stepping to a card. Escape returns there, caret included. */
interface Origin {
  readonly element: HTMLElement
  readonly caret: readonly [number | null, number | null] | null
}

let origin: Origin | null = null

/** Remembers the current place, unless the person is already on a card. */
export function rememberOrigin(): void {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element.closest('[data-card]') !== null) return
  const caret =
    element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement
      ? ([element.selectionStart, element.selectionEnd] as const)
      : null
  origin = { element, caret }
}

/** Focuses a card of this page. Returns false if it is not here. */
export function focusCard(call: CallId): boolean {
  const card = find('card', call)
  if (card === null) return unfoldRow(call)
  card.focus({ preventScroll: true })
  card.scrollIntoView({ block: 'nearest' })
  return true
}

/** Focuses the row of a call in the call tree, or its card if it waits. Returns false if it is not here. */
export function focusCall(call: CallId): boolean {
  if (focusCard(call)) return true
  const line = find('call', call)
  line?.focus({ preventScroll: true })
  line?.scrollIntoView({ block: 'center' })
  return line !== null
}

/** A folded row unfolds to its card, and the focus follows once the card is rendered. */
function unfoldRow(call: CallId): boolean {
  const row = find('row', call)
  if (row === null) return false
  row.click()
  window.requestAnimationFrame(() => find('card', call)?.focus())
  return true
}

function find(what: 'card' | 'row' | 'call', call: CallId): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-${what}="${CSS.escape(call)}"]`)
}

/** Waiting cards of this page, top to bottom. */
export function cardsHere(): readonly string[] {
  const found = document.querySelectorAll<HTMLElement>('[data-card][data-state="pending"], [data-row]')
  return [...new Set([...found].map((element) => element.dataset['card'] ?? element.dataset['row'] ?? ''))]
}

export function focusedCard(): string | null {
  const card = document.activeElement?.closest<HTMLElement>('[data-card]')
  return card?.dataset['card'] ?? null
}

/** Returns to where F8 was pressed, or to the composer if that place is gone. */
export function returnFocus(): void {
  const back = origin?.element.isConnected === true ? origin : null
  origin = null
  const element = back?.element ?? document.querySelector<HTMLElement>('#composer')
  element?.focus()
  if (back?.caret !== null && back?.caret !== undefined && isField(back.element)) {
    back.element.setSelectionRange(back.caret[0], back.caret[1])
  }
}

/** K7: after an answer by key the focus moves to the next waiting card of the thread, or back to the old place if there is none. */
export function afterKeyAnswer(order: readonly CallId[], answered: CallId): void {
  const here = new Set(cardsHere())
  const at = order.indexOf(answered)
  const next = [...order.slice(at + 1), ...order.slice(0, at)].find((call) => here.has(call))
  if (next === undefined || !focusCard(next)) returnFocus()
}

/** K7 for a batch answer: the focus moves to the first remaining card, or back to the old place if there is none. */
export function afterKeyBatch(order: readonly CallId[], answered: readonly CallId[]): void {
  const here = new Set(cardsHere())
  const next = order.find((call) => !answered.includes(call) && here.has(call))
  if (next === undefined || !focusCard(next)) returnFocus()
}

function isField(element: HTMLElement): element is HTMLTextAreaElement | HTMLInputElement {
  return element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement
}
