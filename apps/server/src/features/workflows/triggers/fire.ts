import { canonicalMode } from '@countersign/policy'
import type { RunSummary } from '@countersign/protocol'
import { readGraph } from '@countersign/workflow'
import type { Trx } from '../../../store/sql/database.ts'
import type { Host } from '../../../platform/host.ts'
import type { Parts } from '../parts.ts'
import type { Started, StartRun } from '../starting.ts'
import type { StoredTriggers, TriggerRow } from './stored-triggers.ts'

export interface Firing {
  /** The time or the delivery that starts it: each starts at most one run. */
  readonly key: string
  readonly startedBy: RunSummary['started_by']
  readonly inputs?: Readonly<Record<string, unknown>>
  /** The mode of the agent whose call set it off: it runs in the stricter of both, and without grants (DECISIONS 103). */
  readonly agentMode?: string | undefined
  /** Written with the run; false: it does not start. */
  also?(trx: Trx): Promise<boolean>
}

export type Fire = (trigger: TriggerRow, firing: Firing) => Promise<Started>

/** Runs that one trigger may start in an hour by other runs and by files: two that start each other end here. */
const HOURLY = 60
/** Failures in a row after which a trigger is paused. */
export const FAILURES = 3

const STRICTEST_FIRST = ['plan', 'strict', 'default', 'acceptEdits', 'auto']

export function stricterMode(one: string, other: string): string {
  const rank = (mode: string) => {
    const at = STRICTEST_FIRST.indexOf(canonicalMode(mode))
    // A mode that is not known here counts as one that asks.
    return at === -1 ? STRICTEST_FIRST.indexOf('default') : at
  }
  return rank(one) <= rank(other) ? canonicalMode(one) : canonicalMode(other)
}

/** What set it off, as far as the graph has inputs for it. */
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

/** Starts the run of a trigger: of its version, in its mode. */
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
