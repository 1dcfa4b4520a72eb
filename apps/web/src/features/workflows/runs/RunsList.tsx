import { workflowRoutes } from '@countersign/protocol'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { call, valueOf } from '../../../data/http.ts'
import { Button } from '../../../ui/Button.tsx'
import { dateAndTime, duration } from '../../../ui/times.ts'
import { Visible } from '../../../ui/Visible.tsx'
import { keys } from '../api.ts'
import { runTexts as texts } from '../run-texts.ts'
import { RunStateMark } from '../marks/RunStateMark.tsx'

/** Milliseconds between two refreshes. */
const LOOK_EVERY = 3000

/** The runs of one workflow, the newest first. */
export function RunsList({ workflow }: { workflow: string }) {
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: keys.runs(workflow),
    queryFn: ({ pageParam }) =>
      valueOf(
        call(workflowRoutes.runs, {
          query: { workflow_id: workflow, ...(pageParam === '' ? {} : { before: pageParam }) },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: LOOK_EVERY,
  })
  const runs = data?.pages.flatMap((page) => page.runs) ?? []
  return (
    <section aria-label={texts.runs} className="mx-auto flex w-full max-w-[64rem] flex-col gap-3 p-4">
      <h2 className="text-label font-semibold">{texts.runs}</h2>
      {error !== null && <p className="text-label text-stop">{error.message}</p>}
      {data !== undefined && runs.length === 0 && <p className="text-label text-ink-3">{texts.noRuns}</p>}
      <ul className="divide-y divide-line">
        {runs.map((run) => (
          <li key={run.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-label">
            <RunStateMark state={run.state} />
            <Link
              href={`/runs/${run.id}`}
              className="coarse:inline-flex coarse:min-h-control coarse:items-center"
              aria-label={texts.runRow(dateAndTime(run.started_at))}
            >
              {dateAndTime(run.started_at)}
            </Link>
            <span className="text-ink-2">{texts.by[run.started_by]}</span>
            <code className="font-mono text-hint text-ink-3">{run.hash.slice(0, 8)}</code>
            {run.ended_at !== null && (
              <span className="text-ink-3">{duration(run.ended_at - run.started_at)}</span>
            )}
            {run.error !== null && (
              <span className="w-full text-hint text-stop wrap-anywhere">
                <Visible text={`${run.error.node ?? ''} ${run.error.message}`.trim()} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div>
          <Button onClick={() => void fetchNextPage()}>{texts.older}</Button>
        </div>
      )}
    </section>
  )
}
