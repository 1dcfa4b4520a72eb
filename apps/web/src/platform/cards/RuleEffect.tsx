import { Said } from '../../ui/Said.tsx'
import { Visible } from '../../ui/Visible.tsx'
import type { RuleEffect as Effect } from '@countersign/policy'
import { ruleTexts } from './rule-texts.ts'

export interface RuleEffectProps {
  readonly id: string
  readonly rule: string
  readonly preview: Effect
  /** How many questions of the last 30 days the rule would have answered. */
  readonly answered: number | null
  readonly onSuggestion: (rule: string) => void
}

/** The effect of the rule, always shown before it is saved. */
export function RuleEffect({ id, rule, preview, answered, onSuggestion }: RuleEffectProps) {
  return (
    <div id={id} role="status" className="flex flex-col gap-0.5 text-label">
      {preview.kind === 'malformed' ? (
        <Malformed rule={rule} preview={preview} onSuggestion={onSuggestion} />
      ) : (
        <>
          {preview.enough && <p className="text-clear">{ruleTexts.wholeRuns}</p>}
          {!preview.enough && preview.runs.length > 0 && (
            <p>
              <strong className="font-semibold text-clear">{ruleTexts.wouldRun}</strong>{' '}
              <Parts parts={preview.runs} />
            </p>
          )}
          {preview.asks.length > 0 && (
            <p>
              <strong className="font-semibold text-wait">{ruleTexts.stillAsks}</strong>{' '}
              <Parts parts={preview.asks} />
              {preview.runs.length > 0 ? ruleTexts.asksAgain : ruleTexts.opensNothing}
            </p>
          )}
          {preview.warnings.map((warning) => (
            <p key={warning} className="font-semibold text-stop">
              <Said message={warning} />
            </p>
          ))}
          {answered !== null && <p className="text-hint text-ink-3">{ruleTexts.answered(answered)}</p>}
        </>
      )}
    </div>
  )
}

function Malformed(props: {
  rule: string
  preview: Extract<Effect, { kind: 'malformed' }>
  onSuggestion: (rule: string) => void
}) {
  const { message, position, suggestion } = props.preview.error
  return (
    <div className="text-stop">
      <p className="font-mono text-hint whitespace-pre-wrap" aria-hidden="true">
        {props.rule.slice(0, position)}
        <span className="underline decoration-2 underline-offset-4">
          {props.rule.slice(position, position + 1) || '␣'}
        </span>
        {props.rule.slice(position + 1)}
      </p>
      <p className="font-semibold">
        <Said message={message} /> {ruleTexts.position(position + 1)}
      </p>
      {suggestion !== undefined && (
        <button
          type="button"
          className="min-h-6 font-mono text-hint text-accent underline"
          onClick={() => props.onSuggestion(suggestion)}
        >
          <Visible text={suggestion} />
        </button>
      )}
    </div>
  )
}

function Parts({ parts }: { parts: readonly string[] }) {
  return (
    <code className="font-mono">
      <Visible text={parts.join(', ')} />
    </code>
  )
}
