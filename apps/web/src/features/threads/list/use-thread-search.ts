import { threadRoutes } from '@countersign/protocol'
import type { FoundThread } from '@countersign/protocol'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { call, valueOf } from '../../../data/http.ts'
import type { ThreadRow } from './thread-groups.ts'

export interface FoundThreadRow {
  readonly row: ThreadRow
  /** The text around the match; null: it is in the title. */
  readonly excerpt: string | null
}

export interface ThreadSearch {
  readonly found: readonly FoundThreadRow[]
  readonly searching: boolean
  readonly more: boolean
  /** Why only titles were searched. */
  readonly trouble: string | null
}

/** Threads with all of these words: title matches immediately, message matches once the server has answered. */
export function useThreadSearch(rows: readonly ThreadRow[], typed: string): ThreadSearch {
  const words = useDeferredValue(typed.trim())
  const query = useQuery({
    queryKey: ['chats found', words],
    queryFn: ({ signal }) => valueOf(call(threadRoutes.found, { query: { words } }, signal)),
    enabled: words !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const said = words === '' || query.isPlaceholderData ? [] : (query.data?.found ?? [])
  return {
    found: join(rows, typed, said),
    searching: query.isFetching,
    more: query.data?.more === true,
    trouble: query.error?.message ?? null,
  }
}

function join(
  rows: readonly ThreadRow[],
  typed: string,
  said: readonly FoundThread[],
): readonly FoundThreadRow[] {
  const words = typed.trim().toLowerCase().split(/\s+/)
  const excerpts = new Map(said.map(({ thread_id, excerpt }) => [thread_id, excerpt]))
  return rows.flatMap((row) => {
    const title = row.title.toLowerCase()
    if (words.every((word) => title.includes(word))) return [{ row, excerpt: null }]
    const excerpt = excerpts.get(row.thread.id)
    return excerpt === undefined ? [] : [{ row, excerpt }]
  })
}
