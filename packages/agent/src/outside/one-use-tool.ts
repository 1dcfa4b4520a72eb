import type { Place } from '@countersign/policy'
import type { CallId } from '@countersign/protocol'
import { z } from 'zod'
import type { Inspection } from '../toolbelt/inspection.ts'
import { defineTool, type Tool, type ToolOutcome } from '../toolbelt/tool.ts'
import type { OutsideCall } from './outside-call.ts'

/**
 * A call of an agent that lives elsewhere, as a tool of one use: what it is was said with the call, and `run` is reached, as with every
 * tool, by a countersigned call alone. Its agent has its own belt, so the capability says no more than whether it only reads.
 */
export function oneUseTool(
  { tool, title }: Pick<OutsideCall, 'tool' | 'title'>,
  parts: {
    /** What is judged and shown, where the call is made. */
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
