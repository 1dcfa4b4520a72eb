import { assignable, INPUT, type Edge } from '@countersign/workflow'
import { useMemo, useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { arrange } from '../canvas/arrange.ts'
import { drawingOf, type Drawing } from '../canvas/flow.ts'
import { FlowCanvas, type FlowEdit, type FocusNode } from '../canvas/FlowCanvas.tsx'
import { GhostAnswersProvider } from '../canvas/ghost-answers.ts'
import { Legend } from '../canvas/Legend.tsx'
import { after, connect } from '../model/changes.ts'
import { bodyAt, joinAddress, nodeAt, splitAddress, type Op, type Place } from '../model/edit.ts'
import { bodiesOf, BODY_PAD, nodeHeight } from '../model/places.ts'
import type { DraftSession } from '../model/session.ts'
import { portsOf, typeOf, type NodeTypes } from '../model/ports.ts'
import { editorTexts as texts } from '../texts.ts'
import { ConnectSheet } from './ConnectSheet.tsx'
import { useEditor, type EditorView } from './editor-context.ts'
import { Inspector } from './Inspector.tsx'
import { NodeShelf } from './NodeShelf.tsx'
import { RemoveSheet } from './RemoveSheet.tsx'
import { neighbour, useCanvasKeys } from './use-canvas-keys.ts'

/** The canvas, with the node types on its left and the inspector on its right. */
export function CanvasView() {
  const editor = useEditor()
  const { session, state, types } = editor
  const [sheet, setSheet] = useState<{
    readonly kind: 'connect' | 'remove'
    readonly address: string
  } | null>(null)
  const inspector = useRef<HTMLElement>(null)
  const focusing = useRef<FocusNode | null>(null)
  const drawing = useDrawing(editor)
  const edit = useMemo(() => editOf(editor), [editor])
  const answers = useAnswers(editor)
  const keys = useCanvasKeys({
    session,
    drawing,
    openSheet: (kind, address) => setSheet({ kind, address }),
    openInspector: () =>
      inspector.current?.querySelector<HTMLElement>('input, select, textarea, button')?.focus(),
  })
  const gone = sheet?.kind === 'remove' ? neighbour(drawing, sheet.address) : null
  const close = (): void => setSheet(null)
  return (
    <div className="@container h-full min-h-96">
      <div className="flex h-full @max-3xl:flex-col">
        <NodeShelf />
        <div className="relative min-h-72 min-w-0 flex-1">
          {/* Without types the sizes of nodes are unknown, and the first view would not show all of them. */}
          {types.size > 0 && (
            <GhostAnswersProvider value={answers}>
              <FlowCanvas
                drawing={drawing}
                selected={state.selected}
                onSelect={(address) => session.select(address)}
                edit={edit}
                keys={{ ...keys, focusing }}
              />
            </GhostAnswersProvider>
          )}
          <p className="sr-only">{texts.canvasKeys}</p>
          <div className="absolute top-2 left-2 flex flex-wrap gap-2">
            <Button onClick={() => editor.openPalette({ body: bodyFor(session) })}>{texts.addNode}</Button>
            <Button onClick={() => void arrangeAll(session, drawing)}>{texts.layout}</Button>
          </div>
          <Legend />
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leads back from its fields to the node */}
        <aside
          ref={inspector}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && state.selected !== null) focusing.current?.(state.selected)
          }}
          aria-label={texts.inspector}
          className="shrink-0 overflow-y-auto border-line bg-panel @max-3xl:max-h-1/2 @max-3xl:border-t @3xl:w-76 @3xl:border-s"
        >
          <Inspector onConnect={(address) => setSheet({ kind: 'connect', address })} />
        </aside>
      </div>
      {sheet?.kind === 'connect' && <ConnectSheet address={sheet.address} onClose={close} />}
      {sheet?.kind === 'remove' && (
        <RemoveSheet
          address={sheet.address}
          onClose={close}
          onRemoved={() => {
            session.select(gone)
            // The sheet gives the focus back first, to a node that is gone.
            setTimeout(() => focusing.current?.(gone))
          }}
        />
      )}
    </div>
  )
}

function useDrawing({ state, types, problems }: EditorView): Drawing {
  const { graph } = state.history
  const effects = state.workflow.manifest?.effects
  return useMemo(
    () =>
      drawingOf({
        graph,
        types,
        ghosts: state.ghosts,
        problems,
        ...(effects === undefined ? {} : { effects }),
      }),
    [graph, types, state.ghosts, problems, effects],
  )
}

