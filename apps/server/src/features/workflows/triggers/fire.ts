import { readGraph } from '@countersign/workflow'
import type { Trx } from '../../../store/sql/database.ts'
import type { Host } from '../../../platform/host.ts'
import type { Parts } from '../parts.ts'
import type { Started, StartRun } from '../starting.ts'
import { stricterMode, type Firing } from './firing.ts'
import type { StoredTriggers, TriggerRow } from './stored-triggers.ts'

export interface FireOptions {
  /** Writes rows in the transaction of the run; false prevents the start. */
  also?(trx: Trx): Promise<boolean>
  /** It is already due or queued, so it is tried again without being queued twice. */
  readonly isKept?: boolean
}

export type Fire = (trigger: TriggerRow, firing: Firing, options?: FireOptions) => Promise<Started>

/** Maximum runs per hour that other runs and files may start through one trigger: this ends two workflows that start each other. */
const HOURLY = 60
/** Consecutive failures after which a trigger is paused. */
export const FAILURES = 3
/** Milliseconds for which a version may fail to compile: an MCP server may still be starting. */
const PATIENCE = 60_000

/** Keeps the event's inputs that the graph declares. */
async function taken(
  { workflows }: Pick<Parts, 'workflows'>,
  { workflow_id, hash }: TriggerRow,
  inputs: Readonly<Record<string, unknown>> = {},
): Promise<Readonly<Record<string, unknown>>> {
  const version = await workflows.version(workflow_id, hash)
  const read = version && readGraph(version.graph)
  if (read?.ok !== true) return inputs
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => Object.hasOwn(read.value.inputs, name)))
}

/** Starts the run of a trigger, with its version and mode. */
export function triggerFire(
  host: Pick<Host, 'workspace' | 'clock' | 'store'>,
  parts: Pick<Parts, 'runs' | 'workflows' | 'notices'>,
  triggers: StoredTriggers,
  start: StartRun,
): Fire {
  /** Since when the version of a trigger does not compile. */
  const failing = new Map<string, number>()

  async function begin(trigger: TriggerRow, firing: Firing, options: FireOptions): Promise<Started> {
    const { key, startedBy, inputs, agentMode } = firing
    const { id, workflow_id, hash, mode } = trigger
    const isAlone = trigger.overlap !== 'parallel'
    if (isAlone && (await parts.runs.open(host.store.db, id)) > 0) return STILL_RUNNING
    let overlaps = false
    const started = await start(trigger.owner, {
      input: {
        workflow_id,
        version: hash,
        params: { ...trigger.inputs, ...(await taken(parts, trigger, inputs)) },
      },
      mode: agentMode === undefined ? mode : stricterMode(mode, agentMode),
      ungranted: agentMode !== undefined,
      workspace: trigger.spec.kind === 'file_change' ? trigger.spec.folder : host.workspace,
      startedBy,
      triggerId: id,
      async also(trx, runId) {
        if (!(await triggers.claim(trx, id, key, runId))) return false
        // The claim locks the trigger: of two firings at once, the second sees the run of the first.
        overlaps = isAlone && (await parts.runs.open(trx, id, runId)) > 0
        return !overlaps && ((await options.also?.(trx)) ?? true)
      },
    })
    return overlaps ? STILL_RUNNING : started
  }

  /** A trigger that cannot start its version is paused, and its owner is told: otherwise it would do nothing for weeks. */
  async function pause({ id, owner, workflow_id }: TriggerRow, why: string): Promise<void> {
    await triggers.change(id, { paused: true, why_paused: why })
    const workflow = await parts.workflows.get(owner, workflow_id)
    await parts.notices.add(owner, {
      id: `paused ${id} ${host.clock.now()}`,
      title: `A trigger of ${workflow?.name ?? workflow_id} is paused`,
      text: why,
      runId: null,
    })
  }

  return async (trigger, firing, options = {}) => {
    const { id, overlap } = trigger
    const isChained = firing.startedBy === 'file_change' || firing.startedBy === 'other_run'
    if (isChained && (await triggers.lastHour(id)) >= HOURLY) {
      const why = `it started ${HOURLY} runs within an hour; check whether it triggers itself`
      await pause(trigger, why)
      return { ok: false, code: 'too_often', message: why }
    }
    const started = await begin(trigger, firing, options)
    if (started.ok || started.code !== DOES_NOT_COMPILE) failing.delete(id)
    if (started.ok || started.code === 'conflict') return started
    if (started.code === DOES_NOT_COMPILE && !failing.has(id)) failing.set(id, host.clock.now())
    const isPatient = host.clock.now() - (failing.get(id) ?? 0) < PATIENCE
    const comesLater = started.code === STILL_RUNNING.code ? overlap === 'queue' : isPatient
    if (comesLater && options.isKept === true) return started
    if (comesLater) {
      await triggers.queue(id, [firing], 1)
      return { ok: false, code: QUEUED, message: 'it starts later: an earlier run or a tool is not ready' }
    }
    if (started.code !== STILL_RUNNING.code) await pause(trigger, started.message)
    return started
  }
}

/** The code for a firing that starts as soon as it can, without being sent again. */
export const QUEUED = 'queued'
export const DOES_NOT_COMPILE = 'does_not_compile'
export const STILL_RUNNING = {
  ok: false,
  code: 'still_running',
  message: 'a run of this trigger is still running',
} as const
