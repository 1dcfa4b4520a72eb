import { ImageView } from '@countersign/protocol'
import type { ImageId } from '@countersign/protocol'
import { z } from 'zod'
import { httpUpload } from './http.ts'
import type { HttpResult } from './http.ts'

/** Puts a picture up as it is. The same bytes are the same picture. */
export async function keepImage(file: File): Promise<HttpResult<ImageView>> {
  const path = `/api/images?${new URLSearchParams({ name: file.name.slice(0, 300) }).toString()}`
  const answer = await httpUpload(path, file, z.object({ image: ImageView }))
  return answer.ok ? { ok: true, value: answer.value.image } : answer
}

/** Where the bytes of a picture are: always this server, never an address that someone wrote. */
export function imageAddress(id: ImageId): string {
  return `/api/images/${encodeURIComponent(id)}`
}