/** How the proposals on the canvas are answered. */
function useAnswers({ state, review }: EditorView) {
  return useMemo(
    () => ({
      choose: review.choose,
      choices: review.choices,
      first: state.ghosts.find(({ number }) => !review.choices.has(number))?.number ?? null,
    }),
    [review, state.ghosts],
  )
}

/** The place for a new node: inside the selected node if that node has a body, otherwise next to it. */
function bodyFor(session: DraftSession): string {
  const { selected } = session.now()
  if (selected === null) return ''
  return nodeAt(session.graph, selected)?.body === undefined ? splitAddress(selected).body : selected
}

interface Ends {
  readonly source: string
  readonly sourceHandle?: string | null
  readonly target: string
  readonly targetHandle?: string | null
}

function edgeOf({ source, sourceHandle, target, targetHandle }: Ends): Edge {
  return {
    from: [splitAddress(source).id, sourceHandle ?? ''],
    to: [splitAddress(target).id, targetHandle ?? ''],
  }
}

/** Edits made with the pointer. */
function editOf({ session, types, openPalette }: EditorView): FlowEdit {
  const bodyOf = ({ source }: Ends): string => splitAddress(source).body
  return {
    onMove: (places) => session.act(texts.layout, places.map(placed)),
    onConnect: (ends) => session.act(texts.connect, connect(session.graph, bodyOf(ends), edgeOf(ends))),
    isValid: (ends) =>
      bodyOf(ends) === splitAddress(ends.target).body && fits(session, types, bodyOf(ends), edgeOf(ends)),
    onDrop: (node, port, place) => {
      const { body, id } = splitAddress(node)
      const holder = bodyAt(session.graph, body)
      if (holder === null) return
      const end = [id, port] as const
      openPalette({
        body,
        // Inside a body, the layout chooses the position.
        ...(body === '' ? { place: { x: Math.round(place.x), y: Math.round(place.y) } } : {}),
        from: { end, schema: typeOf(holder, types, end), label: end.join(', ') },
      })
    },
    onDropWire: (body, edge) => session.act(texts.remove, [{ kind: 'remove_edge', body, edge }]),
  }
}

function placed([address, place]: readonly [string, Place]): Op {
  return { kind: 'set_place', address, place }
}

/** Accepts a wire that closes no cycle and whose types may fit. */
function fits(session: DraftSession, types: NodeTypes, body: string, { from, to }: Edge): boolean {
  const holder = bodyAt(session.graph, body)
  const node = nodeAt(session.graph, joinAddress(body, to[0]))
  if (holder === null || node === null || (from[0] !== INPUT && after(holder, to[0]).has(from[0])))
    return false
  const input = portsOf(node, types, holder).inputs.find(({ name }) => name === to[1])
  return input === undefined || assignable(typeOf(holder, types, from), input.schema) !== 'no'
}

/** Arranges all nodes as one undo step: bodies first, because they determine the size of their nodes. */
async function arrangeAll(session: DraftSession, before: Drawing): Promise<void> {
  const sizes = new Map(before.nodes.map(({ id, data, height }) => [id, { width: data.width, height }]))
  const heads = new Map(
    before.nodes.map(({ id, data }) => [id, nodeHeight(data.inputs.length, data.outputs.length)]),
  )
  const all: Op[] = []
  for (const body of bodiesOf(session.graph)) {
    const nodes = before.nodes.filter(({ id }) => splitAddress(id).body === body)
    const edges = before.edges.filter((edge) => edge.body === body)
    const places = await arrange({
      nodes: nodes.map(({ id }) => ({ id, ...(sizes.get(id) ?? { width: 0, height: 0 }) })),
      edges: edges.map(({ source, target }) => [source, target]),
    })
    all.push(...places.map(placed))
    if (body === '') continue
    const right = places.map(([id, { x }]) => x + (sizes.get(id)?.width ?? 0))
    const bottom = places.map(([id, { y }]) => y + (sizes.get(id)?.height ?? 0))
    sizes.set(body, {
      width: Math.max(...right, 0) + BODY_PAD * 2,
      height: Math.max(...bottom, 0) + (heads.get(body) ?? 0) + BODY_PAD,
    })
  }
  session.act(texts.layout, all)
}
