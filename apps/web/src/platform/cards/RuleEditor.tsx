import { backtest, onlyRule } from '@countersign/policy'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { usePolicyFacts } from '../../data/context.ts'
import { useRecorded } from '../../data/recorded.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { scrollToSee } from '../../ui/scroll-to-see.ts'
import { Visible } from '../../ui/Visible.tsx'
import type { GivenBy } from './card-actions.ts'
import type { CardView } from './card-view.ts'
import { ProjectFileLine } from './ProjectFileLine.tsx'
import { previewRule } from './rule-preview.ts'
import { RuleEffect } from './RuleEffect.tsx'
import { ruleTexts } from './rule-texts.ts'
import { useProjectFile } from './use-project-file.ts'
import type { CardControl } from './use-card.ts'

export interface RuleEditorProps {
  readonly view: CardView
  readonly card: CardControl
  readonly scope: 'allow_chat' | 'allow_always'
}

export type RuleScope = 'allow_always' | 'allow_chat' | 'project'

const SCOPES: readonly RuleScope[] = ['allow_always', 'allow_chat', 'project']

/** The editor behind "Always allow": suggestions from exact to general, and the rule is tried on the call at every keystroke. */
export function RuleEditor({ view, card, scope: first }: RuleEditorProps) {
  const id = useId()
  const facts = usePolicyFacts()
  const [scope, setScope] = useState<RuleScope>(first)
  const project = useProjectFile(scope === 'project' ? view.workspace : null)
  const [rule, setRule] = useState(view.offers[0]?.rule ?? view.tool)
  const preview = useMemo(() => previewRule(rule.trim(), view, facts), [rule, view, facts])
  const answered = useAnswered(rule.trim())
  const fits = preview.kind === 'readable' && preview.runs.length > 0
  const keeps = fits && (scope !== 'project' || (project.file.state === 'open' && !project.busy))

  /** Writes the project's file first and answers after that, so that a yes is never given with a rule that could not be written. */
  function keep(by: GivenBy): void {
    const text = rule.trim()
    if (scope !== 'project') card.send(scope, by, text)
    else project.write({ thread: view.thread, text }, () => card.send('allow_once', by))
  }

  return (
    <div
      ref={scrollToSee}
      role="group"
      aria-label={ruleTexts.headings[scope]}
      className="flex scroll-my-4 flex-col gap-2"
    >
      <p className="text-label font-semibold">{ruleTexts.headings[scope]}</p>
      {view.offers.length > 0 && (
        <div className="flex flex-wrap gap-1.5">
          {view.offers.map((offer, index) => (
            <Chip
              key={offer.rule}
              label={index === 0 && isExact(offer.rule, view) ? ruleTexts.exact : patternOf(offer.rule)}
              title={offer.covers}
              chosen={offer.rule === rule}
              onChoose={() => setRule(offer.rule)}
            />
          ))}
        </div>
      )}
      <label htmlFor={id} className="sr-only">
        {ruleTexts.field}
      </label>
      <input
        id={id}
        value={rule}
        onChange={(event) => setRule(event.target.value)}
        aria-invalid={preview.kind === 'malformed'}
        aria-describedby={`${id}-effect`}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        className="min-h-control rounded-control border border-line-strong bg-ground px-2 font-mono text-field"
      />
      <RuleEffect
        id={`${id}-effect`}
        rule={rule}
        preview={preview}
        answered={answered}
        onSuggestion={setRule}
      />
      <ScopeChoice
        name={`${id}-scope`}
        scopes={SCOPES.filter((choice) => choice !== 'project' || view.workspace !== null)}
        chosen={scope}
        onChoose={setScope}
      />
      {scope === 'project' && <ProjectFileLine file={project.file} trouble={project.trouble} />}
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" disabled={!keeps} {...card.pressing(keep)}>
          {ruleTexts.keep}
        </Button>
        <Button kind="quiet" onClick={() => card.showPanel('answers')}>
          {ruleTexts.back}
        </Button>
      </div>
    </div>
  )
}

interface ScopeChoiceProps {
  readonly name: string
  readonly scopes: readonly RuleScope[]
  readonly chosen: RuleScope
  readonly onChoose: (scope: RuleScope) => void
}

/** The scope of a rule. */
function ScopeChoice({ name, scopes, chosen, onChoose }: ScopeChoiceProps) {
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-1 text-label">
      <legend className="sr-only">{ruleTexts.scope}</legend>
      {scopes.map((scope) => (
        <label key={scope} className="flex min-h-6 items-center gap-1.5">
          <input
            type="radio"
            name={name}
            className="accent-accent"
            checked={chosen === scope}
            onChange={() => onChoose(scope)}
          />
          {ruleTexts.scopes[scope]}
        </label>
      ))}
    </fieldset>
  )
}

function Chip(props: { label: string; title: string; chosen: boolean; onChoose: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={props.chosen}
      title={props.title}
      onClick={props.onChoose}
      className={cx(
        'min-h-6 rounded-control border px-2 py-0.5 text-start font-mono text-hint',
        props.chosen ? 'border-accent bg-ground text-ink' : 'border-line text-ink-2',
      )}
    >
      <Visible text={props.label} ends />
    </button>
  )
}

/** How many questions of the last 30 days the rule would have answered; null until that is known. */
function useAnswered(rule: string): number | null {
  const calls = useRecorded()
  const calm = useDeferredValue(rule)
  return useMemo(() => {
    if (calls === null || calls.length === 0) return null
    const asked = calls.filter((call) => call.decided === 'ask')
    return backtest(onlyRule(calm), asked).differences['saves-a-question']
  }, [calls, calm])
}

/** The pattern between the parentheses; for a bare tool name, the name itself. */
function patternOf(rule: string): string {
  return /^[^()]+\((.*)\)$/s.exec(rule)?.[1] ?? rule
}

function isExact(rule: string, view: CardView): boolean {
  return patternOf(rule) === view.specifier
}
