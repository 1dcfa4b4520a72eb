import type { CallId, Instant } from '@countersign/protocol'
import { isAbsolute, relative } from 'node:path'
import { sql } from 'kysely'
import type { Host } from '../../../platform/host.ts'
import { PATHS, stricterMode, type Firing } from './firing.ts'
import type { TriggerRow } from './stored-triggers.ts'

/** Changes that start one run. */
export interface Changes {
  readonly paths: ReadonlySet<string>
  /** When the first of them was seen: others may have followed for long. */
  readonly since: Instant
  /** Calls whose processes went on when one of them was seen. */
  readonly left: ReadonlySet<CallId>
}

interface Changer {
  readonly paths: ReadonlySet<string>
  /** False: it may have changed other files as well, as commands and foreign tools can. */
  readonly isComplete: boolean
  readonly mode: string
  readonly trigger: string | null
}

/** Changed paths that the result of one call names at most. */
const NAMED = 1000

/** How long before a change was seen the call that made it may have ended, in milliseconds. */
const SEEN_WITHIN = 15_000

/**
 * Who changed the files, as a firing says it: the paths that the trigger's own runs did not write, and the mode of the agents behind them. Undefined: its
 * own runs wrote them all, and it ignores these.
 */
export async function changedBy(
  { db }: Pick<Host['store'], 'db'>,
  trigger: TriggerRow,
  { paths, left }: Changes,
  ago: number,
): Promise<Pick<Firing, 'inputs' | 'agentMode'> | undefined> {
  const by = await changers(db, trigger, { left, ago })
  const others = [...paths].filter(
    (path) => !by.some((call) => call.trigger === trigger.id && call.paths.has(path)),
  )
  if (others.length === 0) return undefined
  const agents = by.filter((call) => !call.isComplete || others.some((path) => call.paths.has(path)))
  return {
    inputs: { paths: others.slice(0, PATHS) },
    ...(agents.length === 0 ? {} : { agentMode: agents.map(({ mode }) => mode).reduce(stricterMode) }),
  }
}

/** Calls of agents that changed files, or may have. `ago`: milliseconds since the first of the changes. */
async function changers(
  db: Host['store']['db'],
  { spec }: TriggerRow,
  { ago, left }: Pick<Changes, 'left'> & { readonly ago: number },
): Promise<readonly Changer[]> {
  const folder = spec.kind === 'file_change' ? spec.folder : ''
  const { rows } = await sql<{
    changed: readonly string[] | null
    category: string
    workspace: string
    mode: string
    trigger: string | null
  }>`
    select calls.result->'changed' as changed, calls.category, threads.workspace,
      threads.permission_mode as mode, runs.trigger_id as trigger
    from calls join threads on threads.id = calls.thread_id
      left join workflow_runs runs on runs.turn_id = calls.turn_id
    where calls.owner_kind = 'turn' and calls.started_at is not null
      and (calls.ended_at > clock_timestamp() - ${ago + SEEN_WITHIN} * interval '1 millisecond' or calls.state = 'running'
        or calls.id = any(${[...left]}::text[]))
      and calls.tool <> all(${[...WITHOUT_FILES]}::text[])
      and (calls.result->'changed' is not null or calls.category in ('execute', 'external'))`.execute(db)
  return rows.map(({ changed, category, workspace, mode, trigger }) => ({
    paths: new Set(changed ?? []),
    // Of a command, the result names what changed below its workspace.
    isComplete:
      changed === null
        ? false
        : category === 'write' || (changed.length < NAMED && isBelow(workspace, folder)),
    mode,
    trigger,
  }))
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '' || !(way.startsWith('..') || isAbsolute(way))
}

/** They change files through calls below them only, or not at all. */
const WITHOUT_FILES = ['run_workflow', 'run_subtask', 'agent.run', 'run_node', 'web.fetch', 'http.request']
