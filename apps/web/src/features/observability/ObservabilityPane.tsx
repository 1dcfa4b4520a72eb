import { observabilityRoutes, type ObservedFilter, type ObservedPage } from '@countersign/protocol'
import { useDeferredValue, useMemo, useState } from 'react'
import { useClock } from '../../data/context.ts'
import { call } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { count } from '../../ui/times.ts'
import { usePaneContext } from '../../workbench/pane-context.ts'
import { CallTable } from './CallTable.tsx'
import { Filters, type Chosen } from './Filters.tsx'
import { saveCalls } from './save-calls.ts'
import { texts } from './texts.ts'
import { useObserved } from './use-observed.ts'

/** How many calls the agent sees. */
const TOLD = 20
/** The resolution of the start time: another moment would be another query. */
const MINUTE = 60_000

/** Live calls of models and tools, over all threads. */
export function ObservabilityPane() {
  const clock = useClock()
  const [chosen, setChosen] = useState<Chosen>({ text: '', tool: '', state: '', minutes: '' })
  const [errorsFirst, setErrorsFirst] = useState(true)
  const [said, setSaid] = useState<string | null>(null)
  const wanted = useDeferredValue(chosen)
  const begin = wanted.minutes === '' ? 0 : Math.floor(clock.now() / MINUTE - Number(wanted.minutes)) * MINUTE
  const filter = useMemo(() => filterOf(wanted, begin), [wanted, begin])
  const { calls, page, loading, problem, older, lookAgain } = useObserved(filter, errorsFirst)
  usePaneContext(() => ({
    summary: texts.summary(page?.total ?? 0, page?.errors ?? 0, calls.length),
    // Titles name files of other threads, which rules may withhold from this one.
    text: calls
      .slice(0, TOLD)
      .map(
        ({ name, state, at, work_ms }) =>
          `${new Date(at).toISOString()} ${name} ${state} ${work_ms ?? '–'} ms`,
      )
      .join('\n'),
    sources: [],
  }))
  const clear = async (): Promise<void> => {
    const answer = await call(observabilityRoutes.clear, { body: {} })
    setSaid(answer.ok ? answer.value.text : answer.message)
    lookAgain()
  }
  return (
    <div className="@container flex h-full min-h-0 flex-col">
      <div className="flex flex-wrap items-end gap-2 border-b border-line px-3 py-2">
        <Filters chosen={chosen} onChange={setChosen} />
        <span className="ms-auto flex flex-wrap items-center gap-2">
          <Button title={texts.exportHint} onClick={() => void saveCalls(filter).then(setSaid)}>
            {texts.export}
          </Button>
          <Button title={texts.clearHint} onClick={() => void clear()}>
            {texts.clear}
          </Button>
        </span>
      </div>
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 border-b border-line px-3 text-hint text-ink-2">
        <span>{totals(page)}</span>
        <label className="flex items-center gap-1.5 coarse:min-h-control">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={errorsFirst}
            onChange={(event) => setErrorsFirst(event.target.checked)}
          />
          {texts.errorsFirst}
        </label>
        <span role="status">{said}</span>
      </div>
      {calls.length === 0 ? (
        <p className="p-4 text-ink-2">
          {problem ?? (loading ? texts.loading : (page?.total ?? 0) === 0 ? texts.nothing : texts.empty)}
        </p>
      ) : (
        <CallTable calls={calls} now={clock.now()} older={older} />
      )}
    </div>
  )
}

function filterOf({ text, tool, state }: Chosen, begin: number): ObservedFilter {
  return {
    ...(text.trim() === '' ? {} : { text: text.trim() }),
    ...(tool.trim() === '' ? {} : { tool: tool.trim() }),
    ...(state === '' ? {} : { state }),
    ...(begin === 0 ? {} : { since: begin }),
  }
}

function totals(page: ObservedPage | undefined): string {
  if (page === undefined) return ''
  const total = `${page.more ? 'more than ' : ''}${count(page.total, 'call of a tool', 'calls of tools')}`
  return texts.totals(total, count(page.errors, 'failed', 'failed'))
}
