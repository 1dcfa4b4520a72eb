import { INPUT } from '@countersign/workflow'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import type { Drawing } from '../canvas/flow.ts'
import type { CanvasKeys, FocusNode } from '../canvas/FlowCanvas.tsx'
import { copy, paste, removeNode } from '../model/changes.ts'
import { joinAddress, nodeAt, splitAddress } from '../model/edit.ts'
import { readClip } from '../model/clip.ts'
import type { DraftSession } from '../model/session.ts'
import { editorTexts as texts } from '../texts.ts'
import { isField } from './use-editor-keys.ts'

interface KeysOf {
  readonly session: DraftSession
  readonly drawing: Drawing
  readonly openSheet: (kind: 'connect' | 'remove', address: string) => void
  readonly openInspector: () => void
}

const STEP = 10
const FAR = 50

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Keys on a node: arrows move it, Control and arrows follow wires, Enter inspects, C connects, Delete asks first; copy, cut and paste work too. */
export function useCanvasKeys(keys: KeysOf): Omit<CanvasKeys, 'focusing'> {
  return {
    onKeyDown(event, address, focus) {
      if (address === null || isOwn(event.target)) return
      if (act(event, address, keys, focus)) event.preventDefault()
    },
    onClipboard(event, address, focus) {
      if (isOwn(event.target)) return
      if (event.type === 'paste') pasteHere(event, keys, focus)
      else if (address !== null) copyHere(event, address, keys, focus)
    },
  }
}

/** Fields and buttons inside a node, such as those of a proposal, have their keys for themselves. */
function isOwn(target: EventTarget): boolean {
  return target instanceof HTMLElement && (isField(target) || target.closest('button') !== null)
}

/** Returns true if the key was handled. */
function act(event: KeyboardEvent, address: string, keys: KeysOf, focus: FocusNode): boolean {
  const control = event.ctrlKey || event.metaKey
  const arrow = ARROWS[event.key]
  if (arrow !== undefined) {
    if (control) follow(address, arrow[0] + arrow[1] > 0, keys.drawing, focus)
    else move(address, arrow, event.shiftKey ? FAR : STEP, keys)
    return true
  }
  if (control || event.altKey) return false
  const key = event.key.toLowerCase()
  // The inputs box is not a node: it can only be moved and connected.
  const isNode = splitAddress(address).id !== INPUT
  if (key === 'c') keys.openSheet('connect', address)
  else if (key === 'enter' && isNode) keys.openInspector()
  else if ((key === 'delete' || key === 'backspace') && isNode) keys.openSheet('remove', address)
  else return false
  return true
}

function move(
  address: string,
  [x, y]: readonly [number, number],
  by: number,
  { session, drawing }: KeysOf,
): void {
  const drawn = drawing.nodes.find(({ id }) => id === address)
  if (drawn === undefined) return
  const place = { x: drawn.place.x - drawn.origin.x + x * by, y: drawn.place.y - drawn.origin.y + y * by }
  session.act(texts.layout, [{ kind: 'set_place', address, place }], `${address} place`)
}

/** Focuses the next node along a wire. */
function follow(address: string, forward: boolean, { edges }: Drawing, focus: FocusNode): void {
  const wire = edges.find(({ source, target }) => (forward ? source : target) === address)
  if (wire !== undefined) focus(forward ? wire.target : wire.source)
}

/** The node that gets the focus when this one is removed: the one before it, otherwise the one after it. */
export function neighbour({ nodes }: Drawing, address: string): string | null {
  const left = nodes.filter(({ id }) => !id.startsWith(`${address}/`))
  const index = left.findIndex(({ id }) => id === address)
  return (left[index - 1] ?? left[index + 1])?.id ?? null
}

/** Copies the node as JSON; *cut* removes it too. */
function copyHere(
  event: ClipboardEvent,
  address: string,
  { session, drawing }: KeysOf,
  focus: FocusNode,
): void {
  const { body, id } = splitAddress(address)
  if (nodeAt(session.graph, address) === null) return
  event.clipboardData.setData('text/plain', JSON.stringify(copy(session.graph, body, [id])))
  event.preventDefault()
  if (event.type !== 'cut') return
  const next = neighbour(drawing, address)
  session.act(texts.removeNode(address), removeNode(session.graph, address))
  session.select(next)
  focus(next)
}

/** Pastes inside the selected node if that node has a body, otherwise next to it. */
function pasteHere(event: ClipboardEvent, { session }: KeysOf, focus: FocusNode): void {
  const clip = readClip(event.clipboardData.getData('text/plain'))
  if (clip === undefined) return
  event.preventDefault()
  const { selected } = session.now()
  const holds = selected !== null && nodeAt(session.graph, selected)?.body !== undefined
  const body = selected === null ? '' : holds ? selected : splitAddress(selected).body
  const { ids, ops } = paste(session.graph, body, clip, { x: 40, y: 40 })
  session.act(texts.copied(ids.length), ops)
  const [first] = ids
  if (first !== undefined) focus(joinAddress(body, first))
}
