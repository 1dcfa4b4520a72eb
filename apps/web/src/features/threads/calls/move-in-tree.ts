import type { KeyboardEvent } from 'react'

/** Up, down, Home and End in a tree: through the visible lines, whatever their level. */
export function moveInTree(event: KeyboardEvent<HTMLElement>): void {
  const target = event.target
  if (!(target instanceof HTMLElement) || target.dataset['treeitem'] === undefined) return
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-treeitem]')]
  const here = lines.indexOf(target)
  const next = lines[nextIndex(event.key, here, lines.length)]
  if (next === undefined || next === target) return
  event.preventDefault()
  next.focus()
}

function nextIndex(key: string, here: number, many: number): number {
  switch (key) {
    case 'ArrowDown':
      return Math.min(here + 1, many - 1)
    case 'ArrowUp':
      return Math.max(here - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return many - 1
    default:
      return here
  }
}
