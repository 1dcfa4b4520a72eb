import type { StoredCall } from '@countersign/agent'
import type { UserId } from '@countersign/protocol'
import { fromNode, type Compiled, type RunResult, type Values } from '@countersign/workflow'
import type { Parts } from './parts.ts'
import type { RunInput } from './starting.ts'

/** Converts the calls of a run that succeeded to results for the planner. */
function resultsOf(calls: readonly StoredCall[]): readonly RunResult[] {
  return calls.flatMap(({ call: { node }, state, result }) => {
    if (node === undefined || result === null || state !== 'succeeded') return []
    const item = node.item === null ? [] : node.item.split('/').map(Number)
    const outputs = (result.value as Values | undefined) ?? { text: result.text } // a tool returns JSON
    return [{ node: node.node, item, try: node.attempt, outcome: { state: 'done', outputs } }]
  })
}

type Reuse =
  | { readonly ok: true; readonly results: readonly RunResult[] }
  | { readonly ok: false; readonly code: string; readonly text: string }

/** The results of an earlier run of the same version that a run started at a node reuses. */
export async function earlierResults(
  parts: Parts,
  user: UserId,
  { workflow_id, from_node, run_id }: RunInput,
  compiled: Compiled,
): Promise<Reuse> {
  if (from_node === undefined) return { ok: true, results: [] }
  const run = run_id === undefined ? undefined : await parts.runs.get(user, run_id)
  // The outputs of another workflow would pass for those of nodes that happen to have the same names.
  if (run?.workflow_id !== workflow_id)
    return {
      ok: false,
      code: 'not_found',
      text: '`from_node` needs the `run_id` of an earlier run of this workflow',
    }
  if (!compiled.byAddress.has(from_node))
    return { ok: false, code: 'not_found', text: `there is no node \`${from_node}\`` }
  const { results } = fromNode(compiled, from_node, resultsOf(await parts.calls.below(run.call_id)))
  return { ok: true, results }
}
