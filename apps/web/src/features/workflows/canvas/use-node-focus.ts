import { useReactFlow } from '@xyflow/react'
import { useCallback, type KeyboardEvent, type RefObject } from 'react'
import type { DrawnNode } from './flow.ts'

/** Pixels around a focused node that have to be visible. */
const MARGIN = 24
/** Frames within which a node that came into view is drawn. */
const FRAMES = 30
const FOCUSABLE = 'button:not(:disabled), [href], input, select, textarea, [tabindex]:not([tabindex="-1"])'

export interface NodeFocus {
  /** Moves the focus to a node, and the view if the node is outside of it. Null: to the canvas itself. */
  readonly focusNode: (address: string | null) => void
  /** Moves the view if a focused node is not completely in it. */
  readonly show: (address: string) => void
  /** Tab from a node, or from the canvas itself, to a node that is not drawn because it is outside of the view. */
  readonly tab: (event: KeyboardEvent<HTMLElement>, address: string | null) => void
}

/** The focus of nodes. Nodes outside of the view are not in the document, so that the browser would skip them. */
export function useNodeFocus(root: RefObject<HTMLElement | null>, nodes: readonly DrawnNode[]): NodeFocus {
  const flow = useReactFlow()
  const elementOf = useCallback(
    (address: string) =>
      root.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(address)}"]`) ?? null,
    [root],
  )
  const centre = useCallback(
    (address: string): void => {
      const node = flow.getInternalNode(address)
      if (node === undefined) return
      const { x, y } = node.internals.positionAbsolute
      const { width = 0, height = 0 } = node.measured
      void flow.setCenter(x + width / 2, y + height / 2, { zoom: flow.getZoom() })
    },
    [flow],
  )
  const show = useCallback(
    (address: string): void => {
      const [view, node] = [
        root.current?.getBoundingClientRect(),
        elementOf(address)?.getBoundingClientRect(),
      ]
      if (view === undefined || node === undefined) return
      const isInside =
        node.left >= view.left + MARGIN &&
        node.top >= view.top + MARGIN &&
        node.right <= view.right - MARGIN &&
        node.bottom <= view.bottom - MARGIN
      if (!isInside) centre(address)
    },
    [root, elementOf, centre],
  )
  const focusNode = useCallback(
    (address: string | null): void => {
      if (address === null) return root.current?.focus()
      const attempt = (left: number): void => {
        const element = elementOf(address)
        if (element !== null) return element.focus({ preventScroll: true })
        if (left === FRAMES) centre(address)
        if (left > 0) requestAnimationFrame(() => attempt(left - 1))
      }
      attempt(FRAMES)
    },
    [root, elementOf, centre],
  )
  const tab = useCallback(
    (event: KeyboardEvent<HTMLElement>, address: string | null): void => {
      if (address === null) {
        const first = nodes[0]?.id
        if (event.target !== root.current || event.shiftKey || first === undefined) return
        event.preventDefault()
        return focusNode(first)
      }
      const index = nodes.findIndex(({ id }) => id === address)
      const next = index < 0 ? undefined : nodes[index + (event.shiftKey ? -1 : 1)]?.id
      if (next === undefined || elementOf(next) !== null) return
      // The buttons inside of a node come before the next node.
      const inside = elementOf(address)?.querySelectorAll<HTMLElement>(FOCUSABLE)
      const last = event.shiftKey ? elementOf(address) : ([...(inside ?? [])].at(-1) ?? elementOf(address))
      if (event.target !== last) return
      event.preventDefault()
      focusNode(next)
    },
    [root, nodes, elementOf, focusNode],
  )
  return { focusNode, show, tab }
}
