import { workflowRoutes } from '@countersign/protocol'
import { readGraph } from '@countersign/workflow'
import { useQuery } from '@tanstack/react-query'
import { call, valueOf } from '../../../data/http.ts'
import type { FormField } from '../fields/SchemaForm.tsx'

/** The inputs that a saved version takes: the draft may have others by now. Undefined until they are known. */
export function useVersionInputs(workflow: string, hash: string): readonly FormField[] | undefined {
  const { data } = useQuery({
    queryKey: ['workflow-version', workflow, hash],
    queryFn: () => valueOf(call(workflowRoutes.version, { params: { id: workflow, hash } })),
    staleTime: Infinity,
    retry: false,
  })
  const read = data && readGraph(data.graph)
  if (read?.ok !== true) return undefined
  return Object.entries(read.value.inputs).map(([name, { schema, default: standard, title }]) => ({
    name,
    schema,
    required: standard === undefined,
    standard,
    about: title,
  }))
}
