import { callStateAfter, callStatesBefore, endedText, type CallResult } from '@countersign/agent'
import type { CallId, TurnId } from '@countersign/protocol'
import { sql, type RawBuilder } from 'kysely'
import type { Recovery } from '../../gate/ports.ts'
import { resultData } from '../call/call-moves.ts'
import { oneByOne } from '../sql/one-by-one.ts'
import { outputSoFar } from '../events/output-so-far.ts'
import { isAbsent, presentProcesses } from '../events/presence.ts'
import type { CallRow } from '../sql/tables.ts'
import { callView, turnView } from '../sql/views.ts'
import { transact } from '../sql/transact.ts'
import type { StoreParts, Work } from '../sql/work.ts'

type Recovered = Awaited<ReturnType<Recovery['recover']>>

/** Takes over from dead processes. */
export function storedRecovery(parts: StoreParts): Recovery {
  return {
    async recover() {
      let total: Recovered = { interrupted: 0, resumed: 0, turns: 0 }
      const looks = [() => recoverTurns(parts), () => recoverOrphans(parts)]
      await oneByOne(looks, async (look) => {
        total = sum(total, await look())
      })
      return total
    },
  }
}

/** running → runnable for turns whose lease expired or whose owner is gone; their running calls are settled by their repeatability. */
export async function recoverTurns(parts: StoreParts): Promise<Recovered> {
  const { rows } = await sql<{ id: TurnId }>`
    with present as materialized (${presentProcesses()})
    select turns.id from turns where ${isLeft()} order by turns.number`.execute(parts.db)
  let total: Recovered = { interrupted: 0, resumed: 0, turns: 0 }
  await oneByOne(rows, async ({ id }) => {
    const done = await transact(parts, { turn: id }, (work) => takeFromDead(work, id))
    if (done !== undefined) total = sum(total, { ...done, turns: 1 })
  })
  return total
}

/** SQL that is true when a turn runs nowhere anymore: its lease expired, or its owner is not among `present`. */
export function isLeft(): RawBuilder<boolean> {
  return sql<boolean>`turns.status = 'running' and (turns.lease_until < clock_timestamp()
    or not exists (select from present where present.id = turns.owner))`
}

function sum(a: Recovered, b: Recovered): Recovered {
  return {
    interrupted: a.interrupted + b.interrupted,
    resumed: a.resumed + b.resumed,
    turns: a.turns + b.turns,
  }
}

async function takeFromDead(work: Work, id: TurnId): Promise<Omit<Recovered, 'turns'> | undefined> {
  const { rows } = await sql<Parameters<typeof turnView>[0] & { was_owner: string | null }>`
    with dead as (
      select turns.id, turns.owner from turns left join processes on processes.id = turns.owner
      where turns.id = ${id} and turns.status = 'running'
        and (turns.lease_until < clock_timestamp() or ${isAbsent()}))
    update turns set status = 'runnable', owner = null, lease_until = null, affinity = null, active_since = null,
      ready_at = clock_timestamp(), touched_at = clock_timestamp()
    from dead where turns.id = dead.id and turns.status = 'running'
    returning turns.id, turns.thread_id, turns.status, turns.error, turns.parent_id, turns.place,
      dead.owner as was_owner`.execute(work.trx)
  const turn = rows[0]
  if (turn === undefined) return undefined
  work.tell({ type: 'turn_updated', turn: turnView(turn) })
  work.hint({ stopped: id })
  return settleRunning(work, id)
}

/** Calls of a turn whose executor is gone, settled by their repeatability. */
export async function settleRunning(work: Work, turnId: TurnId): Promise<Omit<Recovered, 'turns'>> {
  const running = await work.trx
    .selectFrom('calls')
    .selectAll()
    .where('turn_id', '=', turnId)
    .where('state', '=', 'running')
    .orderBy('number')
    .execute()
  let resumed = 0
  for (const call of running) {
    if (call.repeat === 'safe') {
      await resumeCall(work, call)
      resumed += 1
    } else await interrupt(work, call)
  }
  return { interrupted: running.length - resumed, resumed }
}

