import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { callSummary } from '@countersign/protocol/client'
import { callName } from '../call-name.ts'
import { CallBodyView } from '../cards/CallBodyView.tsx'
import type { Reader } from '../cards/settled.ts'
import { settledView } from '../cards/settled.ts'
import { SignatureLine } from '../cards/SignatureLine.tsx'
import { fetchAudit, fetchResult } from '../../data/api-audit.ts'
import type { PastCall } from '../../data/api-audit.ts'
import { valueOf } from '../../data/http.ts'
import { ResultView } from '../cards/ResultView.tsx'
import { cx } from '../../ui/cx.ts'
import { Mark } from '../../ui/Mark.tsx'
import { dateAndTime } from '../../ui/times.ts'
import { Visible } from '../../ui/Visible.tsx'
import { AuditRows } from './AuditRows.tsx'
import { texts } from './texts.ts'

export interface CallListProps {
  readonly calls: readonly PastCall[]
  readonly reader: Reader
  /** The call that starts unfolded. */
  readonly unfolded?: string | null
}

/** Settled calls with their signature lines; each unfolds to all its details. */
export function CallList({ calls, reader, unfolded = null }: CallListProps) {
  const [open, setOpen] = useState<string | null>(unfolded)
  return (
    <ul className="flex flex-col gap-2">
      {calls.map((past) => (
        <li
          key={past.call.id}
          data-past-call={past.call.state}
          className="@container rounded-card border border-line bg-panel"
        >
          <CallHead
            past={past}
            reader={reader}
            open={open === past.call.id}
            onToggle={() => setOpen(open === past.call.id ? null : past.call.id)}
          />
          {open === past.call.id && <CallMore past={past} />}
        </li>
      ))}
    </ul>
  )
}

function CallHead(props: { past: PastCall; reader: Reader; open: boolean; onToggle: () => void }) {
  const { call, parents, thread_title: chat } = props.past
  const settled = settledView(call, parents, props.reader)
  const { words, object } =
    settled === null
      ? callName(call)
      : { words: settled.verb, object: call.specifier === '' ? call.tool : call.specifier }
  const summary = callSummary(call)
  const went = summary === '' && call.state === 'failed' ? texts.states.failed : summary
  return (
    <div className="flex flex-col px-3 py-2">
      <button
        type="button"
        aria-expanded={props.open}
        onClick={props.onToggle}
        className="flex min-h-6 w-full items-center gap-2 text-start coarse:min-h-control"
      >
        <Mark state={settled?.mark ?? (call.state === 'waiting' ? 'waits' : 'running')} />
        <span className="min-w-0 flex-1">
          <Visible text={words} />{' '}
          <code className="ms-0.5 font-mono text-code">
            <Visible text={object} />
          </code>
        </span>
        <span className="text-hint text-ink-3">
          {went !== '' && <span className={cx(call.state === 'failed' && 'text-stop')}>{went} · </span>}
          {dateAndTime(call.proposed_at)}
        </span>
        {props.open ? (
          <ChevronDown size={16} aria-hidden="true" className="text-ink-3" />
        ) : (
          <ChevronRight size={16} aria-hidden="true" className="text-ink-3" />
        )}
      </button>
      <div className="flex flex-col items-stretch ps-6">
        {settled !== null && <SignatureLine settled={settled} />}
        <Link
          href={`/t/${call.thread_id}?call=${call.id}`}
          className="flex min-h-6 max-w-full items-center self-start text-hint coarse:min-h-control"
        >
          <span className="truncate">{chat === '' ? texts.untitled : chat}</span>
        </Link>
      </div>
    </div>
  )
}

function CallMore({ past: { call, thread_title: title } }: { past: PastCall }) {
  const rows = useQuery({
    queryKey: ['audit', 'call', call.id],
    queryFn: () => valueOf(fetchAudit({ call: call.id })),
  })
  return (
    <div className="flex flex-col gap-3 border-t border-line px-3 py-3">
      <p className="flex flex-wrap gap-x-4 text-hint text-ink-3">
        <span>
          {texts.chat}{' '}
          <Link href={`/t/${call.thread_id}?call=${call.id}`}>{title === '' ? texts.untitled : title}</Link>
        </span>
        <span>{dateAndTime(call.proposed_at)}</span>
        <code className="font-mono">{call.tool}</code>
        <code className="font-mono">{call.hash}</code>
      </p>
      <CallBodyView call={call} />
      {call.preview !== null && call.preview !== '' && (
        <ResultView call={call} load={() => fetchResult(call.id)} />
      )}
      <div>
        <h2 className="pb-1 text-hint text-ink-3">{texts.transitions}</h2>
        {rows.data === undefined ? (
          <p className="text-label text-ink-3">
            {rows.error === null ? texts.loading : texts.failed(rows.error.message)}
          </p>
        ) : (
          <AuditRows rows={rows.data} now={null} chainName={null} />
        )}
      </div>
    </div>
  )
}
