import { threadRoutes } from '@countersign/protocol'
import type { ExportFormat, Reply, ThreadId } from '@countersign/protocol'
import { call } from './http.ts'
import type { HttpResult } from './http.ts'

/** The current branch of a chat as a file. */
export async function fetchExport(
  id: ThreadId,
  format: ExportFormat,
): Promise<HttpResult<Reply<typeof threadRoutes.export>>> {
  return call(threadRoutes.export, { params: { id }, query: { format } })
}
