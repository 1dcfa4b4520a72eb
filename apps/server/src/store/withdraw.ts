import type { ModelEntry } from '@countersign/agent'
import type { CallId } from '@countersign/protocol'
import { sql } from 'kysely'
import { readSteps } from './journal.ts'
import { insertMessage } from './messages.ts'
import { piece } from './piece.ts'
import type { TurnRow } from './tables.ts'
import type { Work } from './work.ts'

/**
 * Withdraws text of a turn that was streamed and never journalled, level by level: it will be said again, or never. What was
 * journalled stays.
 */
export async function withdrawUnkept(work: Work, turn: TurnRow): Promise<void> {
  for (const parent of (await unkept(work, turn)).keys()) withdraw(work, turn, parent)
}

/**
 * Keeps what the agent was saying when its turn was stopped: a person has read it, and the agent is to know that it said it. What agents
 * below it were saying is withdrawn.
 */
export async function keepCutOff(work: Work, turn: TurnRow): Promise<void> {
  for (const [parent, text] of await unkept(work, turn)) {
    if (parent !== null || text === '') withdraw(work, turn, parent)
    else await keep(work, turn, text)
  }
}

async function keep(work: Work, turn: TurnRow, text: string): Promise<void> {
  const entry: ModelEntry = {
    kind: 'model',
    parentId: null,
    text,
    calls: [],
    usage: { inputTokens: 0, outputTokens: 0, costUsd: 0 },
    worked: 0,
    cut: { by: 'stopped', why: 'the person stopped it' },
  }
  work.write(piece`
    insert into steps (turn_id, seq, epoch, entry, event_seq)
    select ${turn.id}, coalesce(max(seq), 0) + 1, ${turn.epoch}::bigint, ${JSON.stringify(entry)}::json,
      ${work.thread.seq}::bigint
    from steps where turn_id = ${turn.id}`)
  await insertMessage(work, { turnId: turn.id, role: 'assistant', text, cut: 'stopped', last: true })
}

function withdraw(work: Work, { id: turn_id }: TurnRow, parent_id: CallId | null): void {
  work.tell({ type: 'chunk_withdrawn', turn_id, parent_id })
}

/** What was streamed on each level after the last that is kept of it. Empty where that were thoughts alone. */
async function unkept(work: Work, turn: TurnRow): Promise<ReadonlyMap<CallId | null, string>> {
  const events = await work.trx
    .selectFrom('outbox')
    .select(['seq', 'event'])
    .where('thread_id', '=', turn.thread_id)
    .where('seq', '>', turn.event_seq)
    // Of a long turn everything else is far more, and it is asked for every time that the turn is taken up.
    .where(sql<boolean>`event::text like '{"type":"chunk%'`)
    .orderBy('seq')
    .execute()
  const kept = new Map<CallId | null, number>()
  for (const { entry, eventSeq } of await readSteps(work.trx, turn.id)) kept.set(entry.parentId, eventSeq)
  const found = new Map<CallId | null, string>()
  for (const { seq, event } of events) {
    if (event.type === 'chunk_withdrawn') found.delete(event.parent_id)
    else if (event.type === 'chunk' && event.turn_id === turn.id && seq > (kept.get(event.parent_id) ?? 0))
      found.set(
        event.parent_id,
        (found.get(event.parent_id) ?? '') + (event.kind === 'text' ? event.text : ''),
      )
  }
  return found
}
