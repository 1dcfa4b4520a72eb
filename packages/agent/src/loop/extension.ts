import { CallId } from '@countersign/protocol'
import { z } from 'zod'
import { pass } from '../gate/gate.ts'
import type { GateParts } from '../gate/parts.ts'
import { defineTool } from '../toolbelt/tool.ts'
import { parseCall, Toolbelt } from '../toolbelt/toolbelt.ts'
import type { BudgetName, Exceeded } from './budget.ts'
import type { TurnInput } from './turn.ts'

/** Name of the question whether a turn may go on past a budget. No model has this tool: only the loop asks it. */
export const EXTEND_TURN = 'extend_turn'

const WORDS: Readonly<Record<BudgetName, string>> = {
  subtasks: 'sub-agents',
  llm_calls: 'model calls',
  tool_calls: 'tool calls',
  wall_clock: 'milliseconds of work',
  writes: 'calls with an effect',
  cost: 'US dollars',
  tokens: 'tokens of history',
}

const Input = z.object({ reason: z.string(), limit: z.number(), observed: z.number() })

/** Always a person's to answer, by no rule and in no mode: it is declared destructive for that. */
const extendTurn = defineTool({
  name: EXTEND_TURN,
  description: 'Lets a turn go on past a budget.',
  input: Input,
  category: 'read',
  destructive: true,
  editSafe: false,
  capability: 'subagent',
  specifier: { kind: 'text', template: '{reason}' },
  repeat: 'safe',
  parallelSafe: true,
  title: ({ reason, limit }) => `Go on past ${limit} ${wordOf(reason)}`,
  inspect: ({ reason, limit, observed }) =>
    Promise.resolve({
      specifier: { kind: 'text', text: `${limit} more ${wordOf(reason)}` },
      body: {
        kind: 'arguments',
        entries: [
          { name: 'used up', value: `${observed} of ${limit} ${wordOf(reason)}` },
          { name: 'would add', value: `${limit} ${wordOf(reason)}` },
        ],
      },
      targets: [],
    }),
  run: () => Promise.resolve({ ok: true, text: 'extended' }),
})

/**
 * Asks a person on a card whether a turn may go on, by the same road as every call. The id follows from the turn and the question, so that
 * a turn that is taken up again finds the card that is already there.
 */
export function extensionCard(
  gate: GateParts,
  input: TurnInput,
): (asked: Exceeded, signal: AbortSignal) => Promise<boolean> {
  return async (exceeded, signal) => {
    const id = CallId.parse(
      `call_x${input.turnId.slice(4)}${exceeded.reason.replace('_', '')}${String(exceeded.limit).replaceAll(/[^0-9A-Za-z]/g, 'p')}`,
    )
    const { lease, threadId, turnId, place } = input
    const asked = { providerId: id, name: EXTEND_TURN, input: JSON.stringify(exceeded) }
    const origin = { id, threadId, turnId, parentId: null, depth: 0, place }
    const parsed = await parseCall(new Toolbelt([extendTurn]), asked, origin)
    if (!parsed.ok) return false
    const { call, tool } = parsed
    const road = { hold: <T>(work: () => Promise<T>) => work(), signal }
    const result = await pass(gate, { lease, call, tool, place, parents: [] }, road)
    return result.state === 'succeeded'
  }
}

function wordOf(reason: string): string {
  return Object.hasOwn(WORDS, reason) ? WORDS[reason as BudgetName] : reason // own key of the closed list, just checked
}
