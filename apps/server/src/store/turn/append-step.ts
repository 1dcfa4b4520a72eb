import type { HeldEntry, JournalEntry, Lease } from '@countersign/agent'
import type { TurnId } from '@countersign/protocol'
import { sql } from 'kysely'
import { holdsLease, LeaseLost } from '../call/call-moves.ts'
import { insertMessage } from '../sql/messages.ts'
import { sendOnce } from '../sql/one-connection.ts'
import { piece, toStatement } from '../sql/piece.ts'
import { codeOf } from '../sql/store-error.ts'
import { transact } from '../sql/transact.ts'
import { NOTHING_SPENT, type Spent, type StoreParts, type Work } from '../sql/work.ts'

/** Writes a journal entry under a lease. False: the lease is lost. */
export async function appendStep(parts: StoreParts, lease: Lease, entry: JournalEntry): Promise<boolean> {
  // Deferred writes come first.
  if (isSilent(entry) && !parts.deferred.has(lease.turnId)) {
    const written = await appendAlone(parts, lease, entry)
    if (written !== 'taken') return written === 'written'
  }
  return (
    (await transact(parts, { turn: lease.turnId }, (work) => append(work, lease, entry), {
      goesOn: true,
    })) ?? false
  )
}

/** Keeps an entry for the next write of the turn, which includes it in its commit. */
export function holdStep(parts: StoreParts, lease: Lease, entry: JournalEntry): HeldEntry {
  const alone = (turn: TurnId) => {
    // If this fails, the next write under the lease includes it.
    transact(parts, { turn }, () => Promise.resolve()).catch(() => undefined)
  }
  const written = new Promise<void>((settle, fail) => {
    let kept = false
    let tried = false
    const deferred = {
      async write(work: Work) {
        // A commit whose answer was lost may have written it.
        const there = tried && (await isWritten(work, lease, entry))
        tried = true
        kept = there || (await append(work, lease, entry))
      },
      committed: () => (kept ? settle() : fail(new LeaseLost(lease))),
    }
    parts.deferred.defer(lease.turnId, deferred, alone)
  })
  return { written }
}

/** Deferred entries have calls, and calls have ids, so no two are equal. */
async function isWritten({ trx }: Work, { turnId, epoch }: Lease, entry: JournalEntry): Promise<boolean> {
  const found = await trx
    .selectFrom('steps')
    .select('seq')
    .where('turn_id', '=', turnId)
    .where('epoch', '=', epoch)
    .where(sql<boolean>`entry::text = ${JSON.stringify(entry)}`)
    .executeTakeFirst()
  return found !== undefined
}

/** An answer of the model with nothing to announce. */
function isSilent(entry: JournalEntry): boolean {
  return entry.kind === 'model' && (entry.parentId !== null || entry.calls.length === 0 || entry.text === '')
}

/** One guarded statement, in one round trip. `taken`: another level of the turn wrote the same number. */
async function appendAlone(
  { pool, turns }: StoreParts,
  lease: Lease,
  entry: JournalEntry,
): Promise<'written' | 'lost' | 'taken'> {
  const { turnId, epoch } = lease
  const { modelCalls, inputTokens, outputTokens, cost, context } = spentOn(entry)
  const statement = toStatement(piece`
    with mine as (
      select id, thread_id from turns
      where id = ${turnId} and epoch = ${epoch} and status = 'running' and lease_until > clock_timestamp()
      for no key update),
    step as (
      insert into steps (turn_id, seq, epoch, entry, event_seq)
      select mine.id, (select coalesce(max(seq), 0) + 1 from steps where turn_id = ${turnId}), ${epoch}::bigint,
        ${JSON.stringify(entry)}::json, (select seq from threads where threads.id = mine.thread_id)
      from mine)
    update turns set model_calls = model_calls + ${modelCalls}::integer,
      input_tokens = input_tokens + ${inputTokens}::bigint,
      output_tokens = output_tokens + ${outputTokens}::bigint, cost_usd = cost_usd + ${cost}::float8,
      context_tokens = coalesce(${context}::integer, context_tokens)
    from mine where turns.id = mine.id
    returning turns.id`)
  try {
    const rows = await turns.inOrder(turnId, () => sendOnce(pool, statement))
    return rows.length > 0 ? 'written' : 'lost'
  } catch (cause) {
    if (codeOf(cause) === '23505') return 'taken'
    throw cause
  }
}

async function append(work: Work, lease: Lease, entry: JournalEntry): Promise<boolean> {
  if (!(await holdsLease(work, lease))) return false
  const { turnId, epoch } = lease
  work.write(piece`
    insert into steps (turn_id, seq, epoch, entry, event_seq)
    select ${turnId}, coalesce(max(seq), 0) + 1, ${epoch}::bigint, ${JSON.stringify(entry)}::json,
      ${work.thread.seq}::bigint
    from steps where turn_id = ${turnId}`)
  work.spend({ ...NOTHING_SPENT, ...spentOn(entry) })
  // Text before the calls of a step precedes them in the conversation.
  if (entry.kind === 'model' && entry.parentId === null && entry.calls.length > 0 && entry.text !== '')
    await insertMessage(work, { turnId, role: 'assistant', text: entry.text, thought: entry.thought })
  return true
}

/** The amounts that an entry adds to the counters of its turn. */
function spentOn(
  entry: JournalEntry,
): Pick<Spent, 'modelCalls' | 'inputTokens' | 'outputTokens' | 'cost' | 'context'> {
  if (!('usage' in entry)) return NOTHING_SPENT
  const { inputTokens, outputTokens, costUsd } = entry.usage
  // One unknown price makes the sum unknown.
  return { modelCalls: 1, inputTokens, outputTokens, cost: costUsd ?? null, context: contextOf(entry) }
}

/** Approximate characters per token. */
const TOKEN = 4

/** How full the context window is after an answer of the root: its input plus its output. Null: it does not report that. */
function contextOf(entry: JournalEntry): number | null {
  // An estimate: the next answer reports the exact value.
  if (entry.kind === 'compaction' && entry.parentId === null) return Math.ceil(entry.summary.length / TOKEN)
  if (entry.kind !== 'model' || entry.parentId !== null || entry.usage.inputTokens === 0) return null
  return entry.usage.inputTokens + entry.usage.outputTokens
}
