import { workflowRoutes, type PlannedNode } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call, valueOf } from '../../data/http.ts'

export interface PlanOf {
  readonly workflow: string
  /** A hash, or the draft as the server has it. */
  readonly hash: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly mode: string
  /** Another text, another plan: for the draft, which has no hash of its own until it compiles. */
  readonly key?: string
}

/** What policy would say of each effect now, by node. Empty while nobody knows. */
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
    // Rules change without a word to this page.
    staleTime: 5000,
    retry: false,
  })
  return useMemo(() => new Map(data?.nodes.map((node) => [node.node, node])), [data])
}

/** The values that a workflow takes where nobody gives another. */
export function standardInputs(
  inputs: readonly { readonly name: string; readonly standard?: unknown }[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    inputs.filter(({ standard }) => standard !== undefined).map(({ name, standard }) => [name, standard]),
  )
}
