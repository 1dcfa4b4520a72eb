import type { TurnUsage, TurnView } from '@countersign/protocol'
import { Link } from 'wouter'
import type { TurnEnd as TurnEndView } from '../../data/view.ts'
import { Button } from '../../ui/Button.tsx'
import { sentence } from '../../ui/sentence.ts'
import { texts } from './texts.ts'

/** A person's options for a turn that did not complete. */
export interface EndActions {
  /** Continues where a budget stopped it. */
  readonly onContinue: () => void
  /** Sends the last message again. */
  readonly onAgain: () => void
  /** The same with the built-in model; null: that is the one that failed. */
  readonly onDemo: (() => void) | null
}

export interface TurnEndProps {
  readonly turn: TurnView | null
  readonly end: TurnEndView | null
  /** Null: something already follows it. */
  readonly actions: EndActions | null
}

/** The end of a turn, if it is worth a line: stopped, failed, out of budget, and what to do; and its cost. */
export function TurnEnd({ turn, end, actions }: TurnEndProps) {
  const lines: string[] = []
  if (turn?.state === 'cancelled') lines.push(texts.stopped)
  if (turn?.state === 'failed') lines.push(texts.failed(turn.error))
  const budget = turn?.budget ?? null
  // The turn is done, but its answer is incomplete.
  if (turn?.state === 'done' && budget === null && turn.error !== null) lines.push(sentence(turn.error))
  if (budget !== null) lines.push(texts.overBudget(budget))
  const cost = end?.cost ?? null
  return (
    <div className="text-hint text-ink-3" data-role="turn-end">
      {lines.map((line) => (
        <p key={line} className={turn?.state === 'failed' ? 'text-stop' : 'text-ink-2'}>
          {line}
        </p>
      ))}
      {actions !== null && budget !== null && (
        <p className="py-1">
          <Button onClick={actions.onContinue}>{texts.goOn}</Button>
        </p>
      )}
      {actions !== null && budget === null && turn?.state === 'failed' && (
        <p className="flex flex-wrap items-center gap-2 py-1">
          <Button onClick={actions.onAgain}>{texts.again}</Button>
          {actions.onDemo !== null && <Button onClick={actions.onDemo}>{texts.withDemo}</Button>}
          <Link href="/settings/models" className="flex min-h-6 items-center text-label coarse:min-h-control">
            {texts.changeModel}
          </Link>
        </p>
      )}
      {cost !== null && <p>{usageWords(cost)}</p>}
    </div>
  )
}

/** The usage of a turn. For an answer that was cut off it is an estimate. */
function usageWords({ input_tokens, output_tokens, cost_usd, estimated }: TurnUsage): string {
  const words = texts.cost(input_tokens, output_tokens, cost_usd)
  return estimated === true ? texts.about(words) : words
}
