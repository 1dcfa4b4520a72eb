import { WIRE_FORMATS } from '../../providers/testing/wire-formats.ts'
import type { Play } from '../../providers/testing/wire-server.ts'

const anthropic = WIRE_FORMATS.find(({ name }) => name === 'Anthropic')!

export const says = (text: string): Play => ({
  kind: 'stream',
  events: anthropic.answer({ text: [text], calls: [] }),
})

/** One step that calls a tool this often. */
export const calls = (tool: string, times: number, input: object): Play => ({
  kind: 'stream',
  events: anthropic
    .answer({
      text: ['So far.'],
      calls: Array.from({ length: times }, (_, index) => ({
        id: `t${index}`,
        pieces: [JSON.stringify(input)],
      })),
    })
    .map((event) => event.toString().replace('files_list', tool)),
})

/** Longer than the turn's limit below, by enough for any clock. */
const slow = (play: Play): Play => (play.kind === 'stream' ? { ...play, after: 1_200 } : play)

const SUBTASK = { title: 'Part', instructions: 'Say ok.' }

/** Each limit of a turn, exceeded by a model with Anthropic's format. */
export interface BudgetCase {
  readonly reason: string
  readonly plays: readonly Play[]
  readonly env?: Readonly<Record<string, string>>
  readonly mode?: string
  readonly exceeded: object
  /** The title of the card. */
  readonly title: string
}

export const BUDGETS: readonly BudgetCase[] = [
  {
    reason: 'subtasks',
    plays: [calls('run_subtask', 33, SUBTASK), says('ok')],
    exceeded: { limit: 32, observed: 33 },
    title: 'Continue past 32 sub-agents',
  },
  {
    reason: 'tool_calls',
    plays: [calls('memory_list', 201, {}), says('ok')],
    exceeded: { limit: 200, observed: 201 },
    title: 'Continue past 200 tool calls',
  },
  {
    reason: 'writes',
    plays: [calls('files_write', 3, { path: 'plan.md', content: 'first the tests' }), says('ok')],
    env: { COUNTERSIGN_MAX_WRITES: '2' },
    mode: 'auto',
    exceeded: { limit: 2, observed: 3 },
    title: 'Continue past 2 changes',
  },
  {
    reason: 'wall_clock',
    // The card appears while the second answer is still silent: the first answer is kept.
    plays: [calls('memory_list', 1, {}), slow(says('ok'))],
    env: { COUNTERSIGN_MAX_WORK: '1' },
    exceeded: { limit: 1_000 },
    title: 'Continue past 1 second of work',
  },
  {
    reason: 'cost',
    plays: [calls('memory_list', 1, {}), says('ok')],
    env: { COUNTERSIGN_MAX_COST: '0.00001' },
    exceeded: { limit: 0.00001 },
    title: 'Continue past $0.00001',
  },
  {
    // Fourteen results of maximum length, and a summary that is not shorter.
    reason: 'tokens',
    plays: [calls('files_read', 14, { path: 'long.txt' }), says('much '.repeat(150_000))],
    exceeded: { limit: 128_000 },
    title: 'Continue past 128,000 tokens of history',
  },
  {
    // Four endless sub-agents: each would take twenty steps.
    reason: 'llm_calls',
    plays: [calls('run_subtask', 4, SUBTASK), calls('memory_list', 1, {})],
    exceeded: { limit: 60, observed: 61 },
    title: 'Continue past 60 model calls',
  },
  {
    reason: 'bytes',
    plays: [calls('memory_list', 1, {}), says('much '.repeat(210_000))],
    exceeded: { limit: 1_000_000 },
    title: 'Continue past 1,000,000 bytes in one answer',
  },
  {
    reason: 'iterations',
    plays: [calls('memory_list', 1, {})],
    exceeded: { limit: 20, observed: 21 },
    title: 'Continue past 20 steps',
  },
  {
    // A mode that blocks every effect asks too, because continuing is not an effect.
    reason: 'iterations',
    plays: [calls('memory_list', 1, {})],
    env: { COUNTERSIGN_MAX_STEPS: '3' },
    mode: 'plan',
    exceeded: { limit: 3, observed: 4 },
    title: 'Continue past 3 steps',
  },
]
