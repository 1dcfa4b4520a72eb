import { approvalRoutes, threadRoutes } from '@countersign/protocol'
import type { CallId, CallView, MessageId, MessageView } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, pick, valueOf } from './http.ts'
import type { HttpResult } from './http.ts'

/** Something that lists and events contain only in part. */
export interface Whole<T> {
  /** Null: not here yet. */
  readonly value: T | null
  readonly loading: boolean
  /** Why it could not be loaded; null: no error. */
  readonly trouble: string | null
  readonly load: () => void
}

/** A complete call. It is loaded on request, or immediately; once loaded, all parts of the page share it. */
export function useWholeCall(id: CallId, atOnce = false): Whole<CallView> {
  return useWhole(
    id,
    () => pick(call(approvalRoutes.call, { params: { id } }), (answer) => answer.call),
    atOnce,
  )
}

/** A message with its complete text. */
export function useWholeMessage(id: MessageId): Whole<MessageView> {
  return useWhole(id, () => fetchMessage(id), false)
}

/** The current message with its complete text. */
export async function fetchMessage(id: MessageId): Promise<HttpResult<MessageView>> {
  return pick(call(threadRoutes.message, { params: { id } }), (answer) => answer.message)
}

function useWhole<T>(id: CallId | MessageId, ask: () => Promise<HttpResult<T>>, atOnce: boolean): Whole<T> {
  const [wanted, setWanted] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['whole', id],
    queryFn: () => valueOf(ask()),
    enabled: wanted || atOnce,
    // Proposals and messages never change.
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
