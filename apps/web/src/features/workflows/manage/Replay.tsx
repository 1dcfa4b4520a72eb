import { workflowRoutes, type ReplayedEffect, type ReplayedRun } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { call, valueOf } from '../../../data/http.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { dateAndTime } from '../../../ui/times.ts'
import { Visible } from '../../../ui/Visible.tsx'
import { manageTexts as texts } from '../manage-texts.ts'
import { runTexts } from '../run-texts.ts'

interface ReplayProps {
  readonly workflow: string
  /** A hash, or `draft`. */
  readonly version: string
  readonly name: string
}

/** Plans a version over the record of the last runs, once a person asks for it. */
export function Replay({ workflow, version, name }: ReplayProps) {
  const [asked, setAsked] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['workflow-replay', workflow, version],
    queryFn: () =>
      valueOf(call(workflowRoutes.replay, { params: { id: workflow }, body: { hash: version } })),
    enabled: asked,
    // The draft, the rules and the list of runs all change.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const start = (): void => {
    if (asked) void refetch()
    setAsked(true)
  }
  return (
    <section
      aria-label={texts.replayTitle(name)}
      className="flex flex-col gap-3 rounded-card border border-line bg-raised p-4"
    >
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-72 text-hint text-ink-2">{texts.replayHint}</p>
        <Button size="small" disabled={isFetching} onClick={start}>
          {texts.replay}
        </Button>
      </div>
      {error !== null && (
        <p role="alert" className="text-label text-stop">
          {error.message}
        </p>
      )}
      {data?.runs.length === 0 && <p className="text-label text-ink-3">{texts.noReplay}</p>}
      {data !== undefined && data.runs.length > 0 && (
        <ul className="flex flex-col gap-3">
          {data.runs.map((run) => (
            <Run key={run.run_id} run={run} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Run({ run }: { run: ReplayedRun }) {
  const { effects, same } = run
  return (
    <li data-replayed={run.run_id} className="flex flex-col gap-1 text-label">
      <span className="flex flex-wrap gap-x-3">
        <Link href={`/runs/${run.run_id}`} className="font-semibold">
          {runTexts.runRow(dateAndTime(run.at))}
        </Link>
        {same > 0 && <span className="text-ink-2">{texts.replaySame(same)}</span>}
        {effects.length > 0 && <span className="text-wait">{texts.replayDiffers(effects.length)}</span>}
      </span>
      {effects.length > 0 && (
        <ul className="flex flex-col gap-1">
          {effects.map((effect) => (
            <Effect key={`${effect.node} ${effect.item ?? ''} ${effect.kind}`} effect={effect} />
          ))}
        </ul>
      )}
      {run.more && <p className="text-hint text-ink-2">{texts.replayMore}</p>}
      {run.open && <p className="text-hint text-ink-2">{texts.replayOpen}</p>}
      {run.failed !== null && (
        <p className="text-hint text-stop">
          <Visible text={texts.replayFails(run.failed)} />
        </p>
      )}
    </li>
  )
}

const KIND = { same: 'text-ink-2', new: 'text-clear', gone: 'text-stop', other: 'text-wait' }
const VERDICT = { run: 'text-clear', ask: 'text-wait', block: 'text-stop' }

function Effect({ effect }: { effect: ReplayedEffect }) {
  const { node, item, tool, kind, specifier, before, verdict } = effect
  return (
    <li className="flex flex-wrap gap-x-3">
      <span className={cx('w-20', KIND[kind])}>{texts.replayKinds[kind]}</span>
      <span className="min-w-0 flex-1 basis-60">
        <span className="font-semibold">{item === null ? node : `${node}, ${runTexts.item(item)}`}</span>{' '}
        <code className="font-mono wrap-anywhere">
          <Visible text={specifier} />
        </code>{' '}
        <span className="text-hint text-ink-3">{tool}</span>
        {before !== null && (
          <span className="block font-mono text-hint wrap-anywhere text-ink-3">
            <Visible text={texts.replayBefore(before)} />
          </span>
        )}
      </span>
      {verdict !== null && (
        <span className="flex flex-col">
          <span className={cx('font-semibold', VERDICT[verdict])}>{runTexts.verdicts[verdict]}</span>
          <span className="max-w-72 text-hint text-ink-2">
            <Visible text={effect.why} />
          </span>
        </span>
      )}
    </li>
  )
}
