import { defineTool, type Tool, type ToolOutcome } from '@countersign/agent'
import type { Place, Specifier } from '@countersign/policy'
import type { CallBody, CallId, OutsideRequest } from '@countersign/protocol'
import { z } from 'zod'
import { subjectOf } from '../tools/files/workspace-path.ts'

/**
 * A call of an agent outside as a tool of one use. What it is comes from the asker; running it is handing it over, so `run` is
 * reached, as with every tool, by a countersigned call alone.
 */
export function outsideTool(
  call: OutsideRequest['call'],
  run: (id: CallId, signal: AbortSignal) => Promise<ToolOutcome>,
): Tool {
  const { tool, title, body } = call
  return defineTool({
    name: tool.name,
    description: '',
    input: z.unknown(),
    category: tool.category,
    destructive: tool.destructive,
    editSafe: tool.editSafe,
    capability: tool.category === 'read' ? 'safe' : 'network',
    specifier: { kind: tool.kind, template: '' },
    repeat: 'never',
    parallelSafe: true,
    title: () => title,
    inspect: async (_input, place) => ({
      specifier: await specifierOf(call.specifier, place),
      body: bodyOf(body, place),
      targets: [],
    }),
    run: (_input, context) => run(context.call.id, context.signal),
  })
}

/** Rules hold for where a path leads, too. */
async function specifierOf(sent: OutsideRequest['call']['specifier'], place: Place): Promise<Specifier> {
  if (sent.kind !== 'path') return sent
  return { kind: 'path', paths: await Promise.all(sent.paths.map(({ asked }) => subjectOf(asked, place))) }
}

function bodyOf(body: CallBody, { workspace }: Place): CallBody {
  if (body.kind !== 'write') return body
  return { ...body, outside_workspace: body.path.startsWith('/') && !body.path.startsWith(`${workspace}/`) }
}
