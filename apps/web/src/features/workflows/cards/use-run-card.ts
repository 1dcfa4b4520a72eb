import { workflowRoutes, type GraphDiff } from '@countersign/protocol'
import { readGraph, type Graph } from '@countersign/workflow'
import { useQuery } from '@tanstack/react-query'
import { call, valueOf } from '../../../data/http.ts'
import { keys } from '../api.ts'

/** Details that the page loads for the card of a run, in addition to the frozen content. They only inform: the question stays as the server asked it. */
export interface RunCard {
  readonly graph: Graph | null
  readonly saved: { readonly by: string; readonly at: number } | null
  /** The version that this person last allowed, and the diff since then; null if there is none, or it is this version. */
  readonly since: { readonly hash: string; readonly diff: GraphDiff } | null
}

export function useRunCard(workflow: string | null, hash: string): RunCard {
  const id = workflow ?? ''
  const enabled = workflow !== null
  const version = useQuery({
    queryKey: ['workflow-version', id, hash],
    queryFn: () => valueOf(call(workflowRoutes.version, { params: { id, hash } })),
    staleTime: Infinity,
    retry: false,
    enabled,
  })
  const grants = useQuery({
    queryKey: keys.grants(id),
    queryFn: () => valueOf(call(workflowRoutes.grants, { query: { workflow_id: id } })),
    retry: false,
    enabled,
  })
  const allowed = grants.data?.grants.find(
    (grant) => grant.run_id === null && grant.revoked_at === null && grant.hash !== hash,
  )?.hash
  const diff = useQuery({
    queryKey: ['workflow-diff', id, allowed, hash],
    queryFn: () =>
      valueOf(call(workflowRoutes.diff, { params: { id }, query: { from: allowed ?? '', to: hash } })),
    staleTime: Infinity,
    retry: false,
    enabled: allowed !== undefined,
  })
  const read = version.data === undefined ? null : readGraph(version.data.graph)
  return {
    graph: read?.ok === true ? read.value : null,
    saved: version.data === undefined ? null : { by: version.data.version.by, at: version.data.version.at },
    since: allowed === undefined || diff.data === undefined ? null : { hash: allowed, diff: diff.data.diff },
  }
}
