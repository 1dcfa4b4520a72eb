import type { TurnView } from '@countersign/protocol'
import type { TurnEnd as TurnEndView } from '../data/view.ts'
import { texts } from './texts.ts'

/** How a turn ended, if that is worth a line: stopped, failed, out of budget; and what it cost. */
export function TurnEnd({ turn, end }: { turn: TurnView | null; end: TurnEndView | null }) {
  const lines: string[] = []
  if (turn?.state === 'cancelled') lines.push(texts.stopped)
  if (turn?.state === 'failed') lines.push(texts.failed(turn.error))
  const budget = end?.budget ?? null
  if (budget !== null) lines.push(texts.overBudget(budget.limit, budget.reason))
  const cost = end?.cost ?? null
  return (
    <div className="text-hint text-ink-3" data-role="turn-end">
      {lines.map((line) => (
        <p key={line} className={turn?.state === 'failed' ? 'text-stop' : 'text-ink-2'}>
          {line}
        </p>
      ))}
      {cost !== null && <p>{texts.cost(cost.input_tokens, cost.output_tokens, cost.cost_usd)}</p>}
    </div>
  )
}
