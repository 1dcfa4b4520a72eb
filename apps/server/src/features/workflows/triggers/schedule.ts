import type { Clock } from '@countersign/agent'
import type { Instant } from '@countersign/protocol'
import type { Db } from '../../../store/sql/database.ts'
import { DOES_NOT_COMPILE, STILL_RUNNING, type Fire } from './fire.ts'
import type { Firing } from './firing.ts'
import type { StoredTriggers, TriggerRow } from './stored-triggers.ts'
import { dueTimes, MISSED } from './times.ts'

interface Parts {
  readonly clock: Clock
  readonly db: Db
  readonly triggers: StoredTriggers
  readonly fire: Fire
}

/** Starts what is due. The next time is a row, claimed in the transaction that creates the run, so any process may do it. */
export async function fireDueTriggers(
  parts: Parts & { failed(what: string, cause: unknown): void },
): Promise<void> {
  for (const trigger of await parts.triggers.due()) {
    try {
      await fireQueued(parts, trigger)
      await fireSchedule(parts, trigger)
    } catch (cause) {
      parts.failed(`the trigger ${trigger.id}`, cause)
    }
  }
}

/** Starts what waited for an earlier run: missed times, or one event that came meanwhile. */
async function fireQueued({ db, triggers, fire }: Parts, trigger: TriggerRow): Promise<void> {
  for (const firing of trigger.queued) {
    const { id } = trigger
    const started = await fire(trigger, firing, {
      isKept: true,
      also: (trx) => triggers.unqueue(trx, id, firing.key),
    })
    if (started.ok) continue
    if (started.code !== 'conflict') return
    // It has its run already.
    await triggers.unqueue(db, id, firing.key)
  }
}

async function fireSchedule({ clock, triggers, fire }: Parts, trigger: TriggerRow): Promise<void> {
  const { id, spec, next_at: due, overlap } = trigger
  if (spec.kind !== 'schedule' || due === null || due > clock.now()) return
  const { times, next } = dueTimes(spec, due, clock.now())
  const [first] = times
  if (first === undefined || times.length > 1) {
    // Missed times start one after the other, each as soon as the run before it has ended.
    await triggers.defer(id, due, next, { firings: times.map(firingOf), most: MISSED })
    return
  }
  const started = await fire(trigger, firingOf(first), {
    isKept: true,
    also: (trx) => triggers.advance(trx, id, due, next),
  })
  if (started.ok || started.code === DOES_NOT_COMPILE) return
  const waits = started.code === STILL_RUNNING.code && overlap === 'queue'
  await triggers.defer(id, due, next, { firings: waits ? [firingOf(first)] : [], most: 1 })
}

function firingOf(at: Instant): Firing {
  return { key: new Date(at).toISOString(), startedBy: 'schedule' }
}
