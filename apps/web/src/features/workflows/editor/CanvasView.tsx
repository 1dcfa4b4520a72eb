import { assignable, INPUT, type Edge } from '@countersign/workflow'
import { useMemo, useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { arrange } from '../canvas/arrange.ts'
import { drawingOf } from '../canvas/flow.ts'
import { FlowCanvas, type FlowEdit } from '../canvas/FlowCanvas.tsx'
import { after, connect } from '../model/changes.ts'
import { bodyAt, joinAddress, nodeAt, splitAddress, type Op } from '../model/edit.ts'
import { NODE_WIDTH } from '../model/places.ts'
import { portsOf, typeOf } from '../model/ports.ts'
import type { DraftSession } from '../model/session.ts'
import type { NodeTypes } from '../model/ports.ts'
import { editorTexts as texts } from '../texts.ts'
import { ConnectSheet } from './ConnectSheet.tsx'
import { useEditor, type EditorView } from './editor-context.ts'
import { Inspector } from './Inspector.tsx'
import { RemoveSheet } from './RemoveSheet.tsx'
import { useCanvasKeys } from './use-canvas-keys.ts'

/** The canvas with the inspector beside it. Of a node with a body, the inside is a canvas of its own. */
export function CanvasView() {
  const editor = useEditor()
  const { session, state, types, problems } = editor
  const [body, setBody] = useState('')
  const [sheet, setSheet] = useState<{
    readonly kind: 'connect' | 'remove'
    readonly address: string
  } | null>(null)
  const inspector = useRef<HTMLElement>(null)
  const { graph } = state.history
  const drawing = useMemo(
    () => drawingOf({ graph, body, types, ghosts: state.ghosts, problems }),
    [graph, body, types, state.ghosts, problems],
  )
  const edit = useMemo(() => editOf(editor, body), [editor, body])
  const onKeyDown = useCanvasKeys({
    session,
    body,
    drawing,
    openSheet: (kind, address) => setSheet({ kind, address }),
    openInspector: () =>
      inspector.current?.querySelector<HTMLElement>('input, select, textarea, button')?.focus(),
  })
  const close = (): void => setSheet(null)
  return (
    <div className="flex h-full min-h-96 max-[60rem]:flex-col">
      <div className="relative min-h-72 min-w-0 flex-1">
        <FlowCanvas
          // Another body is another canvas: it is shown whole.
          key={body}
          drawing={drawing}
          selected={state.selected}
          onSelect={(address) => session.select(address)}
          edit={edit}
          onKeyDown={onKeyDown}
        />
        <p className="sr-only">{texts.canvasKeys}</p>
        <div className="absolute top-2 left-2 flex flex-wrap gap-2">
          {body !== '' && (
            <Button onClick={() => setBody(splitAddress(body).body)}>
              ← {splitAddress(body).body || graph.name}
            </Button>
          )}
          <Button onClick={() => editor.openPalette({ body })}>{texts.addNode}</Button>
          <Button onClick={() => void arrangeAll(session, types, body)}>{texts.layout}</Button>
        </div>
        <Legend />
      </div>
      <aside
        ref={inspector}
        aria-label={texts.inspector}
        className="w-80 shrink-0 overflow-y-auto border-line bg-panel p-3 max-[60rem]:w-full max-[60rem]:border-t min-[60rem]:border-s"
      >
        <Inspector onOpen={setBody} onConnect={(address) => setSheet({ kind: 'connect', address })} />
      </aside>
      {sheet?.kind === 'connect' && <ConnectSheet address={sheet.address} onClose={close} />}
      {sheet?.kind === 'remove' && <RemoveSheet address={sheet.address} onClose={close} />}
    </div>
  )
}

/** What the pointer does to the graph. */
function editOf({ session, types, openPalette }: EditorView, body: string): FlowEdit {
  const edgeOf = (connection: {
    source: string
    sourceHandle?: string | null
    target: string
    targetHandle?: string | null
  }): Edge => ({
    from: [splitAddress(connection.source).id, connection.sourceHandle ?? ''],
    to: [splitAddress(connection.target).id, connection.targetHandle ?? ''],
  })
  return {
    onMove: (places) =>
      session.act(
        texts.layout,
        places.map(([address, place]): Op => ({ kind: 'set_place', address, place })),
      ),
    onConnect: (connection) => session.act(texts.connect, connect(session.graph, body, edgeOf(connection))),
    isValid: (connection) => fits(session, types, body, edgeOf(connection)),
    onDrop: (node, port, place) => {
      const holder = bodyAt(session.graph, body)
      if (holder === null) return
      const end = [splitAddress(node).id, port] as const
      openPalette({
        body,
        place: { x: Math.round(place.x), y: Math.round(place.y) },
        from: { end, schema: typeOf(holder, types, end), label: end.join(', ') },
      })
    },
    onDropWire: (id) => {
      const edge = drawnEdge(session, body, id)
      if (edge !== undefined) session.act(texts.remove, [{ kind: 'remove_edge', body, edge }])
    },
  }
}

function drawnEdge(session: DraftSession, body: string, id: string): Edge | undefined {
  return bodyAt(session.graph, body)?.edges.find(
    ({ from, to, pick }) => JSON.stringify([...from, ...to, pick ?? '']) === id,
  )
}

/** A wire that makes no ring and whose types may fit. */
function fits(session: DraftSession, types: NodeTypes, body: string, { from, to }: Edge): boolean {
  const holder = bodyAt(session.graph, body)
  const node = nodeAt(session.graph, joinAddress(body, to[0]))
  if (holder === null || node === null || (from[0] !== INPUT && after(holder, to[0]).has(from[0])))
    return false
  const input = portsOf(node, types, holder).inputs.find(({ name }) => name === to[1])
  return input === undefined || assignable(typeOf(holder, types, from), input.schema) !== 'no'
}

/** Places all nodes of a body anew, as one step. */
async function arrangeAll(session: DraftSession, types: NodeTypes, body: string): Promise<void> {
  const { nodes, edges } = drawingOf({ graph: session.graph, body, types, ghosts: [], problems: [] })
  const places = await arrange({
    nodes: nodes.map(({ id, height }) => ({ id, width: NODE_WIDTH, height })),
    edges: edges.map(({ source, target }) => [source, target]),
  })
  session.act(
    texts.layout,
    places.map(([address, place]): Op => ({ kind: 'set_place', address, place })),
  )
}

function Legend() {
  return (
    <ul
      aria-label={texts.legend}
      className="absolute bottom-3 left-3 flex flex-wrap gap-x-4 rounded-control border border-line bg-panel px-3 py-1 text-hint text-ink-2"
    >
      {(['text', 'number', 'list', 'object'] as const).map((look) => (
        <li key={look} className="flex items-center gap-1.5">
          <span className="workflow-canvas" aria-hidden="true">
            <span className={`port port-${look} inline-block`} />
          </span>
          {texts.legendLook[look]}
        </li>
      ))}
      <li>┄ {texts.legendCheck}</li>
    </ul>
  )
}
