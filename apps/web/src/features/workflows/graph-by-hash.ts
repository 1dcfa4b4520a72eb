import { workflowRoutes } from '@countersign/protocol'
import { call, valueOf } from '../../data/http.ts'

/** A graph that was built or saved, by its hash. A read alone, so that handlers of the agent may use it. */
export async function graphByHash(hash: string): Promise<unknown> {
  return (await valueOf(call(workflowRoutes.graph, { params: { hash } }))).graph
}
