import type { KeyboardEvent } from 'react'
import type { Drawing } from '../canvas/flow.ts'
import { copy, paste, removeNode } from '../model/changes.ts'
import { nodeAt, splitAddress } from '../model/edit.ts'
import { readClip } from '../model/clip.ts'
import type { DraftSession } from '../model/session.ts'
import { editorTexts as texts } from '../texts.ts'
import { isField } from './use-editor-keys.ts'

interface CanvasKeys {
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
export function useCanvasKeys(keys: CanvasKeys) {
  return (event: KeyboardEvent<HTMLElement>, address: string | null): void => {
    if (event.target instanceof HTMLElement && isField(event.target)) return
    const control = event.ctrlKey || event.metaKey
    if (control && event.key.toLowerCase() === 'v') return void pasteHere(keys)
    if (address === null) return
    if (act(event, address, control, keys)) event.preventDefault()
  }
}

/** Returns true if the key was handled. */
function act(event: KeyboardEvent, address: string, control: boolean, keys: CanvasKeys): boolean {
  const arrow = ARROWS[event.key]
  if (arrow !== undefined) {
    if (control) follow(event.currentTarget, address, arrow[0] + arrow[1] > 0, keys.drawing)
    else move(address, arrow, event.shiftKey ? FAR : STEP, keys)
    return true
  }
  const key = event.key.toLowerCase()
  if (control && (key === 'c' || key === 'x')) {
    const { body, id } = splitAddress(address)
    void navigator.clipboard.writeText(JSON.stringify(copy(keys.session.graph, body, [id])))
    if (key === 'x') keys.session.act(texts.removeNode(address), removeNode(keys.session.graph, address))
    return true
  }
  if (control || event.altKey) return false
  if (key === 'enter') keys.openInspector()
  else if (key === 'c') keys.openSheet('connect', address)
  else if (key === 'delete' || key === 'backspace') keys.openSheet('remove', address)
  else return false
  return true
}

function move(
  address: string,
  [x, y]: readonly [number, number],
  by: number,
  { session, drawing }: CanvasKeys,
): void {
  const drawn = drawing.nodes.find(({ id }) => id === address)
  if (drawn === undefined) return
  const place = { x: drawn.place.x - drawn.origin.x + x * by, y: drawn.place.y - drawn.origin.y + y * by }
  session.act(texts.layout, [{ kind: 'set_place', address, place }], `${address} place`)
}

/** Focuses the next node along a wire. */
function follow(canvas: EventTarget, address: string, forward: boolean, { edges }: Drawing): void {
  const wire = edges.find(({ source, target }) => (forward ? source : target) === address)
  if (wire === undefined || !(canvas instanceof HTMLElement)) return
  const next = CSS.escape(forward ? wire.target : wire.source)
  canvas.querySelector<HTMLElement>(`.react-flow__node[data-id="${next}"]`)?.focus()
}

/** Pastes inside the selected node if that node has a body, otherwise next to it. */
async function pasteHere({ session }: CanvasKeys): Promise<void> {
  const { selected } = session.now()
  const holds = selected !== null && nodeAt(session.graph, selected)?.body !== undefined
  const body = selected === null ? '' : holds ? selected : splitAddress(selected).body
  const clip = readClip(await navigator.clipboard.readText())
  if (clip === undefined) return
  const { ids, ops } = paste(session.graph, body, clip, { x: 40, y: 40 })
  session.act(texts.copied(ids.length), ops)
}
