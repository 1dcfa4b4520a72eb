import type { CallView, ThreadId, ThreadSnapshot, UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import { Thoughts } from '../turns/thoughts.ts'
import type { Db, Trx } from './database.ts'
import { lastWords, readSteps, rootOf } from './journal.ts'
import { outputSoFar } from './output-so-far.ts'
import type { CallRow, TurnRow } from './tables.ts'
import { approvalView, callView, messageView, threadView, endedTurnView, turnView } from './views.ts'

/** Everything of a thread at one moment: all looks are at the same snapshot of the database. */
export function readSnapshot(db: Db, owner: UserId, id: ThreadId): Promise<ThreadSnapshot | undefined> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const thread = await trx
        .selectFrom('threads')
        .selectAll()
        .where('id', '=', id)
        .where('owner', '=', owner)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (thread === undefined) return undefined
      const ofThread = 'thread_id'
      const messages = await trx
        .selectFrom('messages')
        .selectAll()
        .where(ofThread, '=', id)
        .orderBy('number')
        .execute()
      const calls = await trx
        .selectFrom('calls')
        .selectAll()
        .where(ofThread, '=', id)
        .orderBy('number')
        .execute()
      const approvals = await trx
        .selectFrom('approvals')
        .selectAll()
        .where(ofThread, '=', id)
        .where('state', '=', 'pending')
        .orderBy('asked_at')
        .orderBy('id')
        .execute()
      const turn = await currentTurn(trx, id)
      const ended = await trx
        .selectFrom('turns')
        .selectAll()
        .where(ofThread, '=', id)
        .where('ended_at', 'is not', null)
        .orderBy('number')
        .execute()
      return {
        thread: threadView(thread),
        messages: messages.map(messageView),
        calls: await callViews(trx, calls),
        approvals: approvals.map((row) => approvalView(row, thread.title)),
        turn: turn === undefined ? null : turn.ended_at === null ? turnView(turn) : endedTurnView(turn),
        ended: ended.map(endedTurnView),
        ...(turn === undefined || turn.ended_at !== null ? { streaming: '' } : await streamed(trx, turn)),
        seq: thread.seq,
      }
    })
}

/** Those that run have no result yet: in its place stands what they printed so far. One that has others below it prints nothing itself. */
async function callViews(trx: Trx, rows: readonly CallRow[]): Promise<CallView[]> {
  const views = rows.map(callView)
  const above = new Set(rows.map(({ parent_id }) => parent_id))
  for (const [index, row] of rows.entries()) {
    const view = views[index]
    if (row.state !== 'running' || view === undefined || above.has(row.id)) continue
    views[index] = { ...view, preview: await outputSoFar(trx, row) }
  }
  return views
}

/** The live turn, or the last one that ended. */
function currentTurn(trx: Trx, threadId: ThreadId): Promise<TurnRow | undefined> {
  return trx
    .selectFrom('turns')
    .selectAll()
    .where('thread_id', '=', threadId)
    .where('status', '!=', 'queued')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** What the live turn said and thought that is no message yet: its last words, and what was streamed after the last step. */
async function streamed(
  trx: Trx,
  turn: TurnRow,
): Promise<Pick<ThreadSnapshot, 'streaming' | 'thinking' | 'quiet_ms'>> {
  const steps = await readSteps(trx, turn.id)
  const events = await trx
    .selectFrom('outbox')
    .select(['event', 'at'])
    .where('thread_id', '=', turn.thread_id)
    .where('seq', '>', steps.at(-1)?.eventSeq ?? turn.event_seq)
    .orderBy('seq')
    .execute()
  let open = ''
  let at = 0
  const thoughts = new Thoughts({ now: () => at })
  thoughts.resume(steps.map(({ entry }) => entry))
  for (const { event, at: told } of events) {
    at = told
    if (event.type === 'chunk_withdrawn' && event.parent_id === null) {
      open = ''
      thoughts.withdrawn()
    } else if (event.type === 'chunk' && event.turn_id === turn.id && event.depth === 0) {
      thoughts.heard(event.kind, event.text)
      if (event.kind === 'text') open += event.text
    }
  }
  const thinking = thoughts.unspoken
  const streaming = open === '' ? lastWords(rootOf(steps)) : open
  const quiet = await quietFor(trx, turn)
  return thinking.text === '' ? { streaming, ...quiet } : { streaming, thinking, ...quiet }
}

/** How long nothing was told about the thread of a live turn. */
async function quietFor(trx: Trx, turn: TurnRow): Promise<Pick<ThreadSnapshot, 'quiet_ms'>> {
  const last = await trx
    .selectFrom('outbox')
    .select(sql<number>`(extract(epoch from clock_timestamp() - at) * 1000)::int`.as('ms'))
    .where('thread_id', '=', turn.thread_id)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last === undefined ? {} : { quiet_ms: Math.max(0, last.ms) }
}
