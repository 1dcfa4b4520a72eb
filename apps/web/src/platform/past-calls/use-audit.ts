import { useInfiniteQuery } from '@tanstack/react-query'
import { fetchAudit, fetchCalls, ROWS } from '../../data/api-audit.ts'
import type { AuditRow, CallFilter, PastCall, RowFilter } from '../../data/api-audit.ts'
import { valueOf } from '../../data/http.ts'

export interface Paged<T> {
  readonly items: readonly T[]
  readonly trouble: string | null
  readonly loading: boolean
  /** Null: there is nothing older. */
  readonly more: (() => void) | null
}

/** Past calls, page by page. */
export function useCallPages(filter: CallFilter): Paged<PastCall> {
  const query = useInfiniteQuery({
    queryKey: ['audit', 'calls', filter],
    queryFn: ({ pageParam }) =>
      valueOf(fetchCalls(pageParam === null ? filter : { ...filter, before: pageParam })),
    initialPageParam: null as number | null, // the first page has no cursor
    getNextPageParam: (last) => last.next,
    staleTime: 0,
  })
  return {
    items: query.data?.pages.flatMap(({ calls }) => calls) ?? [],
    trouble: query.error?.message ?? null,
    loading: query.isFetching,
    more: query.hasNextPage ? () => void query.fetchNextPage() : null,
  }
}

/** Rows of the audit, page by page. */
export function useRowPages(filter: RowFilter): Paged<AuditRow> {
  const query = useInfiniteQuery({
    queryKey: ['audit', 'rows', filter],
    queryFn: ({ pageParam }) =>
      valueOf(fetchAudit(pageParam === null ? filter : { ...filter, before: pageParam })),
    initialPageParam: null as number | null, // the first page has no cursor
    getNextPageParam: (last) => (last.length < ROWS ? null : (last.at(-1)?.place ?? null)),
    staleTime: 0,
  })
  return {
    items: query.data?.pages.flat() ?? [],
    trouble: query.error?.message ?? null,
    loading: query.isFetching,
    more: query.hasNextPage ? () => void query.fetchNextPage() : null,
  }
}
