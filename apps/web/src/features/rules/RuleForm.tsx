import { diff, explainFinding, lint, parseRule, withRule } from '@countersign/policy'
import type { ListName } from '@countersign/policy'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import type { DatedCall } from '../../data/recorded.ts'
import { Button } from '../../ui/Button.tsx'
import { fieldClass } from '../../ui/Section.tsx'
import { Said } from '../../ui/Said.tsx'
import type { AllRules } from './rules-model.ts'
import { LISTS } from './lists.ts'
import { sourceFor } from './rules-model.ts'
import { texts } from './texts.ts'

export interface RuleFormProps {
  readonly rules: AllRules
  readonly past: readonly DatedCall[] | null
  readonly first: { readonly list: ListName; readonly text: string }
  readonly busy: boolean
  readonly onSave: (rule: { readonly list: ListName; readonly text: string }) => void
  readonly onCancel: () => void
}

/** A rule being written: its effect is shown at every keystroke, before it is saved. */
export function RuleForm({ rules, past, first, busy, onSave, onCancel }: RuleFormProps) {
  const id = useId()
  const [list, setList] = useState<ListName>(first.list)
  const [text, setText] = useState(first.text)
  const rule = text.trim()
  const parsed = useMemo(() => parseRule(rule), [rule])
  return (
    <form
      className="flex flex-col gap-2 rounded-card border border-accent bg-panel p-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (parsed.ok && !busy) onSave({ list, text: rule })
      }}
    >
      <div className="flex flex-wrap items-center gap-2">
        <select
          aria-label={texts.list}
          value={list}
          onChange={(event) => setList(LISTS.find((other) => other === event.target.value) ?? list)}
          className={fieldClass}
        >
          {LISTS.map((other) => (
            <option key={other} value={other}>
              {texts.verdicts[other]}
            </option>
          ))}
        </select>
        <input
          aria-label={texts.field}
          aria-describedby={`${id}-effect`}
          aria-invalid={rule !== '' && !parsed.ok}
          value={text}
          placeholder={texts.fieldHint}
          onChange={(event) => setText(event.target.value)}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          className={`${fieldClass} flex-1 basis-64 font-mono`}
        />
        <Button type="submit" kind="primary" disabled={!parsed.ok || busy}>
          {texts.save}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
      <div id={`${id}-effect`} role="status" className="flex flex-col gap-0.5 text-label">
        {rule !== '' && !parsed.ok && (
          <p className="text-stop">
            <Said message={texts.atCharacter(parsed.error.message, parsed.error.position + 1)} />
            {parsed.error.suggestion !== undefined && (
              <Button kind="quiet" onClick={() => setText(parsed.error.suggestion ?? text)}>
                <code className="font-mono">{parsed.error.suggestion}</code>
              </Button>
            )}
          </p>
        )}
        {rule !== '' && parsed.ok && <Effect rules={rules} past={past} list={list} rule={rule} />}
      </div>
    </form>
  )
}

function Effect(props: { rules: AllRules; past: readonly DatedCall[] | null; list: ListName; rule: string }) {
  const { rules, past, list } = props
  const rule = useDeferredValue(props.rule)
  const found = useMemo(() => {
    const before = sourceFor(rules, { mode: 'default', thread: null })
    const after = withRule(before, { list, text: rule })
    const warnings = lint(after)
      .filter((finding) => finding.rule.list === list && finding.rule.text === rule)
      .map(explainFinding)
    const calls = past?.map(({ call }) => call) ?? []
    const changes = calls.length === 0 ? null : diff(before, after, calls).changes
    return { warnings: [...new Set(warnings)], changes }
  }, [rules, past, list, rule])
  return (
    <>
      {found.warnings.map((warning) => (
        <p key={warning} className="font-semibold text-stop">
          <Said message={warning} />
        </p>
      ))}
      {found.changes !== null && (
        <p className="text-hint text-ink-3">
          {texts.effect(
            found.changes.filter(({ direction }) => direction === 'looser').length,
            found.changes.filter(({ direction }) => direction === 'stricter').length,
          )}
        </p>
      )}
    </>
  )
}
