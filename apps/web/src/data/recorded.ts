import { rulesRoutes } from '@countersign/protocol'
import type { RecordedCall } from '@countersign/policy'
import { useQuery } from '@tanstack/react-query'
import { call, valueOf } from './http.ts'

/** A past call and the time of its proposal. */
export type DatedCall = RecordedCall & { readonly at: number }

/** Calls of the last 30 days, newest first; null until they are loaded, or if they are unavailable: a preview works without. */
export function useRecorded(): readonly DatedCall[] | null {
  const recorded = useQuery({
    queryKey: ['recorded'],
    queryFn: async () => (await valueOf(call(rulesRoutes.recorded, {}))).calls,
  })
  return recorded.data ?? null
}
