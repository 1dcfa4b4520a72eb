import type { CallId, CallView, ThreadId, ThreadSnapshot, TurnId, UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import { threadsOf } from '../access.ts'
import { Thoughts } from '../../turns/thoughts.ts'
import type { Db, Trx } from '../sql/database.ts'
import { readTree } from '../turn/branches.ts'
import { lastWords, readSteps, rootOf } from '../turn/journal.ts'
import { outputSoFar } from '../events/output-so-far.ts'
import type { TurnRow } from '../sql/tables.ts'
import {
  CALL_COLUMNS,
  callView,
  endedTurnView,
  knownCallView,
  messageView,
  pendingView,
  threadView,
  turnView,
} from '../sql/views.ts'

/** A consistent view of a thread: all queries use the same database snapshot. */
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
        .where(threadsOf(owner))
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
      const approvals = await trx
        .selectFrom('approvals')
        .selectAll()
        .where(ofThread, '=', id)
        .where('state', '=', 'pending')
        .orderBy('asked_at')
        .orderBy('id')
        .execute()
      const { turns, current } = await readTree(trx, id, thread.leaf_id)
      const queued = turns.filter(({ status }) => status === 'queued')
      const begun = turns.filter(({ place }) => place !== null)
      const turn = turns.find((one) => one.id === thread.leaf_id)
      // Removed messages are in no branch.
      const shown = new Set([...begun, ...queued].map((one) => one.id))
      const shownMessages = messages
        .filter(({ turn_id }) => turn_id === null || shown.has(turn_id))
        .map(messageView)
      const calls = await callViews(trx, id)
      const waits = new Set(queued.map((one) => one.id))
      const isHere = ({ turn_id }: { readonly turn_id: TurnId | null }) =>
        turn_id === null || current.has(turn_id) || waits.has(turn_id)
      const hasLeft = begun.some((one) => !current.has(one.id))
      return {
        thread: threadView(thread),
        messages: shownMessages.filter(isHere),
        calls: calls.filter(isHere),
        leaf: thread.leaf_id,
        ...(hasLeft
          ? {
              left: {
                messages: shownMessages.filter((message) => !isHere(message)),
                calls: calls.filter((call) => !isHere(call)),
              },
            }
          : {}),
        approvals: approvals.map((row) => pendingView(row, thread.title)),
        turn: turn === undefined ? null : turn.ended_at === null ? turnView(turn) : endedTurnView(turn),
        ended: begun.filter(({ ended_at }) => ended_at !== null).map(endedTurnView),
        queued: queued.map(turnView),
        ...(turn === undefined || turn.ended_at !== null ? { streaming: '' } : await streamed(trx, turn)),
        seq: thread.seq,
      }
    })
}

/** Bytes of stored frozen calls per read: long ones are never all in memory. */
const READ_AT_ONCE = 250_000

/** The calls of a thread. A running call has its output so far in place of a result. */
async function callViews(trx: Trx, threadId: ThreadId): Promise<CallView[]> {
  const rows = await trx
    .selectFrom('calls')
    .select(CALL_COLUMNS)
    .select(['number', sql<number>`pg_column_size(frozen)`.as('size')])
    .where('thread_id', '=', threadId)
    .orderBy('number')
    .execute()
  // A call with children prints nothing itself.
  const above = new Set(rows.map(({ parent_id }) => parent_id))
  const views = new Map<CallId, CallView>()
  for (const group of readGroups(rows.filter((row) => keep(views, knownCallView(row)) === undefined))) {
    const frozen = await trx
      .selectFrom('calls')
      .select(['id', 'frozen'])
      .where('id', 'in', [...group.keys()])
      .execute()
    for (const read of frozen) {
      const row = group.get(read.id)
      if (row !== undefined) keep(views, callView({ ...row, frozen: read.frozen }))
    }
  }
  const shown: CallView[] = []
  for (const row of rows) {
    const view = views.get(row.id)
    if (view === undefined) continue
    const prints = view.state === 'running' && !above.has(row.id)
    shown.push(prints ? { ...view, preview: await outputSoFar(trx, row) } : view)
  }
  return shown
}

function keep(views: Map<CallId, CallView>, view: CallView | undefined): CallView | undefined {
  if (view !== undefined) views.set(view.id, view)
  return view
}

/** Groups of rows that are read together, by their ids. */
function readGroups<T extends { readonly id: CallId; readonly size: number }>(
  rows: readonly T[],
): readonly ReadonlyMap<CallId, T>[] {
  const groups: Map<CallId, T>[] = []
  let room = 0
  for (const row of rows) {
    if (room <= 0) {
      groups.push(new Map())
      room = READ_AT_ONCE
    }
    groups.at(-1)?.set(row.id, row)
    room -= row.size
  }
  return groups
}

/** Text and thoughts of the live turn that are not in a message yet: its last answer, and text streamed after the last step. */
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
  for (const { event, at: time } of events) {
    at = time
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

/** Time since the last event of a live turn's thread. */
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
