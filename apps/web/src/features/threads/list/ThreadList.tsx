import { ChevronDown, ChevronRight, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useApp, useNow } from '../../../data/context.ts'
import { shortPath } from '../../../platform/folder/paths.ts'
import { useChooseFolder } from '../../../platform/folder/use-choose-folder.ts'
import { showsThread } from '../../../platform/thread-path.ts'
import { useQuestions } from '../../../platform/use-questions.ts'
import { Button } from '../../../ui/Button.tsx'
import { groupThreads } from './thread-groups.ts'
import type { ThreadProject, ThreadRow } from './thread-groups.ts'
import { ThreadRowView, listClass, Waits } from './ThreadRowView.tsx'
import { keepFolded, readFolded } from './folded-groups.ts'
import { texts } from './texts.ts'

export interface ThreadListProps {
  readonly rows: readonly ThreadRow[]
  /** As a separate page, not at the side of one. */
  readonly wide: boolean
  readonly path: string
}

/** Threads by project and day, with their running, waiting and failed state. */
export function ThreadList({ rows, wide, path }: ThreadListProps) {
  const now = useNow(60_000)
  const { pinned, projects, archived } = groupThreads(rows, now)
  const list = { wide, path }
  return (
    <div className="flex flex-col gap-3">
      {pinned.length > 0 && (
        <Group title={texts.pinned} fold="pinned" aside={null} rows={pinned}>
          <Rows rows={pinned} label={texts.pinned} {...list} />
        </Group>
      )}
      {projects.map((project) => (
        <Project key={project.folder} project={project} {...list} />
      ))}
      {archived.length > 0 && (
        <Group title={texts.archived} fold="archived" startsFolded aside={null} rows={archived}>
          <Rows rows={archived} label={texts.archived} {...list} />
        </Group>
      )}
    </div>
  )
}

function Project({ project, wide, path }: { project: ThreadProject; wide: boolean; path: string }) {
  const { home } = useApp().me
  const choose = useChooseFolder()
  const [, navigate] = useLocation()
  return (
    <Group
      title={project.name}
      fold={project.folder}
      rows={project.days.flatMap(({ rows }) => rows)}
      aside={
        <span className="min-w-0 truncate font-mono text-hint text-ink-3" title={project.folder}>
          {shortPath(project.folder, home)}
        </span>
      }
      action={
        <Button
          kind="quiet"
          size="icon"
          aria-label={texts.newIn(project.name)}
          title={texts.newIn(project.name)}
          onClick={() => void choose(project.folder).then(() => navigate('/new'))}
        >
          <Plus size={14} aria-hidden="true" />
        </Button>
      }
    >
      {project.days.map(({ label, rows }) => (
        <div key={label}>
          <p aria-hidden="true" className={DAY}>
            {label}
          </p>
          <Rows rows={rows} label={label} wide={wide} path={path} />
        </div>
      ))}
    </Group>
  )
}

const DAY = 'ps-7.5 pt-1 text-hint text-ink-3'

function Rows(props: { rows: readonly ThreadRow[]; label: string; wide: boolean; path: string }) {
  const questions = useQuestions()
  return (
    <ul aria-label={props.label} className={listClass(props.wide)}>
      {props.rows.map((row) => (
        <ThreadRowView
          key={row.thread.id}
          row={row}
          wide={props.wide}
          line={
            props.wide
              ? (questions.find(({ call }) => call.thread_id === row.thread.id)?.call.title ?? null)
              : null
          }
          open={showsThread(props.path, row.thread.id)}
        />
      ))}
    </ul>
  )
}

interface GroupProps {
  readonly title: string
  /** The key under which its folded state is stored. */
  readonly fold: string
  readonly startsFolded?: boolean
  readonly aside: ReactNode
  readonly rows: readonly ThreadRow[]
  readonly action?: ReactNode
  readonly children: ReactNode
}

function Group({ title, fold, startsFolded = false, aside, rows, action, children }: GroupProps) {
  const id = useId()
  const [folded, setFolded] = useState(() => readFolded(window.localStorage, fold, startsFolded))
  const Chevron = folded ? ChevronRight : ChevronDown
  return (
    // No landmark: the page of all chats and the side bar next to it have the same projects.
    <div role="group" aria-labelledby={id} className="flex flex-col">
      <div className="flex min-h-7.5 items-center">
        <button
          type="button"
          aria-expanded={!folded}
          onClick={() => {
            setFolded(!folded)
            keepFolded(window.localStorage, fold, !folded)
          }}
          className="flex min-h-7.5 min-w-0 flex-1 items-center gap-2 rounded-control ps-2 text-start coarse:min-h-control"
        >
          <Chevron size={14} aria-hidden="true" className="shrink-0 text-ink-3" />
          <h2 id={id} className="shrink-0 text-label font-semibold">
            {title}
          </h2>
          <span className="ms-auto flex min-w-0 pe-1">{folded ? <Inside rows={rows} /> : aside}</span>
        </button>
        {action}
      </div>
      {!folded && children}
    </div>
  )
}

/** A folded group's summary: how much waits in it, otherwise how many threads. */
function Inside({ rows }: { rows: readonly ThreadRow[] }) {
  const waits = rows.reduce((sum, row) => sum + row.waits, 0)
  return waits > 0 ? (
    <Waits many={waits} />
  ) : (
    <span className="font-mono text-hint text-ink-3">{texts.chats(rows.length)}</span>
  )
}
