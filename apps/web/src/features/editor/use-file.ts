import { approvalRoutes, workspaceRoutes } from '@countersign/protocol'
import type { CallId, FileView, ThreadId } from '@countersign/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call, type HttpResult } from '../../data/http.ts'
import { folderOf, useFolderChanges } from '../../platform/folder-changes.ts'

/** Milliseconds between two reloads of the file: for network disks, which do not report changes. */
const LOOK_EVERY = 30_000

export type OnDisk =
  | { readonly state: 'loading' }
  | { readonly state: 'absent' }
  | { readonly state: 'problem'; readonly message: string }
  | { readonly state: 'there'; readonly file: FileView }

/** The file on disk, reloaded when it changes. */
export function useFile(thread: ThreadId | null, path: string) {
  const queries = useQueryClient()
  useFolderChanges(thread, [folderOf(path)])
  const where = { path, thread_id: thread ?? undefined }
  const key = ['file', thread, path] as const
  const found = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(workspaceRoutes.file, { query: where }, signal),
    staleTime: 0,
    refetchInterval: LOOK_EVERY,
    // An unchanged file is the same object: an editor reacts only to changes.
    structuralSharing: true,
  })
  const lookAgain = useCallback(
    () => queries.invalidateQueries({ queryKey: ['file', thread, path] }),
    [queries, thread, path],
  )
  return {
    disk: stateOf(found.data),
    lookAgain,
    save: (text: string, expected: string | null, calls: readonly CallId[]) =>
      call(workspaceRoutes.save, {
        body: { ...where, text, expected, ...(calls.length === 0 ? {} : { calls: [...calls] }) },
      }),
    undo: (id: CallId) => call(approvalRoutes.undoCall, { params: { id }, body: {} }),
  }
}

function stateOf(answer: HttpResult<FileView> | undefined): OnDisk {
  if (answer === undefined) return { state: 'loading' }
  if (answer.ok) return { state: 'there', file: answer.value }
  return answer.status === 404 ? { state: 'absent' } : { state: 'problem', message: answer.message }
}
