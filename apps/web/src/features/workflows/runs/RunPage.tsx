import { workflowRoutes, type RunView } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { Play, Square } from 'lucide-react'
import { nodeAt, readGraph, type Graph } from '@countersign/workflow'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { call, valueOf } from '../../../data/http.ts'
import type { RouteParams } from '../../../platform/feature.ts'
import { useTopic } from '../../../platform/use-topic.ts'
import { Button } from '../../../ui/Button.tsx'
import { Page } from '../../../ui/Page.tsx'
import { dateAndTime, duration } from '../../../ui/times.ts'
import { lazy } from '../../../ui/lazy.ts'
import { useNarrow } from '../../../ui/use-narrow.ts'
import { Visible } from '../../../ui/Visible.tsx'
import { keys } from '../api.ts'
import { runSlice } from '../slice.ts'
import { runTexts as texts } from '../run-texts.ts'
import { texts as listTexts } from '../texts.ts'
import { NodeDetails } from './NodeDetails.tsx'
import { NodeTable } from './NodeTable.tsx'
import { byNode, ENDED } from './run-model.ts'
import { RunStateMark } from '../marks/RunStateMark.tsx'
import { Timeline } from './Timeline.tsx'
import { UndoRun } from './UndoRun.tsx'
import { ValueRows } from './ValueRows.tsx'
import { WaitingHere } from './WaitingHere.tsx'

const RunCanvas = lazy(async () => ({ default: (await import('./RunCanvas.tsx')).RunCanvas }))

/** Milliseconds between two requests for an open run, in case an event was missed. */
const LOOK_EVERY = 2000

/** One run: its state, its nodes, and its waiting cards. */
export function RunPage({ params: { id = '' } }: { params: RouteParams }) {
  return <RunPane params={{ id }} />
}

function RunPane({ params: { id = '' } }: { params: Readonly<Record<string, string>> }) {
  const changes = useTopic(runSlice, id)
  const { data, error, refetch } = useQuery({
    queryKey: keys.run(id),
    queryFn: async () => (await valueOf(call(workflowRoutes.run, { params: { id } }))).run,
    refetchInterval: ({ state }) => (ENDED.has(state.data?.state ?? '') ? false : LOOK_EVERY),
    staleTime: 0,
    retry: false,
  })
  useEffect(() => {
    if (changes > 0) void refetch()
  }, [changes, refetch])
  if (data === undefined) return <Page>{error === null ? listTexts.loading : error.message}</Page>
  return <Shown run={data} onChanged={() => void refetch()} />
}

function Shown({ run, onChanged }: { run: RunView; onChanged: () => void }) {
  const narrow = useNarrow()
  const [chosen, setChosen] = useState<{ readonly node: string; readonly item: string | null } | null>(null)
  const read = useMemo(() => readGraph(run.graph), [run.graph])
  const graph = read.ok ? read.value : null
  const nodes = useMemo(() => byNode(run.nodes, graph), [run.nodes, graph])
  const picked =
    run.nodes.find(({ node, item }) => node === chosen?.node && item === (chosen.item ?? item)) ?? null
  const pickedRuns = nodes.find(({ node }) => node === picked?.node)
  return (
    <div
      className="@container flex h-full min-h-0 flex-col bg-panel"
      data-run={run.id}
      data-run-state={run.state}
    >
      <RunHeader run={run} graph={graph} onChanged={onChanged} />
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto @4xl:grid @4xl:grid-cols-[minmax(0,1fr)_24.5rem] @4xl:overflow-hidden">
        <div className="flex flex-col gap-6 p-4 @4xl:overflow-y-auto">
          {graph !== null && !narrow && (
            <Suspense fallback={null}>
              <RunCanvas
                graph={graph}
                nodes={nodes}
                chosen={chosen?.node ?? null}
                onChoose={(node) => setChosen({ node, item: null })}
              />
            </Suspense>
          )}
          <NodeTable
            nodes={nodes}
            chosen={chosen?.node ?? null}
            onChoose={(node) => setChosen({ node, item: null })}
          />
          {run.more && <p className="text-hint text-ink-3">{texts.more}</p>}
          <Timeline run={run} nodes={nodes} />
          <RunValues title={texts.runInputs} values={run.inputs} />
          {run.outputs !== null && <RunValues title={texts.outputs} values={run.outputs} />}
        </div>
        <aside
          aria-label={texts.node}
          // On a narrow screen, waiting cards come first.
          className="flex flex-col gap-4 border-line p-4 @max-4xl:order-first @max-4xl:border-b @4xl:overflow-y-auto @4xl:border-s"
        >
          <WaitingHere thread={run.thread_id} graph={graph} />
          {picked === null ? (
            <p className="text-label text-ink-3">{texts.nothingChosen}</p>
          ) : (
            <NodeDetails
              run={run}
              picked={picked}
              title={pickedRuns?.title ?? picked.node}
              items={pickedRuns?.items ?? []}
              onItem={(item) => setChosen({ node: picked.node, item })}
              onChanged={onChanged}
            />
          )}
          {ENDED.has(run.state) && run.started_by !== 'chat' && <UndoRun run={run} />}
        </aside>
      </div>
    </div>
  )
}

