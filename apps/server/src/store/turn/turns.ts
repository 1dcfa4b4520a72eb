import type { Lease } from '@countersign/agent'
import type { ThreadEvent, ThreadId, TurnId, UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import { mayChange, mayWriteIn } from '../access.ts'
import { firstWords } from '../../turns/first-words.ts'
import type { BranchMessage, QueuedBefore, StartTurn, Turns } from '../../turns/ports.ts'
import { storable } from '../sql/database.ts'
import { appendStep, holdStep } from './append-step.ts'
import { LeaseLost } from '../call/call-moves.ts'
import { chooseBranch, inTree, leaveBranch, placeAfter } from './branches.ts'
import { Candidates, claimTurn, take } from './claim-turn.ts'
import { countAside, countCut } from './count-cut.ts'
import { finishTurn, promoteNext } from './finish-turn.ts'
import { insertMessage } from '../sql/messages.ts'
import { editQueued, takeBack } from './queued.ts'
import { resumeCall, settleRunning } from './recovery.ts'
import { goFirst, putBehind } from './send-now.ts'
import { cancelLiveTurn } from './stop-turn.ts'
import { ownTurn, RESTING } from './turn-moves.ts'
import { asleep } from './wakeups.ts'
import type { TurnRow } from '../sql/tables.ts'
import { threadView, turnView } from '../sql/views.ts'
import { transact } from '../sql/transact.ts'
import { tellUnder } from './tell-under.ts'
import type { StoreParts, Work } from '../sql/work.ts'

type NewMessage = Parameters<Turns['start']>[2]

/** Turns, their leases and their journal. */
export function storedTurns(parts: StoreParts): Turns {
  return {
    start: async (owner, threadId, message) =>
      (await transact(parts, { thread: threadId }, (work) => start(work, owner, message))) ?? {
        kind: 'not_found',
      },
    open: (owner, threadId, message, processId) =>
      transact(parts, { thread: threadId }, async (work) => {
        if (await hasLiveTurn(work)) return undefined
        const started = await start(work, owner, message, undefined, ['chat', 'plugin'])
        if (started.kind !== 'started') return undefined
        return (await take(work, started.turnId, processId, parts.leaseLength))?.work.lease
      }),
    sendNow: async (owner, threadId, turnId) =>
      (await transact(parts, { thread: threadId }, (work) => sendNow(work, owner, turnId))) ?? false,
    async isSignature(turnId) {
      const rows = await parts.db
        .selectFrom('messages')
        .select('body')
        .where('turn_id', '=', turnId)
        .execute()
      return rows.some(({ body }) => body.media !== undefined)
    },
    stop: (owner, threadId) => transact(parts, { thread: threadId }, (work) => stop(work, owner)),
    ...branches(parts),
    ...leases(parts),
    ...liveEvents(parts),
    ...journal(parts),
  }
}

/** Queued messages and branches, for their owner only. */
function branches(parts: StoreParts): Pick<Turns, 'branch' | 'chooseBranch' | 'editQueued' | 'takeBack'> {
  const own = <T>(owner: UserId, threadId: ThreadId, body: (work: Work) => Promise<T>) =>
    transact(parts, { thread: threadId }, async (work) =>
      mayWriteIn(owner, work.thread) ? body(work) : undefined,
    )
  return {
    branch: async (owner, threadId, turnId, message) =>
      (await own(owner, threadId, (work) => branch(work, owner, turnId, message))) ?? { kind: 'not_found' },
    chooseBranch: (owner, threadId, turnId) =>
      own(owner, threadId, (work) => chooseBranch(work, owner, turnId)),
    editQueued: async (owner, threadId, turnId, text) =>
      (await own(owner, threadId, (work) => editQueued(work, owner, turnId, text))) ?? false,
    takeBack: async (owner, threadId, turnId) =>
      (await own(owner, threadId, (work) => takeBack(work, owner, turnId))) ?? false,
  }
}

/** Leases of turns: who may act, and for how long. */
function leases(
  parts: StoreParts,
): Pick<Turns, 'claim' | 'renew' | 'holding' | 'park' | 'release' | 'finish' | 'countCut' | 'countAside'> {
  const { db, leaseLength: lease } = parts
  const candidates = new Candidates(parts)
  return {
    claim: (processId) => claimTurn(parts, { processId, lease, candidates }),
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
    async holding(held) {
      const ids = held.map(({ turnId }) => turnId)
      const rows = await db
        .selectFrom('turns')
        .select(['id', 'epoch'])
        .where('id', 'in', ids)
        .where('status', '=', 'running')
        .execute()
      const epochs = new Map(rows.map(({ id, epoch }) => [id, epoch]))
      return held.filter(({ turnId, epoch }) => epochs.get(turnId) === epoch)
    },
    park: (lease) => leaving(parts, lease, (work) => park(work, lease)),
    release: (lease) => leaving(parts, lease, (work) => release(work, lease)),
    finish: (lease, outcome) => leaving(parts, lease, (work) => finishTurn(work, lease, outcome)),
    countCut: async (lease, used) => {
      await transact(parts, { turn: lease.turnId }, (work) => countCut(work, lease, used))
    },
    countAside: async (turnId, used) => {
      await transact(parts, { turn: turnId }, (work) => countAside(work, turnId, used))
    },
  }
}

/** Events of a working turn, as long as its lease is valid. */
function liveEvents(
  parts: StoreParts,
): Pick<Turns, 'stream' | 'output' | 'progress' | 'withdraw' | 'exceeded'> {
  const tell = (lease: Lease, event: ThreadEvent): Promise<void> => tellUnder(parts, lease, event)
  return {
    stream: (lease, { kind, text, parentId, depth }) =>
      tell(lease, { type: 'chunk', turn_id: lease.turnId, kind, text, parent_id: parentId, depth }),
    output: (lease, callId, text) =>
      tell(lease, { type: 'tool_output', turn_id: lease.turnId, tool_call_id: callId, text }),
    progress(lease, callId, update) {
      const of = { turn_id: lease.turnId, tool_call_id: callId }
      if (update.kind === 'planning')
        return tell(lease, { type: 'planning_update', ...of, text: update.text })
      const { task, state, text } = update
      return tell(lease, { type: 'task_update', ...of, task, state, text })
    },
    withdraw: (lease, { parentId }) =>
      tell(lease, { type: 'chunk_withdrawn', turn_id: lease.turnId, parent_id: parentId }),
    exceeded: (lease, exceeded) =>
      tell(lease, { type: 'budget_exceeded', turn_id: lease.turnId, ...exceeded }),
  }
}

/** The steps of a turn. */
function journal(parts: StoreParts): Pick<Turns, 'load' | 'append' | 'hold'> {
  return {
    async load(turnId) {
      const rows = await parts.db
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

/** A transition that may end a lease. True: it did. */
async function leaving(
  parts: StoreParts,
  { turnId }: Lease,
  body: (work: Work) => Promise<boolean>,
): Promise<boolean> {
  return (await transact(parts, { turn: turnId }, body)) ?? false
}

/** Sends a message again as a branch: with its pictures and its context, and with another text if given. */
async function branch(
  work: Work,
  owner: UserId,
  turnId: TurnId,
  message: BranchMessage,
): Promise<StartTurn | QueuedBefore> {
  const sibling = await inTree(work, turnId)
  if (sibling === undefined) return { kind: 'not_found' }
  const { text, images, compact, workflow, media } = sibling.body
  const carried = {
    ...(images === undefined ? {} : { images }),
    ...(compact === undefined ? {} : { compact }),
    ...(workflow === undefined ? {} : { workflow }),
    ...(media === undefined ? {} : { media }),
  }
  return start(work, owner, { text, context: sibling.context, ...carried, ...message }, sibling)
}

/** `sibling`: the turn that the new branch starts next to. Without it the message continues the current branch. */
async function start(
  work: Work,
  owner: UserId,
  message: NewMessage,
  sibling?: undefined,
  kinds?: readonly Work['thread']['kind'][],
): Promise<StartTurn>
async function start(
  work: Work,
  owner: UserId,
  message: NewMessage,
  sibling: Pick<TurnRow, 'id' | 'parent_id'>,
): Promise<StartTurn | QueuedBefore>
async function start(
  work: Work,
  owner: UserId,
  message: NewMessage,
  sibling?: Pick<TurnRow, 'id' | 'parent_id'>,
  kinds: readonly Work['thread']['kind'][] = ['chat'],
): Promise<StartTurn | QueuedBefore> {
  const { thread, trx } = work
  if (!mayWriteIn(owner, work.thread, kinds)) return { kind: 'not_found' }
  const sentBefore = message.clientId === undefined ? undefined : await findSent(work, message.clientId)
  if (sentBefore !== undefined) return again(work, owner, sentBefore, message)
  if (message.seenMode !== undefined && message.seenMode !== thread.permission_mode)
    return { kind: 'mode_changed', mode: thread.permission_mode }
  const isNow = message.now === true
  if (isNow) await cancelLiveTurn(work, owner)
  if (sibling !== undefined && (await leaveBranch(work, owner, sibling.parent_id)) === 'queued')
    return { kind: 'queued' }
  const busy = !isNow && (await hasLiveTurn(work))
  const parent = sibling === undefined ? thread.leaf_id : sibling.parent_id
  const turn = await trx
    .insertInto('turns')
    .values({
      thread_id: thread.id,
      status: busy ? 'queued' : 'runnable',
      event_seq: thread.seq,
      // The sender's screen is most likely here.
      affinity: work.processId,
      context: message.context ?? 'thread',
      ...(busy ? {} : placeAfter(parent)),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const sent = await insertMessage(work, { turnId: turn.id, role: 'user', ...message })
  const untitled = await touchThread(work, message.text, busy ? null : turn.id)
  work.tell({ type: 'turn_updated', turn: turnView(turn) })
  work.record({
    kind: 'turn_started',
    actor: owner,
    data: {
      turn_id: turn.id,
      mode: thread.permission_mode,
      ...(sibling === undefined ? {} : { beside: sibling.id }),
    },
  })
  if (isNow) await putBehind(work)
  work.hint('listed')
  work.hint('wake')
  const started = { kind: 'started', turnId: turn.id, messageId: sent.id, queued: busy } as const
  return untitled ? { ...started, untitled } : started
}

/**
 * The thread has news: it is no longer archived, its branch ends at `leaf`, and a first message gives it a title. True: a model may write a
 * better title.
 */
async function touchThread({ trx, thread, tell }: Work, text: string, leaf: TurnId | null): Promise<boolean> {
  const isNamed = thread.title !== '' || thread.title_state === 'given'
  const row = await trx
    .updateTable('threads')
    .set({
      updated_at: sql<number>`clock_timestamp()`,
      archived_at: null,
      ...(leaf === null ? {} : { leaf_id: leaf }),
      ...(isNamed ? {} : { title: storable(firstWords(text)) }),
    })
    .where('id', '=', thread.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (!isNamed || thread.archived_at !== null) tell({ type: 'thread_updated', thread: threadView(row) })
  return !isNamed && thread.title_state === 'to_write'
}

async function sendNow(work: Work, owner: UserId, turnId: TurnId): Promise<boolean> {
  if (!mayChange(owner, work.thread) || work.thread.deleted_at !== null) return false
  return goFirst(work, owner, turnId)
}

type SentBefore = Awaited<ReturnType<typeof findSent>>

/** The message that a client sent in this thread under this id. The thread's lock ensures that there is never a second. */
function findSent({ trx, thread }: Work, clientId: string) {
  return trx
    .selectFrom('messages')
    .innerJoin('turns', 'turns.id', 'messages.turn_id')
    .select(['messages.id', 'messages.body', 'messages.turn_id', 'turns.status'])
    .where('messages.thread_id', '=', thread.id)
    .where('messages.client_id', '=', clientId)
    .executeTakeFirst()
}

/** A repeated message. One that is still queued runs next if `now` is requested this time. */
async function again(
  work: Work,
  owner: UserId,
  sent: NonNullable<SentBefore>,
  message: NewMessage,
): Promise<StartTurn> {
  const before = startedBefore(sent, message)
  if (before.kind !== 'started' || !before.queued || message.now !== true) return before
  await goFirst(work, owner, before.turnId)
  return { ...before, queued: false }
}

function startedBefore(
  { id, body, turn_id, status }: NonNullable<SentBefore>,
  { text, images = [] }: NewMessage,
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
 * running → waiting, when nothing is left to do until a person answers. The turn's row is locked first and the calls are read in a second
 * statement: a single statement would use a snapshot from before the lock and could miss an answer.
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
  const sleeping = await asleep(trx, lease.turnId)
  // A sub-agent whose calls wait is itself running; it resumes from the journal.
  const above = open.filter(({ state }) => state === 'running')
  const parents = new Set(open.map(({ parent_id }) => parent_id))
  const idle = above.every(({ id, repeat }) => repeat === 'safe' && (parents.has(id) || sleeping.has(id)))
  if (waiting.length + sleeping.size === 0 || waiting.length + above.length < open.length || !idle)
    return false
  for (const call of above) await resumeCall(work, call)
  return leave(work, lease, 'waiting')
}

/** running → runnable: a process that shuts down returns the turn. Its running calls are treated as after a crash. */
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
  if (!mayChange(owner, work.thread)) return undefined
  const stopped = await cancelLiveTurn(work, owner)
  if (stopped !== undefined) await promoteNext(work)
  return stopped
}
