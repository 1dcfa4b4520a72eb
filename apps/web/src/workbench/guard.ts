import type { Guard, Held } from './pane-types.ts'

/** The pane that contains an element or owns it as its tab; undefined if it is outside all panes. */
export function paneOfElement(element: Element | null): string | undefined {
  const tab = element?.closest('[role="tab"]')?.querySelector<HTMLElement>('[data-pane-tab]')
  return tab?.dataset['paneTab'] ?? element?.closest<HTMLElement>('[data-pane]')?.dataset['pane']
}

/** The focusable tab of a pane. */
export function tabElement(pane: string): HTMLElement | undefined {
  const named = document.querySelector(`[data-pane-tab="${CSS.escape(pane)}"]`)
  return named?.closest<HTMLElement>('[role="tab"]') ?? undefined
}

const WAITS = '[data-card][data-state="pending"], [data-row], [data-proposal]'

/** Panes that the agent must leave visible: the one that the person is in, and those with a waiting card. */
export function guardNow(): Guard {
  const keep = new Map<string, Held>()
  for (const card of document.querySelectorAll(WAITS)) {
    const pane = paneOfElement(card)
    if (pane !== undefined) keep.set(pane, 'card')
  }
  const held = paneOfElement(document.activeElement)
  if (held !== undefined && !keep.has(held)) keep.set(held, 'person')
  return { keep }
}
