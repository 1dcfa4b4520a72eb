import { buildRequest, imageRoutes } from '@countersign/protocol'
import type { ImageId, ImageView } from '@countersign/protocol'
import { call, pick } from './http.ts'
import type { HttpResult } from './http.ts'
import { signedFetch } from './signed-fetch.ts'

/** Uploads a picture unchanged. Equal bytes are the same picture. */
export async function keepImage(file: File): Promise<HttpResult<ImageView>> {
  const query = { name: file.name.slice(0, 300) }
  return pick(call(imageRoutes.keep, { query, body: file }), ({ image }) => image)
}

/** The bytes of a picture: always from this server, never from a URL that someone wrote. Null: it does not exist. */
export async function fetchImage(id: ImageId): Promise<Blob | null> {
  const { path } = buildRequest(imageRoutes.bytes, { params: { id } })
  const response = await signedFetch(path).catch(() => null)
  return response?.ok === true ? response.blob() : null
}
