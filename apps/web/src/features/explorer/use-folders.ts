import { workspaceRoutes } from '@countersign/protocol'
import type { FolderEntry, ThreadId } from '@countersign/protocol'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { call, valueOf } from '../../data/http.ts'
import { useFolderChanges } from '../../platform/folder-changes.ts'

/** Milliseconds between two reloads of the open folders: for network disks, which do not report changes. */
const LOOK_EVERY = 30_000

export interface Folders {
  readonly entries: ReadonlyMap<string, readonly FolderEntry[]>
  readonly loading: boolean
  readonly problem: string | null
  /** A folder has more entries than are shown. */
  readonly more: boolean
  readonly lookAgain: () => void
}

/** The open folders, reloaded when something in them changes. */
export function useFolders(thread: ThreadId | null, open: readonly string[]): Folders {
  const queries = useQueryClient()
  useFolderChanges(thread, ['.', ...open])
  const found = useQueries({
    queries: ['.', ...open].map((path) => ({
      queryKey: ['folder', thread, path],
      queryFn: () =>
        valueOf(call(workspaceRoutes.folder, { query: { path, thread_id: thread ?? undefined } })),
      staleTime: 0,
      refetchInterval: LOOK_EVERY,
      retry: false,
    })),
  })
  const known = found.flatMap(({ data }) => (data === undefined ? [] : [data]))
  const lookAgain = useCallback(
    () => void queries.invalidateQueries({ queryKey: ['folder', thread] }),
    [queries, thread],
  )
  return {
    entries: useMemo(() => new Map(known.map(({ path, entries }) => [path, entries])), [known]),
    loading: found[0]?.isPending ?? true,
    problem: found[0]?.error?.message ?? null,
    more: known.some(({ more }) => more),
    lookAgain,
  }
}
