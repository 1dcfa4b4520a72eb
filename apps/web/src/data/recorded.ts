import { rulesRoutes } from '@countersign/protocol'
import type { RecordedCall } from '@countersign/policy'
import { useQuery } from '@tanstack/react-query'
import { call, valueOf } from './http.ts'

/** A call of the past and when it was proposed. */
export type DatedCall = RecordedCall & { readonly at: number }

/** Calls of the last 30 days, newest first; null while they are not there, or cannot be had: a preview goes without. */
export function useRecorded(): readonly DatedCall[] | null {
  const recorded = useQuery({
    queryKey: ['recorded'],
    queryFn: async () => (await valueOf(call(rulesRoutes.recorded, {}))).calls,
  })
  return recorded.data ?? null
}
