import { useId, useState } from 'react'
import type { OfferView } from '@countersign/protocol'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Visible } from '../ui/Visible.tsx'
import type { CardView } from './card-view.ts'
import { ruleTexts } from './rule-texts.ts'
import type { CardControl } from './use-card.ts'

export interface RuleEditorProps {
  readonly view: CardView
  readonly card: CardControl
  readonly scope: 'allow_chat' | 'allow_always'
}

/** Always allow, with the rule in the open: suggestions from exact to general, and what each would do. */
export function RuleEditor({ view, card, scope }: RuleEditorProps) {
  const id = useId()
  const [rule, setRule] = useState(view.offers[0]?.rule ?? view.tool)
  const offer = view.offers.find((other) => other.rule === rule)
  return (
    <section aria-label={ruleTexts.heading(scope)} className="flex flex-col gap-2">
      <p className="text-label font-semibold">{ruleTexts.heading(scope)}</p>
      <div className="flex flex-wrap gap-1.5">
        {view.offers.map((other) => (
          <Suggestion
            key={other.rule}
            offer={other}
            chosen={other.rule === rule}
            onChoose={() => setRule(other.rule)}
          />
        ))}
      </div>
      <label htmlFor={id} className="sr-only">
        {ruleTexts.field}
      </label>
      <input
        id={id}
        value={rule}
        onChange={(event) => setRule(event.target.value)}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        className="min-h-control rounded-control border border-line-strong bg-ground px-2 font-mono text-field"
      />
      {offer !== undefined && <Effect offer={offer} />}
      <div className="flex flex-wrap gap-2">
        <Button
          kind="primary"
          disabled={rule.trim() === ''}
          {...card.pressing((by) => card.send(scope, by, rule.trim()))}
        >
          {ruleTexts.keep}
        </Button>
        <Button kind="quiet" onClick={() => card.showPanel('answers')}>
          {ruleTexts.back}
        </Button>
      </div>
    </section>
  )
}

function Suggestion({
  offer,
  chosen,
  onChoose,
}: {
  offer: OfferView
  chosen: boolean
  onChoose: () => void
}) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onChoose}
      className={cx(
        'min-h-6 rounded-control border px-2 py-0.5 text-start font-mono text-hint',
        chosen ? 'border-accent bg-ground text-ink' : 'border-line text-ink-2',
      )}
    >
      <Visible text={offer.covers} />
    </button>
  )
}

function Effect({ offer }: { offer: OfferView }) {
  if (offer.still_asks.length === 0) return <p className="text-label text-clear">{ruleTexts.wouldRun}</p>
  return (
    <p className="text-label">
      <strong className="font-semibold text-wait">{ruleTexts.stillAsks}</strong>{' '}
      <code className="font-mono">
        <Visible text={offer.still_asks.join(', ')} />
      </code>
      {ruleTexts.asksAgain}
    </p>
  )
}
