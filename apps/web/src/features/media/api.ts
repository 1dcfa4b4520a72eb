import { buildRequest, mediaRoutes, MEDIA_MODELS, settingsRoutes } from '@countersign/protocol'
import type { MediaChoice, MediaId, ThreadId } from '@countersign/protocol'
import { call } from '../../data/http.ts'
import { signedFetch } from '../../data/signed-fetch.ts'

export const fetchMedia = () => call(mediaRoutes.list, { query: { limit: 100 } })
export const fetchModels = () => call(mediaRoutes.models, {})
export const chooseModels = (value: MediaChoice) =>
  call(settingsRoutes.setValue, { params: { name: MEDIA_MODELS }, body: { value } })
export const keepMedia = (id: MediaId, kept: boolean) =>
  call(mediaRoutes.keep, { params: { id }, body: { kept } })
export const removeMedia = (id: MediaId) => call(mediaRoutes.remove, { params: { id } })
export const saveMedia = (id: MediaId, thread: ThreadId, path: string) =>
  call(mediaRoutes.save, { params: { id }, body: { thread_id: thread, path } })
export const transcribe = (recording: Blob) => call(mediaRoutes.transcribe, { query: {}, body: recording })

/** The bytes of a sound, from our own server. Null: it does not exist. */
export async function fetchSound(id: MediaId): Promise<Blob | null> {
  const { path } = buildRequest(mediaRoutes.bytes, { params: { id } })
  const response = await signedFetch(path).catch(() => null)
  return response?.ok === true ? response.blob() : null
}
