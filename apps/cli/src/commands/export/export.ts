import { ThreadId, threadRoutes, type ExportFormat } from '@countersign/protocol'
import { visible } from '../../chat/visible.ts'
import { onServer } from '../on-server.ts'
import { complain, print } from '../output.ts'

/** A chat as a file, to standard output. */
export function exportThread(thread: string, format: ExportFormat): Promise<number> {
  const id = ThreadId.safeParse(thread)
  if (!id.success)
    return Promise.resolve(complain(`\`${thread}\` is not a chat; \`countersign threads\` lists them`))
  return onServer(async (api) => {
    const answer = await api.call(threadRoutes.export, { params: { id: id.data }, query: { format } })
    if (!answer.ok) return complain(answer.message)
    const text = answer.body.text.trimEnd()
    // Control sequences are shown on a terminal and kept in a file.
    return print(process.stdout.isTTY ? visible(text) : text)
  })
}
