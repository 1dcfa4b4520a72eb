import { realpath } from 'node:fs/promises'
import { matchesGlob, relative } from 'node:path'
import type { Host } from '../../../platform/host.ts'
import type { Following } from '../../../platform/watch/watches.ts'
import { changedBy, type Changes } from './changers.ts'
import type { Fire } from './fire.ts'
import type { StoredTriggers, TriggerRow } from './stored-triggers.ts'

/** Milliseconds without a change before a run starts. */
const QUIET = 1000

interface Watched {
  readonly text: string
  readonly following: Promise<Following>
  timer: NodeJS.Timeout | undefined
  changes: Changes
}

const NO_CHANGES: Changes = { paths: new Set(), since: 0, left: new Set() }

/** Watches the folders of all current file-change triggers; `refresh` updates the list. */
export interface FileTriggers {
  refresh(): Promise<void>
  close(): Promise<void>
}

export function fileTriggers(
  {
    clock,
    store,
    watches,
    leftRunning,
    failed,
  }: Pick<Host, 'clock' | 'store' | 'watches' | 'leftRunning' | 'failed'>,
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
      changes: NO_CHANGES,
      following: realpath(spec.folder).then((root) =>
        watches.follow({
          root,
          what: 'gitignore',
          changed(changes) {
            const paths = changes
              .map(({ path }) => path)
              .filter((path) => spec.globs.some((glob) => matchesGlob(relative(root, path), glob)))
            if (paths.length === 0) return
            const { changes: before } = one
            one.changes = {
              paths: new Set([...before.paths, ...paths]),
              since: before === NO_CHANGES ? clock.now() : before.since,
              left: new Set([...before.left, ...leftRunning.calls()]),
            }
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
    const { changes } = one
    one.changes = NO_CHANGES
    try {
      const trigger = await triggers.find(id)
      if (trigger === undefined || trigger.paused || (await isPaused())) return
      // Each server process sees the change.
      if (!(await store.isOldestHere())) return
      const now = clock.now()
      const changed = await changedBy(store, trigger, changes, now - changes.since)
      if (changed !== undefined)
        await fire(trigger, { key: `files ${now}`, startedBy: 'file_change', ...changed })
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
