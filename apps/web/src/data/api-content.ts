import { buildRequest, SIZE_HEADER, workspaceRoutes } from '@countersign/protocol'
import type { ThreadId } from '@countersign/protocol'
import { refusal, type HttpResult } from './http.ts'
import { signedFetch } from './signed-fetch.ts'
import { texts } from './texts.ts'

export interface FileBytes {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Size of the whole file. */
  readonly size: number
}

/** Bytes of a file. The page fetches them itself, because a plain URL carries no credentials. */
export async function fetchContent(
  where: { readonly thread: ThreadId | null; readonly path: string },
  range: { readonly from?: number; readonly bytes?: number } = {},
): Promise<HttpResult<FileBytes>> {
  const query = { path: where.path, thread_id: where.thread ?? undefined, ...range }
  try {
    const { path } = buildRequest(workspaceRoutes.content, { query })
    const response = await signedFetch(path, {}, { asPerson: true })
    if (!response.ok) return { ok: false, status: response.status, message: refusal(await response.json()) }
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { ok: true, value: { bytes, size: Number(response.headers.get(SIZE_HEADER) ?? bytes.length) } }
  } catch {
    return { ok: false, status: 0, message: texts.unreachable }
  }
}
