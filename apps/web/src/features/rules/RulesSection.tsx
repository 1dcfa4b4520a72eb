import type { ListName } from '@countersign/policy'
import type { ThreadView } from '@countersign/protocol'
import { Plus } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import type { KeptRule } from '../../data/api-rules.ts'
import { useNow } from '../../data/context.ts'
import type { DatedCall } from '../../data/recorded.ts'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/Section.tsx'
import { RuleForm } from './RuleForm.tsx'
import type { AllRules } from './rules-model.ts'
import { ruleRows, ruleUses, sourceFor } from './rules-model.ts'
import { RuleFilters } from './RuleFilters.tsx'
import type { RuleFilter } from './RuleFilters.tsx'
import { RuleTable } from './RuleTable.tsx'
import { texts } from './texts.ts'

export interface RulesSectionProps {
  readonly rules: AllRules
  readonly past: readonly DatedCall[] | null
  /** Chats that rules may belong to; null: not known yet. */
  readonly threads: readonly ThreadView[] | null
  readonly busy: boolean
  readonly trouble: string | null
  readonly removed: { readonly text: string; readonly onUndo: () => void } | null
  readonly onAdd: (rule: { readonly list: ListName; readonly text: string }) => void
  readonly onReplace: (old: KeptRule, rule: { readonly list: ListName; readonly text: string }) => void
  readonly onRemove: (rule: KeptRule) => void
}

/** The rules of all layers: search, filter, add, change, remove. */
export function RulesSection(props: RulesSectionProps) {
  const { rules, past, threads } = props
  const now = useNow(60_000)
  const [adding, setAdding] = useState(false)
  const [filter, setFilter] = useState<RuleFilter>({ find: '', list: 'all', layer: 'all' })
  const { find, list, layer } = filter
  const rows = useMemo(() => ruleRows(rules), [rules])
  const wanted = useDeferredValue(find.trim().toLowerCase())
  const shown = rows.filter(
    (row) =>
      (list === 'all' || row.list === list) &&
      (layer === 'all' || row.layer === layer) &&
      row.text.toLowerCase().includes(wanted),
  )
  const uses = useMemo(
    () => ruleUses(sourceFor(rules, { mode: 'default', thread: null }), past ?? []),
    [rules, past],
  )
  const findings = rows.reduce((sum, row) => sum + row.findings.length, 0)
  return (
    <Section
      title={texts.rules}
      action={
        <>
          {findings > 0 && (
            <span className="text-label font-semibold text-stop">{texts.problems(findings)}</span>
          )}
          <RuleFilters filter={filter} onFilter={setFilter} />
          <Button onClick={() => setAdding(true)}>
            <Plus size={14} aria-hidden="true" />
            {texts.add}
          </Button>
        </>
      }
    >
      <Outcome trouble={props.trouble} removed={props.removed} />
      {adding && (
        <RuleForm
          rules={rules}
          past={past}
          first={{ list: 'allow', text: '' }}
          busy={props.busy}
          onSave={(rule) => {
            props.onAdd(rule)
            setAdding(false)
          }}
          onCancel={() => setAdding(false)}
        />
      )}
      {rows.length === 0 && <p className="text-label text-ink-3">{texts.noRules}</p>}
      {rows.length > 0 && shown.length === 0 && (
        <p className="text-label text-ink-3">{texts.noneFound(find)}</p>
      )}
      {shown.length > 0 && (
        <RuleTable
          rows={shown}
          rules={rules}
          past={past}
          uses={uses}
          now={now}
          busy={props.busy}
          threadTitle={(rule) =>
            threads?.find(({ id }) => id === rule.threadId)?.title ?? texts.layers.thread
          }
          onReplace={props.onReplace}
          onRemove={props.onRemove}
        />
      )}
    </Section>
  )
}

/** The outcome of the last change. */
function Outcome({ trouble, removed }: Pick<RulesSectionProps, 'trouble' | 'removed'>) {
  return (
    <div role="status" className="flex flex-col gap-2 empty:hidden">
      {trouble !== null && <p className="text-label font-semibold text-stop">{texts.notDone(trouble)}</p>}
      {removed !== null && (
        <p className="flex flex-wrap items-center gap-3 text-label">
          <code className="font-mono">{texts.removed(removed.text)}</code>
          <Button onClick={removed.onUndo}>{texts.undo}</Button>
        </p>
      )}
    </div>
  )
}
