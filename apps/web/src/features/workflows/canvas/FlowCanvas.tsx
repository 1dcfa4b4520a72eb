import type { Edge } from '@countersign/workflow'
import '@xyflow/react/dist/base.css'
import './canvas.css'
import {
  Background,
  Panel,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
  type Connection,
  type Edge as FlowEdge,
  type Node as FlowNode,
  type NodeChange,
  type OnConnectEnd,
} from '@xyflow/react'
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { Button } from '../../../ui/Button.tsx'
import type { Place } from '../model/edit.ts'
import { editorTexts as texts } from '../texts.ts'
import { portTop, type DrawnEdge, type DrawnNode, type Drawing, type NodeData } from './flow.ts'
import { NodeView } from './NodeView.tsx'
import { useNodeFocus, type NodeFocus } from './use-node-focus.ts'
import { Wire, type WireData } from './Wire.tsx'

export interface FlowCanvasProps {
  readonly drawing: Drawing
  readonly selected: string | null
  readonly onSelect: (address: string | null) => void
  /** If absent, the canvas is read-only. */
  readonly edit?: FlowEdit
  readonly keys?: CanvasKeys
}

/** What the editor does for the keyboard. `address`: the node with the focus; null: the canvas has it. */
export interface CanvasKeys {
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>, address: string | null, focus: FocusNode) => void
  readonly onClipboard: (event: ClipboardEvent<HTMLElement>, address: string | null, focus: FocusNode) => void
  /** Receives the way to focus a node. */
  readonly focusing: RefObject<FocusNode | null>
}

export type FocusNode = NodeFocus['focusNode']

export interface FlowEdit {
  readonly onMove: (places: readonly (readonly [address: string, place: Place])[]) => void
  readonly onConnect: (connection: Connection) => void
  readonly isValid: (connection: Connection | FlowEdge) => boolean
  /** A wire was dropped on empty space. */
  readonly onDrop: (node: string, port: string, place: Place) => void
  readonly onDropWire: (body: string, edge: Edge) => void
}

type CanvasNode = FlowNode<NodeData, 'step'>
type CanvasEdge = FlowEdge<WireData>
const TYPES = { step: NodeView }
const EDGE_TYPES = { wire: Wire }
const PORT = 10
const FIT = { maxZoom: 1, padding: 0.15 }
/** A read-only graph may fill its box. */
const SHOWN = { maxZoom: 1, padding: 0.06 }

export function FlowCanvas(props: FlowCanvasProps) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  )
}

function Flow({ drawing, selected, onSelect, edit, keys }: FlowCanvasProps) {
  const flow = useReactFlow()
  useRefit(edit === undefined)
  const root = useRef<HTMLDivElement>(null)
  const focus = useNodeFocus(root, drawing.nodes)
  const { focusNode } = focus
  useImperativeHandle(keys?.focusing, () => focusNode, [focusNode])
  const { nodes, onNodesChange } = useNodes(drawing, selected, edit)
  const edges = useMemo(() => drawing.edges.map(flowEdge), [drawing.edges])
  const onConnectEnd: OnConnectEnd = (event, { isValid, fromNode, fromHandle }) => {
    if (isValid === true || fromNode === null || fromHandle?.type !== 'source' || edit === undefined) return
    const at = 'clientX' in event ? event : event.changedTouches[0]
    if (at === undefined) return
    edit.onDrop(fromNode.id, fromHandle.id ?? '', flow.screenToFlowPosition({ x: at.clientX, y: at.clientY }))
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the nodes inside are handled in one place
    <div
      ref={root}
      role="group"
      aria-label={texts.canvasNodes}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a stop before the nodes: if none is in the view, Tab would pass the canvas by
      tabIndex={0}
      className="workflow-canvas size-full -outline-offset-2"
      onKeyDown={(event) => {
        const address = addressOf(event.target)
        if (event.key === 'Tab') focus.tab(event, address)
        else keys?.onKeyDown(event, address, focusNode)
      }}
      onCopy={(event) => keys?.onClipboard(event, addressOf(event.target), focusNode)}
      onCut={(event) => keys?.onClipboard(event, addressOf(event.target), focusNode)}
      onPaste={(event) => keys?.onClipboard(event, addressOf(event.target), focusNode)}
      onFocus={(event) => {
        const address = addressOf(event.target)
        if (address === null) return
        onSelect(address)
        if (event.target.matches(':focus-visible')) focus.show(address)
      }}
    >
      <ReactFlow<CanvasNode, CanvasEdge>
        aria-label={texts.canvas}
        nodes={nodes}
        edges={edges}
        nodeTypes={TYPES}
        edgeTypes={EDGE_TYPES}
        onNodesChange={onNodesChange}
        onConnectEnd={onConnectEnd}
        onNodeClick={(_event, node) => onSelect(node.id)}
        onPaneClick={() => onSelect(null)}
        onlyRenderVisibleElements
        disableKeyboardA11y
        nodesDraggable={edit !== undefined}
        nodesConnectable={edit !== undefined}
        edgesFocusable={false}
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        minZoom={0.1}
        fitView
        fitViewOptions={edit === undefined ? SHOWN : FIT}
        proOptions={{ hideAttribution: true }}
        {...(edit === undefined
          ? {}
          : {
              onConnect: edit.onConnect,
              isValidConnection: edit.isValid,
              onEdgeDoubleClick: (_event: unknown, { id }: FlowEdge) => {
                const wire = drawing.edges.find((edge) => edge.id === id)
                if (wire !== undefined) edit.onDropWire(wire.body, wire.edge)
              },
            })}
      >
        <Background gap={20} color="var(--line)" />
        <Controls />
      </ReactFlow>
    </div>
  )
}

