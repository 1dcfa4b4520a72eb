import { threadCommands, threadRoutes, type ToolView } from '@countersign/protocol'
import { modeLabel } from '@countersign/protocol/mode-words'
import { toolGroups } from '../../chat/tool-groups.ts'
import { visibleLine } from '../../chat/visible.ts'
import { shortIds } from '../../short-id.ts'
import { onServer } from '../on-server.ts'
import { complain, print, type JsonOption } from '../output.ts'
import { namedOrLast } from '../named-thread.ts'

/** Threads, most recently used first; `--json` has their full ids. */
export function listThreads({ json }: JsonOption): Promise<number> {
  return onServer(async (api) => {
    const answer = await api.call(threadRoutes.list, {})
    if (!answer.ok) return complain(answer.message)
    const { threads } = answer.body
    if (json === true) return print(JSON.stringify(threads, null, 2))
    if (threads.length === 0) return print('No chats yet.')
    const short = shortIds(threads.map(({ id }) => id))
    const width = Math.max(...[...short.values()].map(({ length }) => length))
    return print(
      threads
        .map(
          (one) =>
            `${(short.get(one.id) ?? one.id).padEnd(width)}  ${modeLabel(one.permission_mode).padEnd(12)}  ${visibleLine(one.title)}  (${visibleLine(one.workspace)})`,
        )
        .join('\n'),
    )
  })
}

/** The tools of a thread's model, by group and source, with the policy's verdict in its mode on a use that no rule matches. */
export function listTools({ json, thread }: JsonOption & { readonly thread?: string }): Promise<number> {
  return onServer(async (api) => {
    const named = await namedOrLast(api, thread)
    if (!named.ok) return complain(named.message)
    const answer = await api.command(threadCommands.listTools, { thread_id: named.id })
    if (!answer.ok) return complain(answer.message)
    const tools = answer.body.type === 'tools' ? answer.body.tools : []
    if (json === true) return print(JSON.stringify(tools, null, 2))
    return print(
      toolGroups(tools)
        .flatMap(([group, members]) => [group, ...members.map((tool) => `  ${toolLine(tool)}`)])
        .join('\n'),
    )
  })
}

function toolLine({ verdict, category, name, asks }: ToolView): string {
  const line = `${verdict.padEnd(6)} ${category.padEnd(9)} ${name}`
  return asks === 'always' ? `${line} (always asks)` : line
}
