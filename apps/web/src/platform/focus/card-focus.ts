import type { CallId } from '@countersign/protocol'

/** Where the person was when they stepped to a card: Escape leads back there, caret included. */
interface Origin {
  readonly element: HTMLElement
  readonly caret: readonly [number | null, number | null] | null
}

let origin: Origin | null = null

/** Remembers the place, unless the person is already on a card. */
export function rememberOrigin(): void {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element.closest('[data-card]') !== null) return
  const caret =
    element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement
      ? ([element.selectionStart, element.selectionEnd] as const)
      : null
  origin = { element, caret }
}

/** Puts the focus on a card of this page. False if it is not here. */
export function focusCard(call: CallId): boolean {
  const card = find('card', call)
  if (card === null) return unfoldRow(call)
  card.focus({ preventScroll: true })
  card.scrollIntoView({ block: 'nearest' })
  return true
}

/** Puts the focus on a call's row in the tree of calls, or on its card if it waits. False if it is not here. */
export function focusCall(call: CallId): boolean {
  if (focusCard(call)) return true
  const line = find('call', call)
  line?.focus({ preventScroll: true })
  line?.scrollIntoView({ block: 'center' })
  return line !== null
}

/** A folded row unfolds to its card; the focus follows when the card is drawn. */
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

/** Cards of this page that wait, top to bottom. */
export function cardsHere(): readonly string[] {
  const found = document.querySelectorAll<HTMLElement>('[data-card][data-state="pending"], [data-row]')
  return [...new Set([...found].map((element) => element.dataset['card'] ?? element.dataset['row'] ?? ''))]
}

export function focusedCard(): string | null {
  const card = document.activeElement?.closest<HTMLElement>('[data-card]')
  return card?.dataset['card'] ?? null
}

/** Back to where F8 was pressed; to the composer if that place is gone. */
export function returnFocus(): void {
  const back = origin?.element.isConnected === true ? origin : null
  origin = null
  const element = back?.element ?? document.querySelector<HTMLElement>('#composer')
  element?.focus()
  if (back?.caret !== null && back?.caret !== undefined && isField(back.element)) {
    back.element.setSelectionRange(back.caret[0], back.caret[1])
  }
}

/** K7: after an answer given by key the next waiting card of the chat gets the focus, else the old place does. */
export function afterKeyAnswer(order: readonly CallId[], answered: CallId): void {
  const here = new Set(cardsHere())
  const at = order.indexOf(answered)
  const next = [...order.slice(at + 1), ...order.slice(0, at)].find((call) => here.has(call))
  if (next === undefined || !focusCard(next)) returnFocus()
}

/** K7 for several that were answered together: of the others the first gets the focus, else the old place does. */
export function afterKeyBatch(order: readonly CallId[], answered: readonly CallId[]): void {
  const here = new Set(cardsHere())
  const next = order.find((call) => !answered.includes(call) && here.has(call))
  if (next === undefined || !focusCard(next)) returnFocus()
}

function isField(element: HTMLElement): element is HTMLTextAreaElement | HTMLInputElement {
  return element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement
}
