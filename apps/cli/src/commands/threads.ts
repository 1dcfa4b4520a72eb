import { ThreadView, ToolView } from '@countersign/protocol'
import { z } from 'zod'
import { visibleLine } from '../chat/visible.ts'
import { complain, onServer, print, type JsonOption } from './output.ts'

/** Chats, the last used first. */
export function listThreads({ json }: JsonOption): Promise<number> {
  return onServer(async (api) => {
    const answer = await api.get('/api/threads')
    if (!answer.ok) return complain(answer.message)
    const { threads } = z.object({ threads: z.array(ThreadView) }).parse(answer.body)
    if (json === true) return print(JSON.stringify(threads, null, 2))
    if (threads.length === 0) return print('No chats yet.')
    return print(
      threads
        .map(
          (one) =>
            `${one.id}  ${one.permission_mode.padEnd(11)}  ${visibleLine(one.title)}  (${visibleLine(one.workspace)})`,
        )
        .join('\n'),
    )
  })
}

/** Tools, with what policy says in a chat's mode to a use that no rule names. */
export function listTools({ json, thread }: JsonOption & { readonly thread?: string }): Promise<number> {
  return onServer(async (api) => {
    const id = thread ?? (await anyThread(api))
    if (typeof id !== 'string')
      return complain('there is no chat yet to list tools for; name one with `--thread`')
    const answer = await api.post('/api/commands', { type: 'list_tools', thread_id: id })
    if (!answer.ok) return complain(answer.message)
    const { tools } = z.object({ tools: z.array(ToolView) }).parse(answer.body)
    if (json === true) return print(JSON.stringify(tools, null, 2))
    return print(
      tools.map((tool) => `${tool.verdict.padEnd(6)} ${tool.category.padEnd(9)} ${tool.name}`).join('\n'),
    )
  })
}

/** The chat that was used last. */
export async function anyThread(
  api: Parameters<Parameters<typeof onServer>[0]>[0],
): Promise<string | undefined> {
  const answer = await api.get('/api/threads')
  if (!answer.ok) return undefined
  return z.object({ threads: z.array(ThreadView) }).parse(answer.body).threads[0]?.id
}
