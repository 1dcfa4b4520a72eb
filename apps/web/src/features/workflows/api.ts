import { workflowRoutes, type NodeTypeView, type WorkflowView } from '@countersign/protocol'
import { readGraph, type Graph } from '@countersign/workflow'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call, valueOf } from '../../data/http.ts'
import { applyOps, type Op } from './model/edit.ts'
import { editorOf } from './model/open-sessions.ts'
import type { NodeTypes } from './model/ports.ts'
import type { SaveResult } from './model/session.ts'

/** Keys of the query cache. */
export const keys = {
  list: ['workflows'] as const,
  one: (id: string) => ['workflows', id] as const,
  versions: (id: string) => ['workflows', id, 'versions'] as const,
  runs: (id: string) => ['runs', id] as const,
  run: (id: string) => ['run', id] as const,
  triggers: (id: string) => ['triggers', id] as const,
  grants: (id: string) => ['workflow-grants', id] as const,
  secrets: ['workflow-secrets'] as const,
  notices: ['workflow-notices'] as const,
}

const NONE: NodeTypes = new Map()

/** All node types by name. */
export function useNodeTypes(): NodeTypes {
  const { data } = useQuery({
    queryKey: ['workflow-nodes'],
    queryFn: () => valueOf(call(workflowRoutes.nodes, {})),
    staleTime: 60_000,
  })
  return useMemo(
    () => (data === undefined ? NONE : new Map(data.nodes.map((node: NodeTypeView) => [node.type, node]))),
    [data],
  )
}

export function useSecrets() {
  const { data } = useQuery({
    queryKey: keys.secrets,
    queryFn: () => valueOf(call(workflowRoutes.secrets, {})),
    staleTime: 10_000,
  })
  return data?.secrets ?? []
}

/** Parses the draft as a graph, or reports why it is not one. */
export function graphOf(json: unknown): { readonly graph: Graph } | { readonly problem: string } {
  const read = readGraph(json)
  return read.ok ? { graph: read.value } : { problem: read.error.map(({ message }) => message).join('; ') }
}

export async function saveDraft(id: string, graph: Graph, base: number): Promise<SaveResult> {
  const result = await call(workflowRoutes.saveDraft, { params: { id }, body: { graph: { ...graph }, base } })
  if (result.ok) return { ok: true, workflow: result.value.workflow }
  return { ok: false, conflict: result.status === 409, message: result.message }
}

export async function fetchWorkflow(id: string): Promise<WorkflowView> {
  return (await valueOf(call(workflowRoutes.get, { params: { id } }))).workflow
}

/** Changes a draft: in its editor if this window has it open, otherwise on the server. */
export async function changeDraft(id: string, label: string, change: (graph: Graph) => Op): Promise<void> {
  const open = editorOf(id)
  if (open !== undefined) {
    open.session.act(label, [change(open.session.graph)])
    return
  }
  const workflow = await fetchWorkflow(id)
  const read = graphOf(workflow.draft)
  if (!('graph' in read)) throw new Error(read.problem)
  const saved = await saveDraft(id, applyOps(read.graph, [change(read.graph)]).graph, workflow.draft_base)
  if (!saved.ok) throw new Error(saved.message)
}
