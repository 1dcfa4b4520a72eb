import type { AuditRow, Head } from '../../audit/chain.ts'
import { listed, piece, type Piece } from './piece.ts'
import type { ThreadRow } from './tables.ts'

/** The audit rows and events of a transaction in a thread. */
export interface Ledger {
  readonly thread: ThreadRow
  readonly rows: readonly AuditRow[]
  readonly head: Head
  /** As JSON. */
  readonly events: readonly string[]
}

/** Audit rows and events as parts of one statement: a call makes several transactions, a step several calls. */
export function ledgerParts({ thread, rows, head, events }: Ledger): readonly Piece[] {
  return [...auditParts(thread, rows, head), ...eventParts(thread, events)]
}

function auditParts(thread: ThreadRow, rows: readonly AuditRow[], head: Head): readonly Piece[] {
  if (rows.length === 0) return []
  const values = rows.map(
    ({ chain, seq, at, kind, callId, body, prev, hash }) =>
      piece`(${chain}, ${seq}::bigint, ${momentPiece(at)}, ${kind}, ${callId}, ${body}, ${prev}, ${hash})`,
  )
  return [
    piece`audited as (insert into audit (chain, seq, at, kind, call_id, body, prev, hash) values ${listed(values)})`,
    piece`ahead as (insert into audit_heads (chain, seq, hash) values (${thread.id}, ${head.seq}, ${head.hash})
      on conflict (chain) do update set seq = excluded.seq, hash = excluded.hash)`,
  ]
}

function eventParts(thread: ThreadRow, events: readonly string[]): readonly Piece[] {
  if (events.length === 0) return []
  const values = events.map(
    (event, index) => piece`(${thread.id}, ${thread.seq + index + 1}::bigint, ${event}::json)`,
  )
  return [
    piece`told as (insert into outbox (thread_id, seq, event) values ${listed(values)})`,
    piece`numbered as (update threads set seq = ${thread.seq + events.length} where id = ${thread.id})`,
  ]
}

/** A moment of the database's clock, as a value for it. */
export function momentPiece(at: number | null): Piece {
  return piece`to_timestamp(${at}::float8 / 1000)`
}
