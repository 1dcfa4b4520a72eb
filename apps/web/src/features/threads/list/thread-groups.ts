import type { ThreadId, ThreadView } from '@countersign/protocol'
import { folderName } from '../../../platform/folder/paths.ts'
import { threadTitles } from './thread-titles.ts'
import { texts } from './texts.ts'

/** A chat as the list shows it. */
export interface ThreadRow {
  readonly thread: ThreadView
  /** Its title, with a number if another thread has the same. */
  readonly title: string
  readonly state: 'waits' | 'running' | 'failed' | 'quiet'
  /** How many of its calls wait. */
  readonly waits: number
}

export interface ThreadDay {
  readonly label: string
  readonly rows: readonly ThreadRow[]
}

export interface ThreadProject {
  readonly folder: string
  readonly name: string
  readonly days: readonly ThreadDay[]
}

export interface ThreadGroups {
  readonly pinned: readonly ThreadRow[]
  readonly projects: readonly ThreadProject[]
  readonly archived: readonly ThreadRow[]
}

export type Waits = ReadonlyMap<ThreadId, number>

/** Every thread as a row, the newest first. */
export function listRows(threads: readonly ThreadView[], waits: Waits): readonly ThreadRow[] {
  const titles = threadTitles(threads)
  return threads
    .toSorted((a, b) => b.updated_at - a.updated_at)
    .map((thread) => {
      const waiting = waits.get(thread.id) ?? 0
      return {
        thread,
        title: titles.get(thread.id) ?? thread.title,
        state: stateOf(thread, waiting),
        waits: waiting,
      }
    })
}

function stateOf({ last_turn: turn }: ThreadView, waiting: number): ThreadRow['state'] {
  if (waiting > 0) return 'waits'
  if (turn === 'runnable' || turn === 'running' || turn === 'waiting') return 'running'
  return turn === 'failed' ? 'failed' : 'quiet'
}

/** Pinned threads, then by project and day, then archived ones. The project with the newest thread comes first. */
export function groupThreads(rows: readonly ThreadRow[], now: number): ThreadGroups {
  const listed = rows.filter(({ thread }) => thread.archived !== true)
  const byProject = Map.groupBy(
    listed.filter(({ thread }) => thread.pinned !== true),
    ({ thread }) => thread.workspace,
  )
  return {
    pinned: listed.filter(({ thread }) => thread.pinned === true),
    projects: [...byProject].map(([folder, own]) => ({
      folder,
      name: folderName(folder),
      days: [...Map.groupBy(own, ({ thread }) => dayLabel(thread.updated_at, now))].map(([label, some]) => ({
        label,
        rows: some,
      })),
    })),
    archived: rows.filter(({ thread }) => thread.archived === true),
  }
}

/** `Today`, `Yesterday`, `Friday, 13 November`, by the reader's clock. */
export function dayLabel(at: number, now: number): string {
  const days = Math.round((midnight(now) - midnight(at)) / DAY_MS)
  if (days <= 0) return texts.today
  if (days === 1) return texts.yesterday
  return days < 300 ? `${WEEKDAY.format(at)}, ${DAY.format(at)}` : DAY_OF_YEAR.format(at)
}

function midnight(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0)
}

const DAY_MS = 86_400_000
const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long' })
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })
const DAY_OF_YEAR = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
