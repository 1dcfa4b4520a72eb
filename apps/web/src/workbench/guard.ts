import { texts } from './texts.ts'
import type { Guard } from './layout-controller.ts'

/** The pane that an element stands in, or whose tab it is; undefined: it stands outside of all panes. */
export function paneOfElement(element: Element | null): string | undefined {
  const tab = element?.closest('[role="tab"]')?.querySelector<HTMLElement>('[data-pane-tab]')
  return tab?.dataset['paneTab'] ?? element?.closest<HTMLElement>('[data-pane]')?.dataset['pane']
}

/** The tab of a pane, which takes the focus. */
export function tabElement(pane: string): HTMLElement | undefined {
  const named = document.querySelector(`[data-pane-tab="${CSS.escape(pane)}"]`)
  return named?.closest<HTMLElement>('[role="tab"]') ?? undefined
}

const WAITS = '[data-card][data-state="pending"], [data-row], [data-proposal]'

/** Panes that the agent leaves in sight: the one that the person is in, and those in which a card waits. */
export function guardNow(): Guard {
  const keep = new Map<string, string>()
  for (const card of document.querySelectorAll(WAITS)) {
    const pane = paneOfElement(card)
    if (pane !== undefined) keep.set(pane, texts.cardWaits)
  }
  const held = paneOfElement(document.activeElement)
  if (held !== undefined && !keep.has(held)) keep.set(held, texts.inUse)
  return { keep }
}

/** Does something that the person did not ask for: the keyboard stays where it was, caret included. */
export function keepFocus<T>(act: () => T): T {
  const held = document.activeElement
  const done = act()
  if (held instanceof HTMLElement && held !== document.body) giveBack(held, 3)
  return done
}

/** What is drawn anew can lose the focus; nothing else is taken from the person, who may have moved on meanwhile. */
function giveBack(held: HTMLElement, frames: number): void {
  window.requestAnimationFrame(() => {
    const lost = document.activeElement === null || document.activeElement === document.body
    if (lost && held.isConnected) held.focus({ preventScroll: true })
    if (frames > 1) giveBack(held, frames - 1)
  })
}
