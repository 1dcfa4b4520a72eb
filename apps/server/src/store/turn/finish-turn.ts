import type { Lease, TurnOutcome } from '@countersign/agent'
import type { TurnId } from '@countersign/protocol'
import { sql } from 'kysely'
import { placeAfter, setLeaf } from './branches.ts'
import { lastThought, lastWords, rootSteps } from './journal.ts'
import { insertMessage, keepTree } from '../sql/messages.ts'
import { cancelOpenCalls } from './stop-turn.ts'
import type { TurnRow, TurnStatus } from '../sql/tables.ts'
import { ownTurn, RESTING } from './turn-moves.ts'
import { endedTurnView, turnUsage, turnView } from '../sql/views.ts'
import type { Work } from '../sql/work.ts'

/** running → ended, with its message, its cost, and the next queued turn made runnable. False: the lease is no longer valid. */
export async function finishTurn(work: Work, lease: Lease, outcome: TurnOutcome): Promise<boolean> {
  const { status, error } = ending(outcome)
  const turn = await ownTurn(work.trx, lease)
    .set({
      ...RESTING,
      status,
      error: error === null ? null : JSON.stringify(error),
      ended_at: sql<number>`clock_timestamp()`,
    })
    .returningAll()
    .executeTakeFirst()
  if (turn === undefined) return false
  const signature = { via: 'policy', by: 'the turn ended', at: work.now } as const
  await cancelOpenCalls(work, turn.id, { actor: 'loop', signature })
  await insertAnswer(work, turn.id, outcome)
  work.tell({
    type: 'cost_summary',
    turn_id: turn.id,
    ...turnUsage(turn),
  })
  work.tell({ type: 'turn_updated', turn: endedTurnView(turn) })
  work.record({
    kind: 'turn_ended',
    actor: 'loop',
    data: { turn_id: turn.id, how: outcome.kind, epoch: lease.epoch },
  })
  work.hint('listed')
  await promoteNext(work)
  return true
}

/** The last text of a turn; text before its calls is already in the conversation. */
async function insertAnswer(work: Work, turnId: TurnId, outcome: TurnOutcome): Promise<void> {
  const steps = await rootSteps(work.trx, turnId)
  const text = lastWords(steps)
  if ((outcome.kind === 'answered' && steps.length > 0) || text !== '')
    await insertMessage(work, {
      turnId,
      role: 'assistant',
      text,
      thought: lastThought(steps),
      cut: steps.at(-1)?.cut?.by,
      last: true,
    })
  else await keepTree(work, turnId)
}

/** Maps the outcome of a turn to the values of its row. */
function ending(outcome: TurnOutcome): { readonly status: TurnStatus; readonly error: TurnRow['error'] } {
  switch (outcome.kind) {
    case 'answered':
      return { status: 'done', error: outcome.flaw === undefined ? null : FLAWS[outcome.flaw] }
    case 'stopped':
      return { status: 'cancelled', error: null }
    case 'over_budget':
      return { status: 'done', error: { budget: outcome.exceeded } }
    case 'failed':
      return { status: 'failed', error: outcome.message }
  }
}

/** The note for people on an incomplete answer. */
const FLAWS = {
  length: 'the answer was cut off: it reached the model’s maximum length',
  filter: 'the answer was cut off: the provider of the model stopped it',
  empty: 'the model ended with an empty answer',
} as const

/** queued → runnable for the oldest queued message, once nothing else is live. It continues the current branch. */
export async function promoteNext(work: Work): Promise<void> {
  const { parent_id, place } = placeAfter(work.thread.leaf_id)
  const { rows } = await sql<Parameters<typeof turnView>[0]>`
    update turns set status = 'runnable', ready_at = clock_timestamp(), touched_at = clock_timestamp(),
      parent_id = ${parent_id}, place = ${place}
    where id = (select id from turns where thread_id = ${work.thread.id} and status = 'queued' order by number limit 1)
      and not exists (select 1 from turns where thread_id = ${work.thread.id}
                      and status in ('runnable', 'running', 'waiting'))
    returning id, thread_id, status, error, parent_id, place`.execute(work.trx)
  const next = rows[0]
  if (next === undefined) return
  await setLeaf(work, next.id)
  work.tell({ type: 'turn_updated', turn: turnView(next) })
  work.hint('listed')
  work.hint('wake')
}
