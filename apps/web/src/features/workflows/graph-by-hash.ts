import { workflowRoutes } from '@countersign/protocol'
import { call, valueOf } from '../../data/http.ts'

/** Loads a built or saved graph by its hash. This only reads, so the agent's handlers may use it. */
export async function graphByHash(hash: string): Promise<unknown> {
  return (await valueOf(call(workflowRoutes.graph, { params: { hash } }))).graph
}
