import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { AuditRow } from '../../data/api-audit.ts'
import { dateAndTime, clockTime } from '../../ui/times.ts'
import { Visible } from '../../ui/Visible.tsx'
import { readBody } from './read-body.ts'
import { kindWord, texts } from './texts.ts'

export interface AuditRowsProps {
  readonly rows: readonly AuditRow[]
  /** Null: the day does not matter here. */
  readonly now: number | null
  /** Null: all rows of one chain. */
  readonly chainName: ((chain: string) => string) | null
}

/** Rows as recorded: the event, the actor, and the hashes that link them. */
export function AuditRows({ rows, now, chainName }: AuditRowsProps) {
  const [open, setOpen] = useState<number | null>(null)
  return (
    <ol className="divide-y divide-line rounded-control border border-line bg-panel text-label">
      {rows.map((row) => {
        const { actor, data } = readBody(row.body)
        const unfolded = open === row.place
        return (
          <li key={row.place} data-audit-row={row.kind}>
            <button
              type="button"
              aria-expanded={unfolded}
              onClick={() => setOpen(unfolded ? null : row.place)}
              className="flex min-h-control w-full flex-wrap items-center gap-x-3 px-3 text-start"
            >
              <span className="w-16 shrink-0 font-mono text-hint text-ink-3">
                {now === null ? clockTime(row.at) : dateAndTime(row.at)}
              </span>
              <span className="w-36 shrink-0 font-semibold">{kindWord(row.kind)}</span>
              <span className="min-w-0 flex-1 truncate text-ink-2">
                <Visible text={summary(actor, data)} />
              </span>
              {chainName !== null && (
                <span className="max-w-40 truncate text-hint text-ink-3">{chainName(row.chain)}</span>
              )}
              <code className="font-mono text-hint text-ink-3">{row.hash.slice(0, 8)}</code>
              {unfolded ? (
                <ChevronDown size={14} aria-hidden="true" />
              ) : (
                <ChevronRight size={14} aria-hidden="true" />
              )}
            </button>
            {unfolded && <RowMore row={row} data={data} actor={actor} />}
          </li>
        )
      })}
    </ol>
  )
}

function RowMore({ row, data, actor }: { row: AuditRow; actor: string; data: ReadonlyMap<string, string> }) {
  const facts: readonly (readonly [string, string])[] = [
    ['by', actor],
    ...data,
    [texts.chain, `${row.chain} · ${row.seq}`],
    [texts.previous, row.prev],
    [texts.hash, row.hash],
  ]
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 border-t border-line px-3 py-2 font-mono text-hint">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="min-w-0 break-all whitespace-pre-wrap">
            <Visible text={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The most informative fields, in one line. */
function summary(actor: string, data: ReadonlyMap<string, string>): string {
  const said = ['tool', 'specifier', 'state', 'text', 'via', 'from', 'to', 'how', 'workspace'].flatMap(
    (name) => data.get(name) ?? [],
  )
  return [actor, ...said].join(' · ')
}
