import { BaseEdge, EdgeLabelRenderer, getBezierPath, type Edge, type EdgeProps } from '@xyflow/react'
import type { DrawnEdge } from './flow.ts'

export interface WireData extends Record<string, unknown> {
  readonly look: DrawnEdge['look']
  readonly change: DrawnEdge['change']
  readonly pick: string | null
}

/** One wire. A list is drawn as a double line; a proposed removal has a cross. */
export function Wire({
  sourceX,
  sourceY,
  targetX,
  targetY,
  sourcePosition,
  targetPosition,
  data,
}: EdgeProps<Edge<WireData>>) {
  const [path, x, y] = getBezierPath({ sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition })
  const { look, change, pick } = data ?? { look: 'other', change: null, pick: null }
  return (
    <>
      <BaseEdge path={path} interactionWidth={14} />
      {look === 'list' && <path d={path} className="wire-gap" fill="none" />}
      {change === 'removed' && (
        <path
          d={`M ${x - 7} ${y - 7} L ${x + 7} ${y + 7} M ${x + 7} ${y - 7} L ${x - 7} ${y + 7}`}
          className="wire-cross"
        />
      )}
      {pick !== null && (
        <EdgeLabelRenderer>
          <span
            className="absolute rounded-mark bg-panel px-1 font-mono text-hint text-ink-2"
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
          >
            {pick}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  )
}
