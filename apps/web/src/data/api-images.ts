import { ImageView } from '@countersign/protocol'
import type { ImageId } from '@countersign/protocol'
import { z } from 'zod'
import { httpUpload } from './http.ts'
import type { HttpResult } from './http.ts'
import { signedFetch } from './signed-fetch.ts'

/** Puts a picture up as it is. The same bytes are the same picture. */
export async function keepImage(file: File): Promise<HttpResult<ImageView>> {
  const path = `/api/images?${new URLSearchParams({ name: file.name.slice(0, 300) }).toString()}`
  const answer = await httpUpload(path, file, z.object({ image: ImageView }))
  return answer.ok ? { ok: true, value: answer.value.image } : answer
}

/** The bytes of a picture: always from this server, never from an address that someone wrote. Null: it is not there. */
export async function fetchImage(id: ImageId): Promise<Blob | null> {
  const response = await signedFetch(`/api/images/${encodeURIComponent(id)}`).catch(() => null)
  return response?.ok === true ? response.blob() : null
}
