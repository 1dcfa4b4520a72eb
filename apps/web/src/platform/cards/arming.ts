/**
 * Decides when a card accepts an answer. Pure: a history of the card's events, and queries on it. Keys are accepted after the card was
 * visible for 600 ms and had focus for 250 ms; a key that was down when focus came must be released first; auto-repeat is ignored. A
 * pointer press is accepted only on a button that has not moved for 300 ms. Nothing is accepted in a hidden page or under a dialog.
 */
export interface ArmingHistory {
  readonly visibleSince: number | null
  readonly focusedSince: number | null
  /** Keys that were already down when focus came and have not been released since. */
  readonly heldKeys: ReadonlySet<string>
  readonly place: Place | null
  readonly placedSince: number
}

export interface Place {
  readonly x: number
  readonly y: number
}

export type ArmingEvent =
  | { readonly type: 'shown' }
  | { readonly type: 'hidden' }
  | { readonly type: 'focused'; readonly keysDown: ReadonlySet<string> }
  | { readonly type: 'blurred' }
  | { readonly type: 'key_released'; readonly code: string }
  | { readonly type: 'placed'; readonly place: Place }

const VISIBLE_MS = 600
const FOCUSED_MS = 250
const STEADY_MS = 300

export const unarmed: ArmingHistory = {
  visibleSince: null,
  focusedSince: null,
  heldKeys: new Set(),
  place: null,
  placedSince: 0,
}

export function arm(history: ArmingHistory, event: ArmingEvent, now: number): ArmingHistory {
  switch (event.type) {
    case 'shown':
      return history.visibleSince === null ? { ...history, visibleSince: now } : history
    case 'hidden':
      return { ...history, visibleSince: null }
    case 'focused':
      return { ...history, focusedSince: now, heldKeys: event.keysDown }
    case 'blurred':
      return { ...history, focusedSince: null, heldKeys: new Set() }
    case 'key_released':
      return history.heldKeys.has(event.code)
        ? { ...history, heldKeys: new Set([...history.heldKeys].filter((code) => code !== event.code)) }
        : history
    case 'placed':
      return samePlace(history.place, event.place)
        ? history
        : { ...history, place: event.place, placedSince: now }
  }
}

/** The card accepts letter keys now. The hints on its buttons are pale until then. */
export function isArmed(history: ArmingHistory, now: number): boolean {
  const { visibleSince, focusedSince } = history
  return (
    visibleSince !== null &&
    focusedSince !== null &&
    now - visibleSince >= VISIBLE_MS &&
    now - focusedSince >= FOCUSED_MS
  )
}

export function takesKey(
  history: ArmingHistory,
  key: { readonly code: string; readonly repeat: boolean },
  now: number,
): boolean {
  return isArmed(history, now) && !key.repeat && !history.heldKeys.has(key.code)
}

/** `place` is the position of the button at the moment of the press. */
export function takesPress(history: ArmingHistory, place: Place, now: number): boolean {
  return samePlace(history.place, place) && now - history.placedSince >= STEADY_MS
}

/** Layouts round, so less than a pixel is not a move. */
function samePlace(a: Place | null, b: Place): boolean {
  return a !== null && Math.abs(a.x - b.x) < 1 && Math.abs(a.y - b.y) < 1
}
