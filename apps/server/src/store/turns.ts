import type { Lease } from '@countersign/agent'
import type { ThreadEvent, UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import type { StartTurn, Turns } from '../turns/ports.ts'
import { appendStep, holdStep } from './append-step.ts'
import { holdsLease, LeaseLost } from './call-moves.ts'
import { claimTurn, take } from './claim-turn.ts'
import { finishTurn, promoteNext } from './finish-turn.ts'
import { insertMessage } from './messages.ts'
import { resumeCall, settleRunning } from './recovery.ts'
import { cancelLiveTurn } from './stop-turn.ts'
import { ownTurn, RESTING } from './turn-moves.ts'
import { turnView } from './views.ts'
import { inThread } from './in-thread.ts'
import type { StoreParts, Work } from './work.ts'

/** Turns, their leases and their journal. */
export function storedTurns(parts: StoreParts): Turns {
  const { db } = parts
  return {
    start: async (owner, threadId, message) =>
      (await inThread(parts, { thread: threadId }, (work) => start(work, owner, message))) ?? {
        kind: 'not_found',
      },
    open: (owner, threadId, message, processId) =>
      inThread(parts, { thread: threadId }, async (work) => {
        if (await hasLiveTurn(work)) return undefined
        const started = await start(work, owner, message)
        if (started.kind !== 'started') return undefined
        return (await take(work, started.turnId, processId, parts.leaseLength))?.work.lease
      }),
    claim: (processId) => claimTurn(parts, processId, parts.leaseLength),
    async renew(lease) {
      const row = await db
        .updateTable('turns')
        .set({
          lease_until: sql<number>`clock_timestamp() + ${parts.leaseLength} * interval '1 millisecond'`,
        })
        .where('id', '=', lease.turnId)
        .where('epoch', '=', lease.epoch)
        .where('status', '=', 'running')
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },
    async holding(leases) {
      const rows = await db
        .selectFrom('turns')
        .select(['id', 'epoch'])
        .where(
          'id',
          'in',
          leases.map(({ turnId }) => turnId),
        )
        .where('status', '=', 'running')
        .execute()
      const epochs = new Map(rows.map(({ id, epoch }) => [id, epoch]))
      return leases.filter(({ turnId, epoch }) => epochs.get(turnId) === epoch)
    },
    park: (lease) => leaving(parts, lease, (work) => park(work, lease)),
    release: (lease) => leaving(parts, lease, (work) => release(work, lease)),
    finish: (lease, outcome) => leaving(parts, lease, (work) => finishTurn(work, lease, outcome)),
    stop: (owner, threadId) => inThread(parts, { thread: threadId }, (work) => stop(work, owner)),
    async stream(lease, { kind, text, parentId, depth }) {
      const chunk = { type: 'chunk', turn_id: lease.turnId, kind, text, parent_id: parentId, depth } as const
      await inThread(parts, { turn: lease.turnId }, (work) => tellUnder(work, lease, chunk), {
        foretold: lease,
      })
    },
    async output(lease, callId, text) {
      const output = { type: 'tool_output', turn_id: lease.turnId, tool_call_id: callId, text } as const
      await inThread(parts, { turn: lease.turnId }, (work) => tellUnder(work, lease, output), {
        foretold: lease,
      })
    },
    async withdraw(lease, { parentId }) {
      const withdrawn = { type: 'chunk_withdrawn', turn_id: lease.turnId, parent_id: parentId } as const
      await inThread(parts, { turn: lease.turnId }, (work) => tellUnder(work, lease, withdrawn), {
        foretold: lease,
      })
    },
    async exceeded(lease, exceeded) {
      const told = { type: 'budget_exceeded', turn_id: lease.turnId, ...exceeded } as const
      await inThread(parts, { turn: lease.turnId }, (work) => tellUnder(work, lease, told), {
        foretold: lease,
      })
    },
    async load(turnId) {
      const rows = await db
        .selectFrom('steps')
        .select('entry')
        .where('turn_id', '=', turnId)
        .orderBy('seq')
        .execute()
      return rows.map(({ entry }) => entry)
    },
    async append(lease, entry) {
      if (!(await appendStep(parts, lease, entry))) throw new LeaseLost(lease)
    },
    hold: (lease, entry) => Promise.resolve(holdStep(parts, lease, entry)),
  }
}

/** What may end a lease. True: it did. */
async function leaving(
  parts: StoreParts,
  { turnId }: Lease,
  body: (work: Work) => Promise<boolean>,
): Promise<boolean> {
  const left = (await inThread(parts, { turn: turnId }, body)) ?? false
  if (left) parts.turns.leave(turnId)
  return left
}

/** An event of a turn, as long as it is this lease's. */
async function tellUnder(work: Work, lease: Lease, event: ThreadEvent): Promise<void> {
  if (await holdsLease(work, lease)) work.tell(event)
}

async function start(work: Work, owner: UserId, message: Parameters<Turns['start']>[2]): Promise<StartTurn> {
  const { thread, trx } = work
  if (thread.owner !== owner || thread.deleted_at !== null) return { kind: 'not_found' }
  const sentBefore = message.clientId === undefined ? undefined : await findSent(work, message.clientId)
  if (sentBefore !== undefined) return startedBefore(sentBefore, message)
  if (message.seenMode !== undefined && message.seenMode !== thread.permission_mode)
    return { kind: 'mode_changed', mode: thread.permission_mode }
  const busy = await hasLiveTurn(work)
  const turn = await trx
    .insertInto('turns')
    .values({
      thread_id: thread.id,
      status: busy ? 'queued' : 'runnable',
      event_seq: thread.seq,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const sent = await insertMessage(work, { turnId: turn.id, role: 'user', ...message })
  await trx
    .updateTable('threads')
    .set({ updated_at: sql<number>`clock_timestamp()` })
    .where('id', '=', thread.id)
    .execute()
  work.tell({ type: 'turn_updated', turn: turnView(turn) })
  work.record({
    kind: 'turn_started',
    actor: owner,
    data: { turn_id: turn.id, mode: thread.permission_mode },
  })
  work.hint('listed')
  work.hint('wake')
  return { kind: 'started', turnId: turn.id, messageId: sent.id, queued: busy }
}

type SentBefore = Awaited<ReturnType<typeof findSent>>

/** The message of this thread that a client sent under this id. Looked for under the thread's lock: there is never a second. */
function findSent({ trx, thread }: Work, clientId: string) {
  return trx
    .selectFrom('messages')
    .innerJoin('turns', 'turns.id', 'messages.turn_id')
    .select(['messages.id', 'messages.body', 'messages.turn_id', 'turns.status'])
    .where('messages.thread_id', '=', thread.id)
    .where('messages.client_id', '=', clientId)
    .executeTakeFirst()
}

function startedBefore(
  { id, body, turn_id, status }: NonNullable<SentBefore>,
  { text, images = [] }: Parameters<Turns['start']>[2],
): StartTurn {
  const sameImages =
    JSON.stringify(body.images?.map((image) => image.id) ?? []) ===
    JSON.stringify(images.map((image) => image.id))
  if (turn_id === null || body.text !== text || !sameImages) return { kind: 'id_taken' }
  return { kind: 'started', turnId: turn_id, messageId: id, queued: status === 'queued' }
}

async function hasLiveTurn({ trx, thread }: Work): Promise<boolean> {
  const live = await trx
    .selectFrom('turns')
    .select('id')
    .where('thread_id', '=', thread.id)
    .where('status', 'in', ['queued', 'runnable', 'running', 'waiting'])
    .limit(1)
    .executeTakeFirst()
  return live !== undefined
}

/**
 * running → waiting, when nothing is left to do until a person answers. The turn's row is locked first and the calls are looked
 * at in a second statement: in one statement the look would see the time before the lock, and an answer could be missed.
 */
async function park(work: Work, lease: Lease): Promise<boolean> {
  const { trx } = work
  const locked = await trx
    .selectFrom('turns')
    .select('id')
    .where('id', '=', lease.turnId)
    .where('epoch', '=', lease.epoch)
    .where('status', '=', 'running')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (locked === undefined) return false
  const open = await trx
    .selectFrom('calls')
    .selectAll()
    .where('turn_id', '=', lease.turnId)
    .where('state', 'in', ['proposed', 'waiting', 'approved', 'running'])
    .execute()
  const waiting = open.filter(({ state }) => state === 'waiting')
  // A sub-agent whose calls wait is itself running; it is taken up again from the journal.
  const above = open.filter(({ state }) => state === 'running')
  const parents = new Set(open.map(({ parent_id }) => parent_id))
  const idle = above.every(({ id, repeat }) => repeat === 'safe' && parents.has(id))
  if (waiting.length === 0 || waiting.length + above.length < open.length || !idle) return false
  for (const call of above) await resumeCall(work, call)
  return leave(work, lease, 'waiting')
}

/** running → runnable: given back by a process that is going away. What it left running is as after a crash. */
async function release(work: Work, lease: Lease): Promise<boolean> {
  if (!(await leave(work, lease, 'runnable'))) return false
  await settleRunning(work, lease.turnId)
  return true
}

async function leave(work: Work, lease: Lease, status: 'waiting' | 'runnable'): Promise<boolean> {
  const turn = await ownTurn(work.trx, lease)
    .set({ ...RESTING, status, ready_at: sql<number>`clock_timestamp()` })
    .returningAll()
    .executeTakeFirst()
  if (turn === undefined) return false
  work.tell({ type: 'turn_updated', turn: turnView(turn) })
  if (status === 'runnable') work.hint('wake')
  return true
}

async function stop(work: Work, owner: UserId): ReturnType<Turns['stop']> {
  if (work.thread.owner !== owner) return undefined
  const stopped = await cancelLiveTurn(work, owner)
  if (stopped !== undefined) await promoteNext(work)
  return stopped
}
