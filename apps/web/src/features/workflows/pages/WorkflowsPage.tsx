import {
  workflowRoutes,
  type GalleryEntry,
  type WorkflowSummary,
  type WorkflowView,
} from '@countersign/protocol'
import { readGraph } from '@countersign/workflow'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useClock } from '../../../data/context.ts'
import { call, valueOf, type HttpResult } from '../../../data/http.ts'
import { Button } from '../../../ui/Button.tsx'
import { PageTitle, Section } from '../../../ui/Section.tsx'
import { ago } from '../../../ui/times.ts'
import { useNarrow } from '../../../ui/use-narrow.ts'
import { Visible } from '../../../ui/Visible.tsx'
import { keys } from '../api.ts'
import { isRunState, RunStateMark } from '../marks/RunStateMark.tsx'
import { runTexts } from '../run-texts.ts'
import { texts } from '../texts.ts'
import { focusFirst } from '../fields/focus-first.ts'
import { ProjectWorkflows } from './ProjectWorkflows.tsx'

/** A person's workflows, and a gallery to start from. */
export function WorkflowsPage() {
  const queries = useQueryClient()
  const narrow = useNarrow()
  const [, navigate] = useLocation()
  const [said, setSaid] = useState<string | null>(null)
  const { data, error } = useQuery({
    queryKey: keys.list,
    queryFn: () => valueOf(call(workflowRoutes.list, { query: {} })),
    staleTime: 0,
  })
  const opened = (result: HttpResult<{ readonly workflow: WorkflowView }>): void => {
    if (result.ok) navigate(`/workflows/${result.value.workflow.id}`)
    else setSaid(result.message)
  }
  const create = async (name: string, graph?: Record<string, unknown>): Promise<void> =>
    opened(await call(workflowRoutes.create, { body: { name, ...(graph === undefined ? {} : { graph }) } }))
  const change = async (act: Promise<HttpResult<unknown>>): Promise<void> => {
    const result = await act
    setSaid(result.ok ? null : result.message)
    await queries.invalidateQueries({ queryKey: keys.list })
  }
  const importFile = async (file: File): Promise<void> => {
    const read = readGraph(await file.text())
    if (!read.ok) return setSaid(texts.importBad(read.error.map(({ message }) => message).join('; ')))
    await create(read.value.name, { ...read.value })
  }
  const list = data?.workflows ?? []
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex max-w-[61rem] flex-col gap-6 px-4 py-8">
        <div className="flex flex-wrap items-end gap-3">
          <PageTitle title={texts.title} hint={texts.hint} />
          {!narrow && (
            <span className="ms-auto flex gap-2">
              <ImportButton onFile={(file) => void importFile(file)} />
              <Button kind="primary" onClick={() => void create(texts.newName)}>
                <Plus size={14} aria-hidden="true" />
                {texts.create}
              </Button>
            </span>
          )}
        </div>
        {narrow && <p className="text-label text-ink-3">{texts.phoneEdit}</p>}
        {(said ?? error?.message ?? null) !== null && (
          <p role="alert" className="text-label text-stop">
            {said ?? error?.message}
          </p>
        )}
        {data === undefined && error === null && <p className="text-ink-3">{texts.loading}</p>}
        {data !== undefined && list.length === 0 && (
          <p className="text-ink-2">{narrow ? texts.noneOnPhone : texts.none}</p>
        )}
        <ul className="flex flex-col gap-2">
          {list.map((workflow) => (
            <Row
              key={workflow.id}
              workflow={workflow}
              onDuplicate={async () =>
                change(call(workflowRoutes.duplicate, { params: { id: workflow.id }, body: {} }))
              }
              onRemove={async () => change(call(workflowRoutes.remove, { params: { id: workflow.id } }))}
            />
          ))}
        </ul>
        {!narrow && <ProjectWorkflows onImported={opened} />}
        {!narrow && <Gallery onUse={(entry) => void create(entry.title, entry.graph)} />}
      </div>
    </div>
  )
}

interface RowProps {
  readonly workflow: WorkflowSummary
  readonly onDuplicate: () => Promise<void>
  readonly onRemove: () => Promise<void>
}

function Row({ workflow, onDuplicate, onRemove }: RowProps) {
  const clock = useClock()
  const [asked, setAsked] = useState(false)
  const { id, name, changed, last_run: last, triggers } = workflow
  return (
    <li
      data-workflow-row={id}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-card border border-line bg-panel px-4 py-2"
    >
      <span className="flex min-w-0 flex-1 basis-64 flex-col">
        <Link
          href={`/workflows/${id}`}
          className="font-semibold wrap-anywhere coarse:inline-flex coarse:min-h-control coarse:items-center"
        >
          <Visible text={name} />
        </Link>
        <span className="flex flex-wrap gap-x-3 text-hint text-ink-3">
          {changed && <span>{texts.changed}</span>}
          <span>{ago(workflow.updated_at, clock.now())}</span>
          {triggers > 0 && <span>{texts.triggersCount(triggers)}</span>}
          {last === null && <span>{texts.neverRun}</span>}
        </span>
      </span>
      {last !== null && (
        <Link
          href={`/runs/${last.id}`}
          className="text-label coarse:inline-flex coarse:min-h-control coarse:items-center"
          aria-label={runTexts.lastRunOf(
            name,
            isRunState(last.state) ? runTexts.states[last.state] : last.state,
          )}
        >
          {isRunState(last.state) ? <RunStateMark state={last.state} /> : last.state}
        </Link>
      )}
      {asked ? (
        <span className="flex flex-wrap items-center gap-2 text-label">
          {texts.removeAsk(name)}
          <Button kind="refuse" ref={focusFirst} onClick={() => void onRemove()}>
            {texts.remove}
          </Button>
          <Button kind="quiet" onClick={() => setAsked(false)}>
            {texts.cancel}
          </Button>
        </span>
      ) : (
        <span className="flex gap-1">
          <Button
            kind="quiet"
            size="icon"
            aria-label={texts.named(texts.duplicate, name)}
            title={texts.duplicate}
            onClick={() => void onDuplicate()}
          >
            <Copy size={14} aria-hidden="true" />
          </Button>
          <Button
            kind="quiet"
            size="icon"
            aria-label={texts.named(texts.remove, name)}
            title={texts.remove}
            onClick={() => setAsked(true)}
          >
            <Trash2 size={14} aria-hidden="true" />
          </Button>
        </span>
      )}
    </li>
  )
}

function ImportButton({ onFile }: { onFile: (file: File) => void }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={field}
        type="file"
        accept="application/json,.json"
        className="hidden"
        aria-label={texts.importWord}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
      <Button onClick={() => field.current?.click()}>{texts.importWord}</Button>
    </>
  )
}

function Gallery({ onUse }: { onUse: (entry: GalleryEntry) => void }) {
  const { data } = useQuery({
    queryKey: ['workflow-gallery'],
    queryFn: () => valueOf(call(workflowRoutes.gallery, {})),
    staleTime: Infinity,
    retry: false,
  })
  if (data === undefined || data.gallery.length === 0) return null
  return (
    <Section title={texts.gallery} hint={texts.galleryHint}>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(17rem,1fr))] gap-3">
        {data.gallery.map((entry) => (
          <li key={entry.name} className="flex flex-col gap-2 rounded-card border border-line bg-panel p-4">
            <h3 className="text-label font-semibold">{entry.title}</h3>
            <p className="flex-1 text-label text-ink-2">{entry.about}</p>
            <div>
              <Button aria-label={texts.use(entry.title)} onClick={() => onUse(entry)}>
                {texts.useWord}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
