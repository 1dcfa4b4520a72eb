import { realpath } from 'node:fs/promises'
import { isAbsolute, matchesGlob, relative } from 'node:path'
import { sql } from 'kysely'
import type { Host } from '../../../platform/host.ts'
import type { Following } from '../../../platform/watch/watches.ts'
import type { Fire } from './fire.ts'
import { PATHS, stricterMode } from './firing.ts'
import type { StoredTriggers, TriggerRow } from './stored-triggers.ts'

/** Milliseconds without a change before a run starts. */
const QUIET = 1000

interface Watched {
  readonly text: string
  readonly following: Promise<Following>
  timer: NodeJS.Timeout | undefined
  readonly changed: Set<string>
}

/** Watches the folders of all current file-change triggers; `refresh` updates the list. */
export interface FileTriggers {
  refresh(): Promise<void>
  close(): Promise<void>
}

export function fileTriggers(
  { clock, store, watches, failed }: Pick<Host, 'clock' | 'store' | 'watches' | 'failed'>,
  triggers: StoredTriggers,
  { fire, isPaused }: { readonly fire: Fire; isPaused(): Promise<boolean> },
): FileTriggers {
  const watched = new Map<string, Watched>()

  async function stop(id: string): Promise<void> {
    const one = watched.get(id)
    watched.delete(id)
    clearTimeout(one?.timer)
    await (await one?.following.catch(() => undefined))?.stop()
  }

  function follow(trigger: TriggerRow, text: string): void {
    const { spec } = trigger
    if (spec.kind !== 'file_change') return
    const one: Watched = {
      text,
      timer: undefined,
      changed: new Set(),
      following: realpath(spec.folder).then((root) =>
        watches.follow({
          root,
          what: 'gitignore',
          changed(changes) {
            for (const { path } of changes)
              if (spec.globs.some((glob) => matchesGlob(relative(root, path), glob))) one.changed.add(path)
            if (one.changed.size === 0) return
            clearTimeout(one.timer)
            one.timer = setTimeout(() => void quiet(trigger.id, one), QUIET)
          },
        }),
      ),
    }
    one.following.catch((cause: unknown) => failed(`watching for the trigger ${trigger.id}`, cause))
    watched.set(trigger.id, one)
  }

  async function quiet(id: string, one: Watched): Promise<void> {
    const changed = [...one.changed]
    one.changed.clear()
    try {
      const trigger = await triggers.find(id)
      if (trigger === undefined || trigger.paused || (await isPaused())) return
      const by = await changers(store.db, trigger)
      // A trigger ignores files that its own runs wrote.
      const others = changed.filter((path) => !by.some((call) => call.trigger === id && call.paths.has(path)))
      if (others.length === 0) return
      const agents = by.filter((call) => !call.isComplete || others.some((path) => call.paths.has(path)))
      await fire(trigger, {
        key: `files ${clock.now()} ${others[0] ?? ''}`,
        startedBy: 'file_change',
        inputs: { paths: others.slice(0, PATHS) },
        ...(agents.length === 0 ? {} : { agentMode: agents.map(({ mode }) => mode).reduce(stricterMode) }),
      })
    } catch (cause) {
      failed(`the trigger ${id}`, cause)
    }
  }

  return {
    async refresh() {
      const now = new Map((await triggers.ofKind('file_change')).map((trigger) => [trigger.id, trigger]))
      for (const [id, { text }] of watched) {
        const trigger = now.get(id)
        if (trigger === undefined || JSON.stringify(trigger.spec) !== text) await stop(id)
      }
      for (const [id, trigger] of now) if (!watched.has(id)) follow(trigger, JSON.stringify(trigger.spec))
    },
    async close() {
      for (const id of watched.keys()) await stop(id)
    },
  }
}

interface Changer {
  readonly paths: ReadonlySet<string>
  /** False: it may have changed other files as well, as commands and foreign tools can. */
  readonly isComplete: boolean
  readonly mode: string
  readonly trigger: string | null
}

/** Maximum number of changed paths in the result of one call. */
const NAMED = 1000

/** Recent calls of agents that changed files, or may have. */
async function changers(db: Host['store']['db'], { spec }: TriggerRow): Promise<readonly Changer[]> {
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
      and (calls.ended_at > clock_timestamp() - interval '15 seconds' or calls.state = 'running')
      and calls.tool <> all(${[...WITHOUT_FILES]}::text[])
      and (calls.result->'changed' is not null or calls.category in ('execute', 'external'))`.execute(db)
  return rows.map(({ changed, category, workspace, mode, trigger }) => ({
    paths: new Set(changed ?? []),
    // The result of a command names what changed in its workspace.
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

/** They change files only through calls below them, or not at all. */
const WITHOUT_FILES = ['run_workflow', 'run_subtask', 'agent.run', 'run_node', 'web.fetch', 'http.request']
