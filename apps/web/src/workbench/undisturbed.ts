import type { LayoutController } from './layout-controller.ts'

/** Frames that a changed layout needs to render. */
const FRAMES = 3

/**
 * Panes move with their content, but a moved DOM element loses the focus and its scroll position. Both are restored, so that people who
 * type or read are not disturbed when other panes are rearranged. Returns a function that stops this.
 */
export function undisturbed(controller: Pick<LayoutController, 'subscribe'>): () => void {
  let before: Held | undefined
  const look = (left: number): void => {
    window.requestAnimationFrame(() => {
      if (before !== undefined) giveBack(before)
      if (left > 1) look(left - 1)
      else before = undefined
    })
  }
  return controller.subscribe(() => {
    if (before !== undefined) return
    before = heldNow()
    look(FRAMES)
  })
}

interface Held {
  readonly focus: Element | null
  readonly scrolled: ReadonlyMap<Element, number>
}

function heldNow(): Held {
  const boxes = [...document.querySelectorAll('[data-pane] *')].filter(({ scrollTop }) => scrollTop > 0)
  return { focus: document.activeElement, scrolled: new Map(boxes.map((box) => [box, box.scrollTop])) }
}

/** Restores only lost state, because the person may have moved on meanwhile. */
function giveBack({ focus, scrolled }: Held): void {
  for (const [box, top] of scrolled) if (box.isConnected && box.scrollTop === 0) box.scrollTop = top
  const isLost = document.activeElement === null || document.activeElement === document.body
  if (isLost && focus instanceof HTMLElement && focus.isConnected) focus.focus({ preventScroll: true })
}
