import type { Graph } from '@countersign/workflow'
import { useMemo } from 'react'
import { duration } from '../../../ui/times.ts'
import { useNodeTypes } from '../api.ts'
import { drawingOf } from '../canvas/flow.ts'
import { FlowCanvas } from '../canvas/FlowCanvas.tsx'
import { runTexts as texts } from '../run-texts.ts'
import type { NodeRuns } from './run-model.ts'

interface CanvasProps {
  readonly graph: Graph
  readonly nodes: readonly NodeRuns[]
  readonly chosen: string | null
  readonly onChoose: (node: string) => void
}

/** The graph of a run, with the state of each node. */
export function RunCanvas({ graph, nodes, chosen, onChoose }: CanvasProps) {
  const types = useNodeTypes()
  const drawing = useMemo(() => {
    const states = new Map(nodes.map((runs) => [runs.node, { state: runs.state, note: noteOf(runs) }]))
    return drawingOf({ graph, types, ghosts: [], problems: [], states })
  }, [graph, nodes, types])
  return (
    <section
      aria-label={texts.canvas}
      className="h-[max(20rem,46vh)] shrink-0 overflow-hidden rounded-card border border-line"
    >
      {types.size > 0 && (
        <FlowCanvas
          drawing={drawing}
          selected={chosen}
          onSelect={(address) =>
            address !== null && nodes.some(({ node }) => node === address) && onChoose(address)
          }
        />
      )}
    </section>
  )
}

function noteOf({ state, ms, items, done, failed, tries }: NodeRuns): string {
  const parts = [
    items.length > 1 ? `${done} of ${items.length}` : texts.states[state],
    failed > 0 && items.length > 1 ? `${failed} failed` : null,
    ms === null ? null : duration(ms),
    tries > 1 ? `try ${tries}` : null,
  ]
  return parts.filter((part) => part !== null).join(', ')
}
