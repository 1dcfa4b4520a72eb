import type { Call, JournalEntry } from '@countersign/agent'
import type { Decision } from '@countersign/policy'
import type { CallId, Signature, ThreadId, TurnId, UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import { storable, runTransaction, type Trx } from '../sql/database.ts'
import { notify } from '../sql/notify.ts'
import { pruneRuns } from './prune-runs.ts'
import { appendAudit, type StoreParts } from '../sql/work.ts'

/** A run to start: a hidden thread with one turn, whose journal begins with this call. */
export interface NewRun {
  readonly title: string
  readonly mode: string
  readonly model: string
  readonly workspace: string
  readonly callId: CallId
  /** The parsed and frozen call, for the thread and turn that are created here. */
  call(threadId: ThreadId, turnId: TurnId): Call
  readonly decision: Decision
  /** What started it, for the signature line: `button`, `trigger trg_…`. */
  readonly by: string
}

export interface StartedRun {
  readonly threadId: ThreadId
  readonly turnId: TurnId
}

/** Starts runs: a person or their trigger approved the call before it exists. */
export interface Runs {
  /** `also` writes rows of a feature in the same transaction; if it returns false, nothing happens. */
  start(
    owner: UserId,
    run: NewRun,
    also: (trx: Trx, started: StartedRun) => Promise<boolean>,
  ): Promise<StartedRun | undefined>
  /** Removes the contents of runs that ended so many days ago. `also` changes rows of a feature in the same transaction. */
  prune(days: number, also: (trx: Trx, threads: readonly ThreadId[]) => Promise<void>): Promise<number>
}

/** Rolls back a transaction that must not happen. */
class NotNow extends Error {}

export function storedRuns(parts: StoreParts): Runs {
  return {
    async start(owner, run, also) {
      try {
        const started = await runTransaction(parts.db, (trx) => start(parts, trx, { owner, run, also }))
        parts.bus.emit({ person: owner, wake: true })
        return started
      } catch (cause) {
        if (cause instanceof NotNow) return undefined
        throw cause
      }
    },
    prune: (days, also) => pruneRuns(parts, days, also),
  }
}

async function start(
  { nameOf }: StoreParts,
  trx: Trx,
  {
    owner,
    run,
    also,
  }: { readonly owner: UserId; readonly run: NewRun; readonly also: Parameters<Runs['start']>[2] },
): Promise<StartedRun> {
  const thread = await trx
    .insertInto('threads')
    .values({
      owner,
      title: storable(run.title),
      title_state: 'given',
      permission_mode: storable(run.mode),
      model: storable(run.model),
      workspace: storable(run.workspace),
      kind: 'run',
    })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow()
  const turn = await trx
    .insertInto('turns')
    .values({ thread_id: thread.id, status: 'runnable', event_seq: 0, parent_id: null, place: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.updateTable('threads').set({ leaf_id: turn.id }).where('id', '=', thread.id).execute()
  await trx
    .insertInto('messages')
    .values({
      thread_id: thread.id,
      turn_id: turn.id,
      role: 'user',
      body: JSON.stringify({ text: storable(run.title) }),
    })
    .execute()
  const call = run.call(thread.id, turn.id)
  const entry: JournalEntry = {
    kind: 'model',
    parentId: null,
    text: '',
    calls: [{ id: call.id, providerId: call.id, name: call.tool, input: JSON.stringify(call.args) }],
    usage: { inputTokens: 0, outputTokens: 0, costUsd: 0 },
    worked: 0,
  }
  await trx
    .insertInto('steps')
    .values({ turn_id: turn.id, seq: 1, epoch: 0, entry: JSON.stringify(entry), event_seq: 0 })
    .execute()
  const signature: Signature = { via: 'person', by: nameOf(owner), at: thread.created_at, feedback: run.by }
  await insertApproved(trx, { owner, run, call, signature })
  await appendAudit(trx, thread.id, thread.created_at, [
    { kind: 'thread_created', actor: owner, data: { kind: 'run', mode: run.mode, workspace: run.workspace } },
    {
      kind: 'call_proposed',
      actor: owner,
      callId: call.id,
      data: { turn_id: turn.id, tool: call.tool, specifier: call.specifierText, hash: call.hash, by: run.by },
    },
  ])
  const started = { threadId: thread.id, turnId: turn.id }
  if (!(await also(trx, started))) throw new NotNow()
  await notify(trx, { person: owner, wake: true })
  return started
}

async function insertApproved(
  trx: Trx,
  {
    owner,
    run,
    call,
    signature,
  }: { readonly owner: UserId; readonly run: NewRun; readonly call: Call; readonly signature: Signature },
): Promise<void> {
  await trx
    .insertInto('calls')
    .values({
      id: call.id,
      thread_id: call.threadId,
      turn_id: call.turnId,
      parent_id: null,
      depth: 0,
      tool: call.tool,
      category: call.facts.category,
      destructive: call.facts.destructive,
      locked: null,
      repeat: call.repeat,
      idem_key: call.id,
      hash: call.hash,
      frozen: JSON.stringify(call),
      state: 'approved',
      decision: JSON.stringify(run.decision),
      mode_seen: run.mode,
      decided_via: 'person',
      decided_by: owner,
      decided_hash: call.hash,
      decided_at: sql<number>`clock_timestamp()`,
      signature: JSON.stringify(signature),
    })
    .execute()
}
