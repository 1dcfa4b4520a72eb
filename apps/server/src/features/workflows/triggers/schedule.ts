import type { Clock } from '@countersign/agent'
import type { Db } from '../../../store/sql/database.ts'
import type { Fire } from './fire.ts'
import type { StoredTriggers, TriggerRow } from './stored-triggers.ts'
import { dueTimes } from './times.ts'

/** Starts due triggers. The next time is a row, claimed in the transaction that creates the run, so any process may do it. */
export async function fireDueTriggers(
  {
    clock,
    db,
    failed,
  }: { readonly clock: Clock; readonly db: Db; failed(what: string, cause: unknown): void },
  triggers: StoredTriggers,
  fire: Fire,
): Promise<void> {
  for (const trigger of await triggers.due()) {
    try {
      await fireSchedule(clock, db, triggers, fire, trigger)
    } catch (cause) {
      failed(`the trigger ${trigger.id}`, cause)
    }
  }
}

async function fireSchedule(
  clock: Clock,
  db: Db,
  triggers: StoredTriggers,
  fire: Fire,
  trigger: TriggerRow,
): Promise<void> {
  const { spec, next_at: due } = trigger
  if (spec.kind !== 'schedule' || due === null) return
  const { times, next } = dueTimes(spec, due, clock.now())
  let expected = due
  for (const [place, at] of times.entries()) {
    const isLast = place === times.length - 1
    // Until the last of the due times has started, the next time is the one after this, so that a crash in between resumes there.
    const following = isLast ? next : (times[place + 1] ?? next)
    const started = await fire(trigger, {
      key: new Date(at).toISOString(),
      startedBy: 'schedule',
      also: (trx) => triggers.advance(trx, trigger.id, expected, following),
    })
    if (!started.ok) {
      // With `queue`, it stays due until the previous run has ended.
      if (started.code === 'still_running' && trigger.overlap === 'queue') return
      if (started.code !== 'conflict' && started.code !== 'still_running')
        await triggers.change(trigger.id, { paused: true, why_paused: started.message })
      await triggers.advance(db, trigger.id, expected, next)
      return
    }
    expected = following ?? expected
  }
  if (times.length === 0) await triggers.advance(db, trigger.id, expected, next)
}