/** running → approved: a call without effects is simply repeated, under the same key. */
export async function resumeCall(work: Work, call: CallRow): Promise<void> {
  const row = await work.trx
    .updateTable('calls')
    .set({
      state: callStateAfter('repeat'),
      exec_epoch: null,
      exec_owner: null,
      started_at: null,
      attempt: call.attempt + 1,
    })
    .where('id', '=', call.id)
    .where('state', 'in', callStatesBefore('repeat'))
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return
  work.tell({ type: 'tool_call_update', call: callView(row) })
  work.record({ kind: 'call_resumed', actor: 'recovery', callId: call.id, data: { attempt: row.attempt } })
}

/** running → interrupted: it may have had effects, and only a person can settle it. */
async function interrupt(work: Work, call: CallRow): Promise<void> {
  const result: CallResult = {
    state: 'interrupted',
    code: 'interrupted',
    text: endedText('interrupted', null),
  }
  // Nobody can open a deleted thread.
  const output = work.thread.deleted_at === null ? await outputSoFar(work.trx, call) : null
  const row = await work.trx
    .updateTable('calls')
    .set({
      state: callStateAfter('interrupt'),
      result: JSON.stringify(result),
      output: output === null ? null : JSON.stringify(output),
      ended_at: sql<number>`clock_timestamp()`,
    })
    .where('id', '=', call.id)
    .where('state', 'in', callStatesBefore('interrupt'))
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return
  work.tell({ type: 'tool_call_update', call: callView(row) })
  work.record({
    kind: 'call_interrupted',
    actor: 'recovery',
    callId: call.id,
    data: { epoch: row.exec_epoch, process: row.exec_owner },
  })
  work.hint({ listed: call.id })
}

/** running → failed: it had no effect, and nothing is left to repeat it. */
async function cutShort(work: Work, call: CallRow): Promise<void> {
  const result: CallResult = { state: 'failed', code: 'interrupted', text: endedText('interrupted', null) }
  const row = await work.trx
    .updateTable('calls')
    .set({
      state: callStateAfter('cut_short'),
      result: JSON.stringify(result),
      ended_at: sql<number>`clock_timestamp()`,
    })
    .where('id', '=', call.id)
    .where('state', 'in', callStatesBefore('cut_short'))
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return
  work.tell({ type: 'tool_call_update', call: callView(row) })
  work.record({ kind: 'call_ended', actor: 'recovery', callId: call.id, data: resultData(result) })
}

/** Settles calls that continued after their turn was stopped, and acts by hand, whose process then died. */
async function recoverOrphans(parts: StoreParts): Promise<Recovered> {
  // First: a process that resumes must not find its hand open and its call settled.
  await sql`
    update hands set ended_at = clock_timestamp()
    from hands as open left join processes on processes.id = open.process
    where hands.id = open.id and open.ended_at is null and ${isAbsent()}`.execute(parts.db)
  const { rows } = await sql<{ id: CallId }>`
    with present as materialized (${presentProcesses()})
    select calls.id from calls left join turns on turns.id = calls.turn_id
    where calls.state = 'running' and turns.status is distinct from 'running'
      and not exists (select from present where present.id = calls.exec_owner)`.execute(parts.db)
  let interrupted = 0
  await oneByOne(rows, async ({ id }) => {
    await transact(parts, { call: id }, async (work) => {
      const call = await work.trx.selectFrom('calls').selectAll().where('id', '=', id).executeTakeFirst()
      if (call?.state === 'running')
        await (call.repeat === 'safe' ? cutShort(work, call) : interrupt(work, call))
    })
    interrupted += 1
  })
  return { interrupted, resumed: 0, turns: 0 }
}