/** The nodes for the library, and what happens when it moves them. */
function useNodes(drawing: Drawing, selected: string | null, edit: FlowEdit | undefined) {
  const [dragged, setDragged] = useState<ReadonlyMap<string, Place>>(new Map())
  const [cache] = useState(() => new NodeCache())
  const nodes = useMemo(() => cache.nodesOf(drawing, selected, dragged), [cache, drawing, selected, dragged])
  const onNodesChange = useCallback(
    (changes: NodeChange<CanvasNode>[]) => {
      const moved: [string, Place][] = []
      const ended: [string, Place][] = []
      for (const change of changes) {
        if (change.type !== 'position' || change.position === undefined) continue
        if (change.dragging === true) moved.push([change.id, change.position])
        else ended.push([change.id, change.position])
      }
      if (moved.length > 0) setDragged((before) => new Map([...before, ...moved]))
      if (ended.length === 0) return
      edit?.onMove(ended.map(([id, place]) => [id, storedPlace(cache.originOf(id), place)]))
      setDragged(new Map())
    },
    [edit, cache],
  )
  return { nodes, onNodesChange }
}

/** Fits a read-only graph again when the width of its box changes. */
function useRefit(isShown: boolean): void {
  const { fitView } = useReactFlow()
  const width = useStore((state) => state.width)
  useEffect(() => {
    if (isShown && width > 0) void fitView(SHOWN)
  }, [fitView, isShown, width])
}

/** Buttons to zoom, and to fit the whole graph. */
function Controls() {
  const flow = useReactFlow()
  return (
    <Panel position="bottom-right" className="flex items-center rounded-control border border-line bg-panel">
      <ZoomButton label={texts.zoomOut} onClick={() => void flow.zoomOut()} icon={ZoomOut} />
      <Zoom />
      <ZoomButton label={texts.zoomIn} onClick={() => void flow.zoomIn()} icon={ZoomIn} />
      <ZoomButton
        label={texts.fitAll}
        onClick={() => void flow.fitView({ maxZoom: 1, padding: 0.15 })}
        icon={Maximize}
      />
    </Panel>
  )
}

/** The zoom level, in a component of its own, so that only it re-renders when the viewport changes. */
function Zoom() {
  const percent = useStore(({ transform }) => Math.round(transform[2] * 100))
  return <span className="w-12 text-center text-hint text-ink-2">{percent} %</span>
}

function storedPlace(origin: Place, { x, y }: Place): Place {
  return { x: Math.round(x - origin.x), y: Math.round(y - origin.y) }
}

function ZoomButton(props: { label: string; onClick: () => void; icon: typeof ZoomIn }) {
  const Icon = props.icon
  return (
    <Button kind="quiet" size="icon" aria-label={props.label} title={props.label} onClick={props.onClick}>
      <Icon size={14} aria-hidden="true" />
    </Button>
  )
}

/** Converts nodes for the library. An unchanged node keeps its object, so that it is not drawn again. */
class NodeCache {
  private known = new Map<
    string,
    { readonly key: string; readonly node: CanvasNode; readonly origin: Place }
  >()

  originOf(id: string): Place {
    return this.known.get(id)?.origin ?? { x: 0, y: 0 }
  }

  nodesOf(drawing: Drawing, selected: string | null, dragged: ReadonlyMap<string, Place>): CanvasNode[] {
    const next = new Map<
      string,
      { readonly key: string; readonly node: CanvasNode; readonly origin: Place }
    >()
    for (const drawn of drawing.nodes) {
      const { id, data, place, height, origin, parent } = drawn
      const position = dragged.get(id) ?? place
      const key = JSON.stringify([data, position, height, origin, parent, id === selected])
      const before = this.known.get(id)
      next.set(
        id,
        before?.key === key ? before : { key, origin, node: flowNode(drawn, position, id === selected) },
      )
    }
    this.known = next
    return [...next.values()].map(({ node }) => node)
  }
}

function flowNode({ id, data, height, parent }: DrawnNode, position: Place, selected: boolean): CanvasNode {
  const port = (side: Position, type: 'source' | 'target', name: string, index: number) => ({
    id: name,
    type,
    position: side,
    x: side === Position.Left ? -PORT / 2 : data.width - PORT / 2,
    y: portTop(index) - PORT / 2,
    width: PORT,
    height: PORT,
  })
  return {
    id,
    type: 'step',
    data,
    position: { ...position },
    width: data.width,
    height,
    // Sizes are known without measuring, so that the first view includes nodes that have not been drawn yet.
    measured: { width: data.width, height },
    selected,
    ...(parent === null ? {} : { parentId: parent }),
    ariaLabel: [data.title, data.type, data.note, data.wrong].filter((part) => part !== null).join(', '),
    handles: [
      ...data.inputs.map(({ name }, index) => port(Position.Left, 'target', name, index)),
      ...data.outputs.map(({ name }, index) => port(Position.Right, 'source', name, index)),
    ],
  }
}

function flowEdge({ id, edge, source, target, look, check, change }: DrawnEdge): CanvasEdge {
  const classes = [`wire-${look}`, check ? 'wire-check' : '', change === null ? '' : `wire-${change}`]
  return {
    id,
    type: 'wire',
    source,
    sourceHandle: edge.from[1],
    target,
    targetHandle: edge.to[1],
    className: classes.filter(Boolean).join(' '),
    focusable: false,
    data: { look, change, pick: edge.pick ?? null },
  }
}

function addressOf(target: EventTarget): string | null {
  if (!(target instanceof HTMLElement)) return null
  return target.closest<HTMLElement>('.react-flow__node')?.dataset['id'] ?? null
}
