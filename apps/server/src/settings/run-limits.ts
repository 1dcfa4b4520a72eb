import type { Limits } from '@countersign/agent'

/** The limits of a workflow run outside a chat. They are wider than a chat's, because it has no model that could lose its way. */
export type RunLimits = Pick<Limits, 'toolCalls' | 'modelCalls' | 'wallClock'>

/** The limits from an environment: calls below the run, model calls, seconds of work. An invalid value is reported as a message. */
export function runLimitsIn(
  env: NodeJS.ProcessEnv,
): { readonly ok: true; readonly limits: RunLimits } | { readonly ok: false; readonly message: string } {
  const calls = Number(env['COUNTERSIGN_RUN_CALLS'] || 10_000)
  const modelCalls = Number(env['COUNTERSIGN_RUN_MODEL_CALLS'] || 200)
  const work = Number(env['COUNTERSIGN_RUN_WORK'] || 3600)
  const isCount = (value: number) => Number.isInteger(value) && value >= 1
  if (!isCount(calls) || !isCount(modelCalls))
    return {
      ok: false,
      message: '`COUNTERSIGN_RUN_CALLS` and `COUNTERSIGN_RUN_MODEL_CALLS` must be whole numbers, at least 1',
    }
  if (!(work > 0 && work <= 604_800))
    return { ok: false, message: '`COUNTERSIGN_RUN_WORK` must be a number of seconds, at most a week' }
  // The turn also counts the run's own call, and two steps of its own as model calls. Without room for these, a run within its limits would ask.
  return { ok: true, limits: { toolCalls: calls + 1, modelCalls: modelCalls + 2, wallClock: work * 1000 } }
}
