import { diff } from '@countersign/policy'
import type { ListName } from '@countersign/policy'
import { Pencil, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { KeptRule } from '../../data/api-rules.ts'
import type { DatedCall } from '../../data/recorded.ts'
import { Button } from '../../ui/Button.tsx'
import { ago, shortDate } from '../../ui/times.ts'
import { Said } from '../../ui/Said.tsx'
import { Visible } from '../../ui/Visible.tsx'
import { RuleForm } from './RuleForm.tsx'
import type { AllRules, RuleRow, RuleUse } from './rules-model.ts'
import { sourceFor, useKey, withoutRule } from './rules-model.ts'
import { texts } from './texts.ts'

export interface RuleTableProps {
  readonly rows: readonly RuleRow[]
  readonly rules: AllRules
  readonly past: readonly DatedCall[] | null
  readonly uses: ReadonlyMap<string, RuleUse>
  readonly threadTitle: (rule: KeptRule) => string
  readonly now: number
  readonly busy: boolean
  readonly onReplace: (old: KeptRule, rule: { readonly list: ListName; readonly text: string }) => void
  readonly onRemove: (rule: KeptRule) => void
}

type Open = { readonly key: string; readonly what: 'edit' | 'remove' }

/** All rules, in the order of evaluation. */
export function RuleTable(props: RuleTableProps) {
  const [open, setOpen] = useState<Open | null>(null)
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-panel">
      <table className="w-full text-start text-label">
        <thead className="hidden wide:table-header-group">
          <tr className="border-b border-line text-ink-3">
            <Head>{texts.columns.verdict}</Head>
            <Head>{texts.columns.rule}</Head>
            <Head>{texts.columns.from}</Head>
            <Head title={texts.usedHint}>{texts.columns.used}</Head>
            <Head>
              <span className="sr-only">{texts.columns.actions}</span>
            </Head>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {props.rows.map((row) => (
            <Row
              key={row.key}
              {...props}
              row={row}
              open={open?.key === row.key ? open.what : null}
              setOpen={(what) => setOpen(what === null ? null : { key: row.key, what })}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Head({ children, title }: { children: React.ReactNode; title?: string }) {
  return (
    <th scope="col" title={title} className="px-3 py-2 text-start font-normal whitespace-nowrap">
      {children}
    </th>
  )
}

interface RowProps extends RuleTableProps {
  readonly row: RuleRow
  readonly open: Open['what'] | null
  readonly setOpen: (what: Open['what'] | null) => void
}

function Row(props: RowProps) {
  const { row, open, setOpen } = props
  const kept = row.home.kind === 'kept' ? row.home.rule : null
  const use = props.uses.get(useKey(row.layer, row.list, row.text))
  return (
    <>
      <tr data-rule={row.text} className="flex flex-wrap gap-x-3 px-3 py-2 align-top wide:table-row wide:p-0">
        <td className={`font-semibold whitespace-nowrap wide:px-3 wide:py-2 ${COLOURS[row.list]}`}>
          {texts.verdicts[row.list]}
        </td>
        <td className="w-full min-w-0 wide:w-1/2 wide:px-3 wide:py-2">
          <code className="font-mono">
            <Visible text={row.text} ends />
          </code>
          {row.findings.map(({ severity, sentence: words }) => (
            <p
              key={words}
              className={severity === 'note' ? 'text-hint text-ink-3' : 'text-hint font-semibold text-stop'}
            >
              <Said message={words} />
            </p>
          ))}
        </td>
        <td className="flex items-center gap-3 text-ink-2 wide:table-cell wide:px-3 wide:py-2">
          <CameFrom row={row} threadTitle={props.threadTitle} />
        </td>
        <td
          className="flex items-center gap-1 text-ink-2 whitespace-nowrap wide:table-cell wide:px-3 wide:py-2"
          title={texts.usedHint}
        >
          <span className="wide:hidden">{texts.used}</span>
          {use === undefined ? 0 : `${use.calls} · ${ago(use.last, props.now)}`}
        </td>
        <td className="ms-auto whitespace-nowrap wide:py-0.5 wide:pe-2 wide:text-end">
          {kept !== null && (
            <>
              <Button
                kind="quiet"
                size="icon"
                aria-label={texts.edit(row.text)}
                onClick={() => setOpen('edit')}
              >
                <Pencil size={14} aria-hidden="true" />
              </Button>
              <Button
                kind="quiet"
                size="icon"
                aria-label={texts.remove(row.text)}
                onClick={() => setOpen('remove')}
              >
                <Trash2 size={14} aria-hidden="true" />
              </Button>
            </>
          )}
        </td>
      </tr>
      {kept !== null && open !== null && (
        <tr>
          <td colSpan={5} className="p-3">
            {open === 'edit' ? (
              <RuleForm
                rules={withoutRule(props.rules, kept.id)}
                past={props.past}
                first={row}
                busy={props.busy}
                onSave={(rule) => {
                  if (rule.list !== row.list || rule.text !== row.text) props.onReplace(kept, rule)
                  setOpen(null)
                }}
                onCancel={() => setOpen(null)}
              />
            ) : (
              <Removal {...props} kept={kept} />
            )}
          </td>
        </tr>
      )}
    </>
  )
}

/** What would be decided differently without the rule, shown before it is removed. */
function Removal({ kept, rules, past, busy, onRemove, setOpen }: RowProps & { kept: KeptRule }) {
  const changes = useMemo(() => {
    const where = { mode: 'default', thread: kept.threadId }
    const calls = past?.map(({ call }) => call) ?? []
    return diff(sourceFor(rules, where), sourceFor(withoutRule(rules, kept.id), where), calls).changes.length
  }, [rules, past, kept])
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="me-auto">{texts.askAgain(changes)}</p>
      <Button
        kind="refuse"
        disabled={busy}
        onClick={() => {
          onRemove(kept)
          setOpen(null)
        }}
      >
        {texts.removeWord}
      </Button>
      <Button kind="quiet" onClick={() => setOpen(null)}>
        {texts.keep}
      </Button>
    </div>
  )
}

function CameFrom({ row, threadTitle }: { row: RuleRow; threadTitle: (rule: KeptRule) => string }) {
  if (row.home.kind === 'file') return <span title={row.home.path}>{texts.fromFile[row.home.layer]}</span>
  const { rule } = row.home
  const date = shortDate(rule.createdAt)
  const from = rule.createdFrom === null ? texts.fromYou(date) : texts.fromCard(date)
  return (
    <>
      <Link href={`/audit?rule=${encodeURIComponent(rule.id)}`} className={`${PRESSED} text-ink-2`}>
        {from}
      </Link>
      {rule.threadId !== null && (
        <Link href={`/t/${rule.threadId}`} className={`${PRESSED} text-hint text-ink-3`}>
          {threadTitle(rule)}
        </Link>
      )}
    </>
  )
}

/** High enough for a finger. */
const PRESSED = 'flex items-center coarse:min-h-control coarse:min-w-control'

const COLOURS: Readonly<Record<ListName, string>> = {
  deny: 'text-stop',
  ask: 'text-wait',
  allow: 'text-clear',
}
