import { canonicalMode } from '@countersign/policy'
import type { RunSummary } from '@countersign/protocol'
import { readGraph } from '@countersign/workflow'
import type { Trx } from '../../../store/sql/database.ts'
import type { Host } from '../../../platform/host.ts'
import type { Parts } from '../parts.ts'
import type { Started, StartRun } from '../starting.ts'
import type { StoredTriggers, TriggerRow } from './stored-triggers.ts'

export interface Firing {
  /** The scheduled time or the delivery: each starts at most one run. */
  readonly key: string
  readonly startedBy: RunSummary['started_by']
  readonly inputs?: Readonly<Record<string, unknown>>
  /** The mode of the agent whose call set it off: the run uses the stricter of both modes, and no grants. */
  readonly agentMode?: string | undefined
  /** Writes rows in the transaction of the run; false prevents the start. */
  also?(trx: Trx): Promise<boolean>
}

export type Fire = (trigger: TriggerRow, firing: Firing) => Promise<Started>

/** Maximum runs per hour that other runs and files may start through one trigger: this ends two workflows that start each other. */
const HOURLY = 60
/** Consecutive failures after which a trigger is paused. */
export const FAILURES = 3

const STRICTEST_FIRST = ['plan', 'strict', 'default', 'acceptEdits', 'auto']

export function stricterMode(one: string, other: string): string {
  const rank = (mode: string) => {
    const at = STRICTEST_FIRST.indexOf(canonicalMode(mode))
    // An unknown mode is treated as one that asks.
    return at === -1 ? STRICTEST_FIRST.indexOf('default') : at
  }
  return rank(one) <= rank(other) ? canonicalMode(one) : canonicalMode(other)
}

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
  host: Pick<Host, 'workspace'>,
  parts: Pick<Parts, 'runs' | 'workflows'>,
  triggers: StoredTriggers,
  start: StartRun,
): Fire {
  return async (trigger, { key, startedBy, inputs, agentMode, also }) => {
    if (trigger.overlap !== 'parallel' && (await parts.runs.open(trigger.id)) > 0)
      return { ok: false, code: 'still_running', message: 'a run of this trigger is still running' }
    const isChained = startedBy === 'file_change' || startedBy === 'other_run'
    if (isChained && (await triggers.lastHour(trigger.id)) >= HOURLY) {
      const why = `it started ${HOURLY} runs within an hour; check whether it triggers itself`
      await triggers.change(trigger.id, { paused: true, why_paused: why })
      return { ok: false, code: 'too_often', message: why }
    }
    const { workflow_id, hash, mode } = trigger
    return start(trigger.owner, {
      input: {
        workflow_id,
        version: hash,
        params: { ...trigger.inputs, ...(await taken(parts, trigger, inputs)) },
      },
      mode: agentMode === undefined ? mode : stricterMode(mode, agentMode),
      ungranted: agentMode !== undefined,
      workspace: trigger.spec.kind === 'file_change' ? trigger.spec.folder : host.workspace,
      startedBy,
      triggerId: trigger.id,
      also: async (trx, runId) =>
        (await triggers.claim(trx, trigger.id, key, runId)) && ((await also?.(trx)) ?? true),
    })
  }
}
