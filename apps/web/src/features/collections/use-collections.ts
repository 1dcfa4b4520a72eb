import {
  buildRequest,
  collectionRoutes,
  type CollectionView,
  type DocumentView,
  type LinkedFolderView,
} from '@countersign/protocol'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApp } from '../../data/context.ts'
import { call, refusal, valueOf, type HttpResult } from '../../data/http.ts'
import { signedFetch } from '../../data/signed-fetch.ts'
import { useTopic } from '../../platform/use-topic.ts'
import { collectionsSlice } from './slice.ts'

const KEY = 'collections'

/** Grows whenever the server reports a change: earlier data is outdated. */
function useChanges(): number {
  const changes = useTopic(collectionsSlice, useApp().me.user.id)
  return Object.values(changes).reduce((sum, many) => sum + many, 0)
}

export interface Collections {
  /** Undefined: not known yet. */
  readonly collections: readonly CollectionView[] | undefined
  readonly problem: string | null
}

export function useCollections(): Collections {
  const changes = useChanges()
  const found = useQuery({
    queryKey: [KEY, 'list', changes],
    queryFn: async () => (await valueOf(call(collectionRoutes.list, {}))).collections,
    placeholderData: keepPreviousData,
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
  const changes = useChanges()
  const found = useQuery({
    queryKey: [KEY, id, 'documents', limit, wanted, changes],
    queryFn: () => valueOf(call(collectionRoutes.documents, { params: { id }, query: { limit, wanted } })),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const whole = useQuery({
    queryKey: [KEY, id, 'whole', changes],
    placeholderData: keepPreviousData,
    queryFn: () => valueOf(call(collectionRoutes.read, { params: { id } })),
    retry: false,
  })
  return {
    documents: found.data?.documents ?? [],
    more: found.data?.more ?? false,
    folders: whole.data?.folders ?? [],
  }
}

/** Adds a file unchanged. */
export async function addFile(
  id: string,
  { name, file }: { readonly name: string; readonly file: Blob },
): Promise<HttpResult<unknown>> {
  const body = new Blob([file], { type: 'application/octet-stream' })
  return call(collectionRoutes.add, { params: { id }, query: { name: name.slice(-300) }, body })
}

/** The bytes of a document as extracted. The page fetches them itself, because a plain URL carries no credentials. */
export async function documentBytes(id: string, document: string): Promise<Uint8Array<ArrayBuffer>> {
  const { path } = buildRequest(collectionRoutes.file, { params: { id, document } })
  const response = await signedFetch(path, {}, { asPerson: true })
  if (!response.ok) throw new Error(refusal(await response.json()))
  return new Uint8Array(await response.arrayBuffer())
}
