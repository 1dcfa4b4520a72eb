import type { CallState } from '@countersign/protocol'
import { VERBS } from '@countersign/protocol/client'
import { useDeferredValue, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useReader } from '../../platform/cards/use-reader.ts'
import type { CallFilter } from '../../data/api-audit.ts'
import { useNow, useView } from '../../data/context.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { ListPage } from '../../ui/Page.tsx'
import { fieldClass, PageTitle } from '../../ui/Section.tsx'
import { AuditRows } from '../../platform/past-calls/AuditRows.tsx'
import { CallList } from '../../platform/past-calls/CallList.tsx'
import { texts as pastTexts } from '../../platform/past-calls/texts.ts'
import { texts } from './texts.ts'
import { DayFields, timesOf } from './DayFields.tsx'
import type { Days } from './DayFields.tsx'
import { useCallPages, useRowPages } from '../../platform/past-calls/use-audit.ts'
import { Verify } from './Verify.tsx'

/** All proposals, decisions and actions, and a way to verify the record. */
export function AuditPage() {
  const [search] = useSearchParams()
  const rule = search.get('rule')
  const [shown, setShown] = useState<'calls' | 'rows'>(rule === null ? 'calls' : 'rows')
  const call = search.get('call')
  const thread = search.get('thread')
  return (
    <ListPage>
      <PageTitle title={texts.title} hint={texts.hint} />
      <Verify />
      <div className="flex flex-wrap items-center gap-2">
        <div role="group" aria-label={texts.views} className="flex gap-1">
          {(['calls', 'rows'] as const).map((tab) => (
            <button
              key={tab}
              type="button"
              aria-pressed={shown === tab}
              onClick={() => setShown(tab)}
              className={cx(
                'min-h-control rounded-control px-3 text-label font-semibold',
                shown === tab ? 'bg-raised text-ink' : 'text-ink-2 hover:bg-panel',
              )}
            >
              {texts.tabs[tab]}
            </button>
          ))}
        </div>
        {(call !== null || thread !== null || rule !== null) && (
          <span className="flex items-center gap-2 text-label text-ink-2">
            {call !== null ? texts.oneCall : thread !== null ? texts.oneThread : texts.oneRule}
            <Link href="/audit" className="font-semibold">
              {texts.clear}
            </Link>
          </span>
        )}
      </div>
      {shown === 'calls' ? (
        <Calls key={`${call} ${thread}`} call={call} thread={thread} />
      ) : (
        <Rows key={`${call} ${rule}`} call={call} rule={rule} />
      )}
    </ListPage>
  )
}

const STATES: readonly CallState[] = [
  'succeeded',
  'failed',
  'denied',
  'blocked',
  'expired',
  'cancelled',
  'interrupted',
  'waiting',
]

function Calls({ call, thread }: { call: string | null; thread: string | null }) {
  const reader = useReader()
  const [state, setState] = useState<CallState | 'all'>('all')
  const [tool, setTool] = useState('')
  const [typed, setTyped] = useState('')
  const words = useDeferredValue(typed.trim())
  const [days, setDays] = useState<Days>({ from: '', to: '' })
  const filter: CallFilter = {
    ...(words === '' ? {} : { words }),
    ...timesOf(days),
    ...(call === null ? {} : { call }),
    ...(thread === null ? {} : { thread }),
    ...(state === 'all' ? {} : { state }),
    ...(tool === '' ? {} : { tool }),
  }
  const pages = useCallPages(filter)
  const filtered = Object.keys(filter).length > 0
  return (
    <div className="flex flex-col gap-3">
      {call === null && (
        <div className="flex flex-wrap items-center gap-2">
          <input
            type="search"
            aria-label={texts.search}
            placeholder={texts.search}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            className={`${fieldClass} grow basis-64`}
          />
          <DayFields days={days} onDays={setDays} />
          <select
            aria-label={texts.outcome}
            value={state}
            onChange={(event) => setState(STATES.find((other) => other === event.target.value) ?? 'all')}
            className={fieldClass}
          >
            <option value="all">{texts.anyState}</option>
            {STATES.map((other) => (
              <option key={other} value={other}>
                {pastTexts.states[other]}
              </option>
            ))}
          </select>
          <select
            aria-label={texts.tool}
            value={tool}
            onChange={(event) => setTool(event.target.value)}
            className={fieldClass}
          >
            <option value="">{texts.anyTool}</option>
            {TOOLS.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </div>
      )}
      <Standing pages={pages} empty={filtered ? texts.nothingFits : texts.nothing} />
      {pages.items.length > 0 && <CallList key={call} calls={pages.items} reader={reader} unfolded={call} />}
      <Older pages={pages} />
    </div>
  )
}

/** The shipped tools; others are found by name in the search. */
const TOOLS: readonly string[] = [...VERBS.keys(), 'run_subtask']

function Rows({ call, rule }: { call: string | null; rule: string | null }) {
  const pages = useRowPages({
    ...(call === null ? {} : { call }),
    ...(rule === null ? {} : { rule }),
    newest: 'true',
  })
  const threads = useView((view) => view.threads)
  const now = useNow(60_000)
  return (
    <div className="flex flex-col gap-3">
      <Standing pages={pages} empty={call === null && rule === null ? texts.nothing : texts.nothingFits} />
      {pages.items.length > 0 && (
        <AuditRows
          rows={pages.items}
          now={now}
          chainName={(chain) => threads?.find(({ id }) => id === chain)?.title ?? chain}
        />
      )}
      <Older pages={pages} />
    </div>
  )
}

interface Pages {
  readonly items: readonly unknown[]
  readonly trouble: string | null
  readonly loading: boolean
  readonly more: (() => void) | null
}

function Standing({ pages, empty }: { pages: Pages; empty: string }) {
  if (pages.trouble !== null) return <p role="alert">{texts.failed(pages.trouble)}</p>
  if (pages.items.length > 0) return null
  return <p className="text-ink-3">{pages.loading ? texts.loading : empty}</p>
}

function Older({ pages }: { pages: Pages }) {
  if (pages.more === null) return null
  return (
    <span>
      <Button onClick={pages.more} disabled={pages.loading}>
        {texts.older}
      </Button>
    </span>
  )
}
