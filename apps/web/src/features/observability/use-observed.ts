import {
  observabilityRoutes,
  type ObservedCall,
  type ObservedFilter,
  type ObservedPage,
} from '@countersign/protocol'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call, valueOf } from '../../data/http.ts'

/** Milliseconds between two reloads while the pane is visible. */
const LOOK_EVERY = 2000
/** Errors that are listed first, however old. */
const ERRORS_ABOVE = 20

export interface Observed {
  readonly calls: readonly ObservedCall[]
  readonly page: ObservedPage | undefined
  readonly loading: boolean
  readonly problem: string | null
  readonly older: (() => void) | null
  readonly lookAgain: () => void
}

/** Matching calls, reloaded periodically: errors first, then the newest. */
export function useObserved(filter: ObservedFilter, errorsFirst: boolean): Observed {
  const queries = useQueryClient()
  const pages = useInfiniteQuery({
    queryKey: ['observability', filter],
    queryFn: ({ pageParam }) =>
      valueOf(call(observabilityRoutes.list, { query: { ...filter, before: pageParam } })),
    initialPageParam: undefined as string | undefined, // the first page begins at the newest call
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: LOOK_EVERY,
    retry: false,
  })
  const errors = useQuery({
    queryKey: ['observability', { ...filter, state: 'error' }, 'errors'],
    queryFn: () => valueOf(call(observabilityRoutes.list, { query: { ...filter, state: 'error' } })),
    enabled: errorsFirst && filter.state === undefined,
    refetchInterval: LOOK_EVERY,
    retry: false,
  })
  const calls = useMemo(() => {
    const all = pages.data?.pages.flatMap((page) => page.calls) ?? []
    return errorsFirst ? withErrorsFirst(errors.data?.calls.slice(0, ERRORS_ABOVE) ?? [], all) : unique(all)
  }, [pages.data, errors.data, errorsFirst])
  return {
    calls,
    page: pages.data?.pages[0],
    loading: pages.isPending,
    problem: pages.error?.message ?? null,
    older: pages.hasNextPage && !pages.isFetchingNextPage ? () => void pages.fetchNextPage() : null,
    lookAgain: () => void queries.invalidateQueries({ queryKey: ['observability'] }),
  }
}

/** Errors, then everything else, each in its own order, without duplicates. */
export function withErrorsFirst(
  errors: readonly ObservedCall[],
  calls: readonly ObservedCall[],
): readonly ObservedCall[] {
  const isError = ({ state }: ObservedCall): boolean => state === 'error'
  return unique([...errors, ...calls.filter(isError), ...calls.filter((one) => !isError(one))])
}

function unique(calls: readonly ObservedCall[]): readonly ObservedCall[] {
  return [...new Map(calls.map((one) => [one.id, one])).values()]
}
