import { applyOps, type Graph, type Op } from '@countersign/workflow'

export {
  applyOps,
  bodyAt,
  edgeKey,
  joinAddress,
  nodeAt,
  splitAddress,
  type Op,
  type Place,
} from '@countersign/workflow'

/** A graph with its undo and redo steps. */
export interface History {
  readonly graph: Graph
  readonly undo: readonly Step[]
  readonly redo: readonly Step[]
}

/** One undo step, which a person sees as one change. */
export interface Step {
  readonly label: string
  readonly ops: readonly Op[]
  /** Further changes with the same key are merged into this step: letters typed into one field. */
  readonly join?: string | undefined
}

/** Maximum number of undo steps: more than anyone needs. */
const KEPT = 500

export function begin(graph: Graph): History {
  return { graph, undo: [], redo: [] }
}

export function act(history: History, label: string, ops: readonly Op[], join?: string): History {
  const { graph, inverse } = applyOps(history.graph, ops)
  if (inverse.length === 0) return history
  const last = history.undo.at(-1)
  if (join !== undefined && last?.join === join) {
    const joined = { label, ops: [...inverse, ...last.ops], join }
    return { graph, undo: [...history.undo.slice(0, -1), joined], redo: [] }
  }
  return { graph, undo: [...history.undo, { label, ops: inverse, join }].slice(-KEPT), redo: [] }
}

export function undo(history: History): History {
  const step = history.undo.at(-1)
  if (step === undefined) return history
  const { graph, inverse } = applyOps(history.graph, step.ops)
  return {
    graph,
    undo: history.undo.slice(0, -1),
    redo: [...history.redo, { label: step.label, ops: inverse }],
  }
}

export function redo(history: History): History {
  const step = history.redo.at(-1)
  if (step === undefined) return history
  const { graph, inverse } = applyOps(history.graph, step.ops)
  return {
    graph,
    undo: [...history.undo, { label: step.label, ops: inverse }],
    redo: history.redo.slice(0, -1),
  }
}
