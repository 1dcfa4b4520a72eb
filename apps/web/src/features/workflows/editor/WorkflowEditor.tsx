import type { WorkflowView } from '@countersign/protocol'
import { readGraph, type Graph } from '@countersign/workflow'
import { useQuery } from '@tanstack/react-query'
import { Page } from '../../../ui/Page.tsx'
import { fetchWorkflow, keys } from '../api.ts'
import { texts } from '../texts.ts'
import { EditorFrame } from './EditorFrame.tsx'

/** One workflow, by its id. `alone`: it has its own page, without a thread next to it. */
export function WorkflowEditor({ id, alone = false }: { id: string; alone?: boolean }) {
  const { data, error } = useQuery({
    queryKey: [...keys.one(id), 'opened'],
    queryFn: () => fetchWorkflow(id),
    // From now on this window owns the draft; a save by another window shows up as a conflict.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  if (data === undefined) return <Page>{error === null ? texts.loading : texts.notHere(error.message)}</Page>
  return <Opened key={data.id} workflow={data} alone={alone} />
}

function Opened({ workflow, alone }: { workflow: WorkflowView; alone: boolean }) {
  const read = readGraph(workflow.draft)
  if (!read.ok) return <Page>{texts.notHere(read.error.map(({ message }) => message).join('; '))}</Page>
  const graph: Graph = { ...read.value, name: workflow.name }
  return <EditorFrame workflow={workflow} graph={graph} alone={alone} />
}
