import { MODES } from '@countersign/policy'
import { BudgetView, budgetWords, CallId } from '@countersign/protocol'
import { z } from 'zod'
import { pass } from '../gate/gate.ts'
import type { GateParts } from '../gate/parts.ts'
import { defineTool } from '../toolbelt/tool.ts'
import { parseCall, Toolbelt } from '../toolbelt/toolbelt.ts'
import type { TurnInput, TurnParts } from './turn.ts'

/** Name of the question whether a turn may continue past a budget. No model has this tool: only the loop uses it. */
export const EXTEND_TURN = 'extend_turn'

const Input = BudgetView.extend({ adds: z.number() })

/** Only a person can allow it: no rule and no mode does. */
const extendTurn = defineTool({
  name: EXTEND_TURN,
  description: 'Lets a turn continue past a budget.',
  input: Input,
  category: 'read',
  destructive: false,
  asks: 'always',
  editSafe: false,
  capability: 'subagent',
  specifier: { kind: 'text', template: '{reason}' },
  repeat: 'safe',
  parallelSafe: true,
  title: ({ reason, limit }) => `Continue past ${budgetWords(reason, limit)}`,
  inspect: ({ reason, limit, observed, adds }) =>
    Promise.resolve({
      specifier: { kind: 'text', text: `${budgetWords(reason, adds)} more` },
      body: {
        kind: 'arguments',
        entries: [
          {
            name: 'used up',
            value: `${budgetWords(reason, limit)}; this would be ${budgetWords(reason, observed)}`,
          },
          { name: 'allow', value: `the turn continues, up to ${budgetWords(reason, limit + adds)} in total` },
          { name: 'deny', value: 'the turn ends here; what was said and done is kept' },
        ],
      },
      targets: [],
    }),
  run: () => Promise.resolve({ ok: true, text: 'extended' }),
})

/**
 * Asks a person on a card whether a turn may continue, on the same path as every call. The id is derived from the turn and the question, so
 * that a resumed turn finds the existing card.
 */
export function extensionCard(given: GateParts, input: TurnInput): NonNullable<TurnParts['extend']> {
  const gate = gateOfTheLoop(given)
  return async (exceeded, signal, tell) => {
    const id = CallId.parse(
      `call_x${input.turnId.slice(4)}${exceeded.reason.replace('_', '')}${String(exceeded.limit).replaceAll(/[^0-9A-Za-z]/g, 'p')}`,
    )
    if (!(await gate.calls.find(id))) tell()
    const { lease, threadId, turnId, place } = input
    const asked = { providerId: id, name: EXTEND_TURN, input: JSON.stringify(exceeded) }
    const origin = { id, threadId, turnId, parentId: null, depth: 0, place }
    const parsed = await parseCall(new Toolbelt([extendTurn]), asked, origin)
    if (!parsed.ok) return false
    const { call, tool } = parsed
    const result = await pass(gate, { lease, call, tool, place, parents: [], signal })
    return result.state === 'succeeded'
  }
}

/**
 * The gate for this question. Continuing has no effect on anything, so modes that block effects and capabilities do not apply; deny rules
 * do, and only a person can say yes.
 */
function gateOfTheLoop({ calls, answers, policy, clock }: GateParts): GateParts {
  const strict = MODES.get('strict')
  return {
    calls,
    answers,
    clock,
    policy: {
      async snapshot(threadId) {
        const now = await policy.snapshot(threadId)
        return strict === undefined ? now : { ...now, mode: strict }
      },
    },
  }
}
