import {
  collectionRoutes,
  type CollectionView,
  type DocumentView,
  type LinkedFolderView,
} from '@countersign/protocol'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApp } from '../../data/context.ts'
import { call, valueOf, type HttpResult } from '../../data/http.ts'
import { useTopic } from '../../platform/use-topic.ts'
import { collectionsSlice } from './slice.ts'

const KEY = 'collections'

/** Looks again at everything of collections when the server says that something changed. */
function useFresh(): void {
  const changes = useTopic(collectionsSlice, useApp().me.user.id)
  const queries = useQueryClient()
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: [KEY] })
  }, [changes, queries])
}

export interface Collections {
  /** Undefined: not known yet. */
  readonly collections: readonly CollectionView[] | undefined
  readonly problem: string | null
}

export function useCollections(): Collections {
  useFresh()
  const found = useQuery({
    queryKey: [KEY, 'list'],
    queryFn: async () => (await valueOf(call(collectionRoutes.list, {}))).collections,
    retry: false,
  })
  return { collections: found.data, problem: found.error?.message ?? null }
}

export interface Shown {
  readonly documents: readonly DocumentView[]
  readonly more: boolean
  readonly folders: readonly LinkedFolderView[]
}

/** The documents of a collection, and its linked folders. */
export function useDocuments(
  id: string,
  { limit, wanted }: { readonly limit: number; readonly wanted: string },
): Shown {
  const found = useQuery({
    queryKey: [KEY, id, 'documents', limit, wanted],
    queryFn: () => valueOf(call(collectionRoutes.documents, { params: { id }, query: { limit, wanted } })),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const whole = useQuery({
    queryKey: [KEY, id, 'whole'],
    queryFn: () => valueOf(call(collectionRoutes.read, { params: { id } })),
    retry: false,
  })
  return {
    documents: found.data?.documents ?? [],
    more: found.data?.more ?? false,
    folders: whole.data?.folders ?? [],
  }
}

/** Adds a file as it is. */
export async function addFile(id: string, file: File): Promise<HttpResult<unknown>> {
  const body = new Blob([file], { type: 'application/octet-stream' })
  return call(collectionRoutes.add, { params: { id }, query: { name: file.name.slice(0, 300) }, body })
}
