import { sql } from 'kysely'
import { z } from 'zod'
import type { Host } from '../../platform/host.ts'
import { readSetting, setting } from '../../platform/setting.ts'

export const KEEP_RUNS = setting({
  name: 'workflow_keep_runs',
  scope: 'server',
  schema: z.number().int().min(1).max(3650),
  standard: 30,
  about: 'Days that a run of a workflow is kept after its end. Its summary and its audit rows stay.',
  open: true,
})

/** Milliseconds between two checks for old runs. */
export const PRUNE_RUNS_EVERY = 3_600_000

/**
 * Prunes runs that ended long ago. The row of each run stays: its workflow, time, owner and outcome. A run in a thread loses only the inputs and
 * outputs of its nodes: its calls are part of the conversation.
 */
export async function pruneOldRuns({ store }: Pick<Host, 'store'>): Promise<void> {
  const days = await readSetting(store.settings, KEEP_RUNS, 'server')
  await store.runs.prune(days, async (trx, threads) => {
    await sql`
      delete from topic_events using workflow_runs runs
      where topic = 'run:' || runs.id and runs.thread_id = any(${[...threads]})`.execute(trx)
    await sql`
      update workflow_runs set turn_id = null, pruned_at = clock_timestamp(), inputs = '{}', outputs = null,
        state = case state when 'running' then 'cancelled' else state end,
        ended_at = coalesce(ended_at, (select max(turns.ended_at) from turns where turns.id = turn_id), started_at)
      where thread_id = any(${[...threads]})`.execute(trx)
  })
  await sql`
    update workflow_runs set pruned_at = clock_timestamp()
    where pruned_at is null and state <> 'running' and ended_at < now() - make_interval(days => ${days})
      and (select kind from threads where threads.id = thread_id) <> 'run'`.execute(store.db)
}
