import type { RunSummary } from '@countersign/protocol'
import type { Host } from '../../../platform/host.ts'
import { isEverythingPaused } from '../../../platform/paused.ts'
import type { Parts } from '../parts.ts'
import type { RunRow } from '../stored-runs.ts'
import type { StartRun } from '../starting.ts'
import { fileTriggers } from './file-change.ts'
import { FAILURES, triggerFire, type Fire } from './fire.ts'
import { fireDueTriggers } from './schedule.ts'
import { storedTriggers, type StoredTriggers } from './stored-triggers.ts'

/** Starts runs automatically while this server is running. */
export interface Triggers {
  readonly stored: StoredTriggers
  readonly fire: Fire
  isPaused(): Promise<boolean>
  /** Checks once for due triggers and updates the watched folders. */
  look(): Promise<void>
  runEnded(run: RunRow, error: RunSummary['error']): Promise<void>
  close(): Promise<void>
}

export function openTriggers(
  host: Host,
  parts: Pick<Parts, 'runs' | 'workflows' | 'notices'>,
  start: StartRun,
): Triggers {
  const stored = storedTriggers(host.store.db)
  const fire = triggerFire(host, parts, stored, start)
  const isPaused = () => isEverythingPaused(host.store.settings)
  const files = fileTriggers(host, stored, { fire, isPaused })
  return {
    stored,
    fire,
    isPaused,
    async look() {
      if (await isPaused()) return
      await fireDueTriggers({
        clock: host.clock,
        db: host.store.db,
        failed: host.failed,
        triggers: stored,
        fire,
      })
      await files.refresh()
    },
    async runEnded(run, error) {
      if (run.trigger_id !== null) await countFailure(stored, run.trigger_id, run, error)
      if (!(await isPaused())) await followRun(stored, fire, run, error)
    },
    close: () => files.close(),
  }
}

/** Three failures in a row pause a trigger. */
async function countFailure(
  stored: StoredTriggers,
  id: string,
  { id: runId }: RunRow,
  error: RunSummary['error'],
): Promise<void> {
  const why = `${FAILURES} runs failed in a row, the last is ${runId}: ${error?.message ?? ''}`
  // Several runs of it can end at once.
  await stored.change(id, (was) => {
    const failures = error === null ? 0 : was.failures + 1
    return { failures, ...(failures >= FAILURES ? { paused: true, why_paused: why.slice(0, 500) } : {}) }
  })
}

/** Starts the triggers that wait for this run to end. */
async function followRun(
  stored: StoredTriggers,
  fire: Fire,
  run: RunRow,
  error: RunSummary['error'],
): Promise<void> {
  const how = error === null ? 'done' : 'failed'
  for (const trigger of await stored.ofKind('other_run')) {
    const { spec } = trigger
    if (spec.kind !== 'other_run' || spec.workflow_id !== run.workflow_id || trigger.owner !== run.owner)
      continue
    if (spec.after !== 'both' && spec.after !== how) continue
    await fire(trigger, {
      key: `after ${run.id}`,
      startedBy: 'other_run',
      inputs: { run: { id: run.id, state: how, workflow_id: run.workflow_id } },
      // A chain that an agent set off counts as the agent's over any number of runs.
      agentMode: run.started_by === 'chat' || run.ungranted ? run.mode : undefined,
    })
  }
}
