import type { NodeEffect } from '@countersign/protocol'
import type { Graph } from '@countersign/workflow'
import { useMemo } from 'react'
import { drawingOf, type DrawnNode } from '../canvas/flow.ts'
import type { NodeTypes } from '../model/ports.ts'
import { cardTexts as texts } from '../manage-texts.ts'

/** Maximum number of nodes: a larger picture is unreadable. */
const MOST = 60
const NODE = { width: 92, height: 20, across: 112, down: 30 } as const
/** A wide graph is scrolled rather than drawn smaller than this: its words must be readable. */
const SMALLEST = 0.8

interface SketchProps {
  readonly graph: Graph
  readonly types: NodeTypes
  readonly effects: readonly NodeEffect[]
  /** Addresses of nodes that are new in this version. */
  readonly fresh: ReadonlySet<string>
}

/** A small picture of the graph: nodes that write, run or send are filled, new nodes are dashed. */
export function GraphSketch({ graph, types, effects, fresh }: SketchProps) {
  const drawn = useMemo(() => laidOut(graph, types), [graph, types])
  if (drawn.boxes.length === 0 || drawn.boxes.length > MOST) return null
  const acts = new Set(effects.filter(({ category }) => category !== 'read').map(({ node }) => node))
  return (
    <figure className="m-0 border-b border-line bg-panel p-2" aria-label={texts.sketch}>
      <div
        role="group"
        aria-label={texts.sketch}
        // A scroll area must take the focus, so that keys can scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="overflow-x-auto"
      >
        <svg
          role="img"
          aria-label={`${texts.sketch}: ${drawn.boxes.map(({ title }) => title).join(', ')}`}
          viewBox={`-2 -2 ${drawn.width + 4} ${drawn.height + 4}`}
          style={{ width: drawn.width + 4, maxWidth: '100%', minWidth: drawn.width * SMALLEST }}
        >
          {drawn.lines.map(({ from, to, key }) => (
            <path
              key={key}
              d={`M ${from.x} ${from.y} C ${from.x + 14} ${from.y}, ${to.x - 14} ${to.y}, ${to.x} ${to.y}`}
              className="fill-none stroke-line-strong"
            />
          ))}
          {drawn.boxes.map(({ id, title, x, y, width, height, holds }) => (
            <g key={id}>
              <rect
                x={x}
                y={y}
                width={width}
                height={height}
                rx="4"
                strokeDasharray={fresh.has(id) ? '4 3' : undefined}
                className={
                  acts.has(id)
                    ? 'fill-accent stroke-accent'
                    : fresh.has(id)
                      ? 'fill-panel stroke-clear'
                      : 'fill-panel stroke-line-strong'
                }
              />
              <text
                x={holds ? x + 6 : x + width / 2}
                y={y + 14}
                textAnchor={holds ? 'start' : 'middle'}
                fontSize="10"
                className={acts.has(id) ? 'fill-on-accent' : 'fill-ink'}
              >
                {title.length > 16 ? `${title.slice(0, 15)}…` : title}
              </text>
            </g>
          ))}
        </svg>
      </div>
      <figcaption className="text-hint text-ink-2">{texts.sketchKey}</figcaption>
    </figure>
  )
}

interface Box {
  readonly id: string
  readonly title: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly holds: boolean
}

/** Small boxes in columns; a body is a row inside its node. */
function laidOut(graph: Graph, types: NodeTypes) {
  const { nodes, edges } = drawingOf({ graph: { ...graph, view: {} }, types, ghosts: [], problems: [] })
  const boxes = new Map<string, Box>()
  const inside = Map.groupBy(nodes, ({ parent }) => parent)
  const place = (parent: string | null, left: number, top: number): { width: number; height: number } => {
    const columns = [...Map.groupBy(inside.get(parent) ?? [], ({ place: { x } }) => x)].toSorted(
      ([a], [b]) => a - b,
    )
    let x = left
    let bottom = top
    for (const [, column] of columns) {
      let y = top
      let wide: number = NODE.width
      for (const node of column) {
        const size = sizeOf(node, x, y)
        wide = Math.max(wide, size.width)
        y += size.height + (NODE.down - NODE.height)
      }
      x += wide + (NODE.across - NODE.width)
      bottom = Math.max(bottom, y)
    }
    return {
      width: Math.max(0, x - left - (NODE.across - NODE.width)),
      height: Math.max(0, bottom - top - (NODE.down - NODE.height)),
    }
  }
  const sizeOf = ({ id, data }: DrawnNode, x: number, y: number): { width: number; height: number } => {
    // Add the node before its body, so that it is drawn behind it.
    boxes.set(id, { id, title: data.title, x, y, width: NODE.width, height: NODE.height, holds: data.holds })
    if (!data.holds) return { width: NODE.width, height: NODE.height }
    const body = place(id, x + 8, y + 22)
    const size = { width: Math.max(NODE.width, body.width + 16), height: body.height + 30 }
    boxes.set(id, { id, title: data.title, x, y, ...size, holds: true })
    return size
  }
  const { width, height } = place(null, 0, 0)
  const lines = edges.flatMap(({ id, source, target }) => {
    const [a, b] = [boxes.get(source), boxes.get(target)]
    if (a === undefined || b === undefined) return []
    return [{ key: id, from: { x: a.x + a.width, y: a.y + 10 }, to: { x: b.x, y: b.y + 10 } }]
  })
  return { boxes: [...boxes.values()], lines, width, height }
}