interface HeaderProps {
  readonly run: RunView
  readonly graph: Graph | null
  readonly onChanged: () => void
}

function RunHeader({ run, graph, onChanged }: HeaderProps) {
  const failed = run.error?.node ?? null
  const named = failed === null || graph === null ? undefined : nodeAt(graph, failed)?.title
  const [said, setSaid] = useState<string | null>(null)
  const act = async (route: typeof workflowRoutes.stop | typeof workflowRoutes.resume): Promise<void> => {
    const result = await call(route, { params: { id: run.id } })
    setSaid(result.ok ? null : result.message)
    onChanged()
  }
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 text-label">
      <h1 className="font-semibold">{texts.runOf(run.workflow_name)}</h1>
      <span role="status">
        <RunStateMark state={run.state} />
      </span>
      <span className="text-ink-2">
        {dateAndTime(run.started_at)}, {texts.by[run.started_by]}
      </span>
      {run.ended_at !== null && <span className="text-ink-3">{duration(run.ended_at - run.started_at)}</span>}
      <code className="font-mono text-hint text-ink-3">{run.hash.slice(0, 8)}</code>
      <Link
        href={`/workflows/${run.workflow_id}`}
        className="coarse:inline-flex coarse:min-h-control coarse:items-center"
      >
        {texts.openWorkflow}
      </Link>
      {!ENDED.has(run.state) && (
        <span className="ms-auto flex gap-2">
          {run.held && (
            <Button kind="primary" onClick={() => void act(workflowRoutes.resume)}>
              <Play size={14} aria-hidden="true" />
              {texts.resume}
            </Button>
          )}
          <Button kind="refuse" onClick={() => void act(workflowRoutes.stop)}>
            <Square size={14} aria-hidden="true" />
            {texts.stop}
          </Button>
        </span>
      )}
      {run.held && <p className="w-full text-wait">{texts.held}</p>}
      {(run.error !== null || said !== null) && (
        <p role="alert" className="w-full text-stop wrap-anywhere">
          <Visible
            text={
              said ??
              [
                named ?? failed,
                (run.error?.item ?? '') === '' ? null : texts.item(run.error?.item ?? ''),
                run.error?.message,
              ]
                .filter((part) => part !== null && part !== undefined)
                .join(': ')
            }
          />
        </p>
      )}
    </header>
  )
}

function RunValues({ title, values }: { title: string; values: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(values)
  if (entries.length === 0) return null
  return (
    <section aria-label={title} className="flex flex-col gap-1">
      <h2 className="text-label font-semibold">{title}</h2>
      <ValueRows values={values} />
    </section>
  )
}
