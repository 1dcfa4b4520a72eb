import type { Usage } from '../provider.ts'
import type { Exceeded } from './budget.ts'
import type { Flaw, Level, LevelEnd } from './level.ts'
import { memoryTools } from './memory.ts'
import { runLevel } from './run-level.ts'
import { Turn, withinChat, type TurnInput, type TurnParts } from './turn.ts'

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
 * Runs a turn to its end, from its journal on: what the model already answered is not asked again, what was already done is not done
 * again, at any depth.
 */
export async function runTurn(parts: TurnParts, input: TurnInput, signal: AbortSignal): Promise<TurnOutcome> {
  const turn = new Turn(parts, input, await parts.journal.load(input.turnId), signal)
  const memory = memoryTools(turn.memory)
  const belt = withinChat(
    input,
    input.belt.derive((tools) => [...tools, ...memory]),
  )
  const end = await runRoot(turn, {
    parentId: null,
    depth: 0,
    path: [],
    belt,
    messages: [{ role: 'system', text: input.system({ depth: 0, belt }) }, ...input.messages],
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

async function runRoot(turn: Turn, level: Level): Promise<LevelEnd> {
  turn.tracker.begin()
  try {
    return await runLevel(turn, level)
  } finally {
    turn.tracker.end()
  }
}
