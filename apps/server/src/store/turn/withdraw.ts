import type { ModelEntry } from '@countersign/agent'
import type { CallId } from '@countersign/protocol'
import { sql } from 'kysely'
import { readSteps } from './journal.ts'
import { insertMessage, keepTree } from '../sql/messages.ts'
import { piece } from '../sql/piece.ts'
import type { TurnRow } from '../sql/tables.ts'
import type { Work } from '../sql/work.ts'

/**
 * Withdraws streamed text of a turn that was never journalled, level by level: the model will repeat it, or never complete it. Journalled
 * text stays.
 */
export async function withdrawUnkept(work: Work, turn: TurnRow): Promise<void> {
  for (const parent of (await unkept(work, turn)).keys()) withdraw(work, turn, parent)
}

/**
 * Keeps the agent's text and the tree of its calls when its turn is stopped: a person has read it, and the agent must know that it said it.
 * Text of sub-agents is withdrawn.
 */
export async function keepCutOff(work: Work, turn: TurnRow): Promise<void> {
  const open = await unkept(work, turn)
  for (const [parent, text] of open) if (parent !== null || text === '') withdraw(work, turn, parent)
  const text = open.get(null) ?? ''
  if (text === '') await keepTree(work, turn.id)
  else await keep(work, turn, text)
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

/** Text streamed on each level after its last journal entry. A level that streamed only thoughts has an empty text. */
async function unkept(work: Work, turn: TurnRow): Promise<ReadonlyMap<CallId | null, string>> {
  const reading = work.trx
    .selectFrom('outbox')
    .select(['seq', 'event'])
    .where('thread_id', '=', turn.thread_id)
    .where('seq', '>', turn.event_seq)
    // A long turn has far more events, and this query runs each time a turn is resumed.
    .where(sql<boolean>`event::text like '{"type":"chunk%'`)
    .orderBy('seq')
    .execute()
  const [events, steps] = await Promise.all([reading, readSteps(work.trx, turn.id)])
  const kept = new Map<CallId | null, number>()
  for (const { entry, eventSeq } of steps) kept.set(entry.parentId, eventSeq)
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
