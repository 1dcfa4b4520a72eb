import { workflowRoutes, type PlannedNode } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call, valueOf } from '../../data/http.ts'

export interface PlanOf {
  readonly workflow: string
  /** A hash, or `draft` for the server's copy of the draft. */
  readonly hash: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly mode: string
  /** Cache key for the draft, which has no hash until it compiles: a different key gives a new plan. */
  readonly key?: string
}

/** The policy's current verdict on each effect, by node. Empty until it is known. */
export function usePlan(of: PlanOf | null): ReadonlyMap<string, PlannedNode> {
  const { data } = useQuery({
    queryKey: ['workflow-plan', of],
    queryFn: () =>
      valueOf(
        call(workflowRoutes.plan, {
          params: { id: of?.workflow ?? '' },
          body: { hash: of?.hash ?? 'draft', inputs: { ...of?.inputs }, mode: of?.mode ?? 'default' },
        }),
      ),
    enabled: of !== null,
    // The page is not notified when rules change.
    staleTime: 5000,
    retry: false,
  })
  return useMemo(() => new Map(data?.nodes.map((node) => [node.node, node])), [data])
}

/** The default inputs of a workflow. */
export function standardInputs(
  inputs: readonly { readonly name: string; readonly standard?: unknown }[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    inputs.filter(({ standard }) => standard !== undefined).map(({ name, standard }) => [name, standard]),
  )
}
