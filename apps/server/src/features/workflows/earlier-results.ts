import type { StoredCall } from '@countersign/agent'
import type { RunResult, Values } from '@countersign/workflow'

/** Converts the calls of a run that succeeded to results for the planner. */
export function resultsOf(calls: readonly StoredCall[]): readonly RunResult[] {
  return calls.flatMap(({ call: { node }, state, result }) => {
    if (node === undefined || result === null || state !== 'succeeded') return []
    const item = node.item === null ? [] : node.item.split('/').map(Number)
    const outputs = (result.value as Values | undefined) ?? { text: result.text } // a tool returns JSON
    return [{ node: node.node, item, try: node.attempt, outcome: { state: 'done', outputs } }]
  })
}
