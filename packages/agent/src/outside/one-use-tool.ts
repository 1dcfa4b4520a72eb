import type { Place } from '@countersign/policy'
import type { CallId } from '@countersign/protocol'
import { z } from 'zod'
import type { Inspection } from '../toolbelt/inspection.ts'
import { defineTool, type Tool, type ToolOutcome } from '../toolbelt/tool.ts'
import type { OutsideCall } from './outside-call.ts'

/**
 * A call of an outside agent as a tool that is used once: the call itself brings its description, and only a countersigned call reaches
 * `run`, as with every tool. Its agent has its own belt, so the capability only says whether the call just reads.
 */
export function oneUseTool(
  { tool, title }: Pick<OutsideCall, 'tool' | 'title'>,
  parts: {
    /** The facts that are judged and shown, for the place where the call is made. */
    inspect(place: Place): Promise<Pick<Inspection, 'specifier' | 'body'>>
    run(id: CallId, signal: AbortSignal): Promise<ToolOutcome>
  },
): Tool {
  const { suspect } = tool
  return defineTool({
    name: tool.name,
    description: '',
    input: z.unknown(),
    category: tool.category,
    destructive: suspect === undefined ? tool.destructive : () => suspect,
    ...(tool.asks === undefined ? {} : { asks: tool.asks }),
    editSafe: tool.editSafe,
    capability: tool.category === 'read' ? 'safe' : 'network',
    specifier: { kind: tool.kind, template: '' },
    repeat: 'never',
    parallelSafe: true,
    title: () => title,
    inspect: async (_input, place) => ({ ...(await parts.inspect(place)), targets: [] }),
    run: (_input, { call, signal }) => parts.run(call.id, signal),
  })
}
