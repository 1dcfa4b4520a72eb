import { approvalRoutes, threadRoutes } from '@countersign/protocol'
import type { CallId, CallView, MessageId, MessageView } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, pick, valueOf } from './http.ts'
import type { HttpResult } from './http.ts'

/** Something of which lists and events carry only the beginning. */
export interface Whole<T> {
  /** Null: not here yet. */
  readonly value: T | null
  readonly loading: boolean
  /** Why it did not come; null: nothing went wrong. */
  readonly trouble: string | null
  readonly load: () => void
}

/** A call with nothing shortened. It comes when it is asked for, or at once; one that was loaded anywhere on the page is here everywhere. */
export function useWholeCall(id: CallId, atOnce = false): Whole<CallView> {
  return useWhole(
    id,
    () => pick(call(approvalRoutes.call, { params: { id } }), (answer) => answer.call),
    atOnce,
  )
}

/** A message with all of its text. */
export function useWholeMessage(id: MessageId): Whole<MessageView> {
  return useWhole(id, () => fetchMessage(id), false)
}

/** A message with all of its text, as it is now. */
export async function fetchMessage(id: MessageId): Promise<HttpResult<MessageView>> {
  return pick(call(threadRoutes.message, { params: { id } }), (answer) => answer.message)
}

function useWhole<T>(id: CallId | MessageId, ask: () => Promise<HttpResult<T>>, atOnce: boolean): Whole<T> {
  const [wanted, setWanted] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['whole', id],
    queryFn: () => valueOf(ask()),
    enabled: wanted || atOnce,
    // What was proposed or said never changes.
    staleTime: Infinity,
    retry: false,
  })
  return {
    value: data ?? null,
    loading: isFetching,
    trouble: error?.message ?? null,
    load: () => (wanted ? void refetch() : setWanted(true)),
  }
}
