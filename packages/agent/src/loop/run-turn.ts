import { cutResult } from '../bytes.ts'
import type { PromptMessage, Usage } from '../provider.ts'
import type { Exceeded } from './budget.ts'
import type { Flaw, Level, LevelEnd } from './level.ts'
import type { Limits } from './limits.ts'
import { memoryTools } from './memory.ts'
import { countWrites } from './restore.ts'
import { compactNow } from './compact-now.ts'
import { runLevel } from './run-level.ts'
import { Turn, withinCapabilities, type TurnInput, type TurnParts } from './turn.ts'

export type TurnOutcome =
  | { readonly kind: 'answered'; readonly text: string; readonly usage: Usage; readonly flaw?: Flaw }
  | { readonly kind: 'stopped'; readonly text: string; readonly usage: Usage }
  | {
      readonly kind: 'over_budget'
      readonly exceeded: Exceeded
      readonly text: string
      readonly usage: Usage
    }
  | { readonly kind: 'failed'; readonly message: string; readonly text: string; readonly usage: Usage }

/**
 * Runs a turn to its end, continuing from its journal: at no depth does it request a journalled answer again or run a finished call again.
 */
export async function runTurn(parts: TurnParts, input: TurnInput, signal: AbortSignal): Promise<TurnOutcome> {
  const journal = await parts.journal.load(input.turnId)
  const turn = new Turn(parts, input, journal, signal)
  await countWrites(turn, journal)
  const memory = memoryTools(turn.memory)
  const belt = withinCapabilities(
    input,
    input.belt.derive((tools) => [...tools, ...memory]),
  )
  const end = await runRoot(turn, {
    parentId: null,
    depth: 0,
    path: [],
    belt,
    messages: [
      { role: 'system', text: input.system({ depth: 0, belt }) },
      ...input.messages.map(within(parts.limits)),
    ],
  })
  const { usage } = turn
  if (turn.over) return { kind: 'over_budget', exceeded: turn.over, text: end.text, usage }
  switch (end.kind) {
    case 'answered':
      return { ...end, usage }
    case 'finished':
      return { kind: 'answered', text: end.text, usage }
    case 'stopped':
      return { kind: 'stopped', text: end.text, usage }
    case 'failed':
      return { kind: 'failed', message: end.message, text: end.text, usage }
  }
}

/** Results of earlier turns are cut like those of this one. */
function within({ resultBytes }: Limits): (message: PromptMessage) => PromptMessage {
  return (message) =>
    message.role === 'tool' ? { ...message, text: cutResult(message.text, resultBytes) } : message
}

async function runRoot(turn: Turn, level: Level): Promise<LevelEnd> {
  turn.tracker.begin()
  try {
    return turn.input.compact === true ? await compactNow(turn, level) : await runLevel(turn, level)
  } finally {
    turn.tracker.end()
  }
}
