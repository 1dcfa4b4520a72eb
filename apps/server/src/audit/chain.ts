import { canonicalJson } from '@countersign/protocol/canonical'
import type { CallId, Instant } from '@countersign/protocol'
import { hash } from 'node:crypto'

/** An event before it has a place in a chain. Its texts are masked by the caller. */
export interface AuditEntry {
  readonly kind: AuditKind
  /** A person's id, or the acting part of the server: `policy`, `timeout`, `recovery`. */
  readonly actor: string
  readonly callId?: CallId
  readonly data: Readonly<Record<string, unknown>>
}

/** The name of a change of a setting, or a feature's own word: `feature.what`. */
export type NoteKind =
  | 'key_set'
  | 'key_removed'
  | 'endpoint_set'
  | 'endpoint_removed'
  | 'capabilities_set'
  | 'limits_set'
  | 'setting_set'
  | 'signed_in'
  | 'signed_out'
  | 'person_refused'
  | `${string}.${string}`

export type AuditKind =
  | NoteKind
  | 'thread_created'
  | 'thread_deleted'
  | 'mode_set'
  | 'model_set'
  | 'turn_started'
  | 'turn_taken'
  | 'turn_ended'
  | 'turn_stopped'
  | 'message_edited'
  | 'message_taken_back'
  | 'branch_chosen'
  | 'call_proposed'
  | 'approval_asked'
  | 'approval_extended'
  | 'approval_settled'
  | 'call_refused'
  | 'call_began'
  | 'call_ended'
  | 'call_interrupted'
  | 'call_resumed'
  | 'call_settled'
  | 'call_retried'
  | 'call_undone'
  | 'call_verified'
  | 'call_turned_away'
  | 'rule_added'
  | 'rule_removed'
  | 'project_trusted'
  | 'project_distrusted'
  | 'heads_anchored'

/** Name of the chain that anchors the heads of all others. */
export const WORKSPACE_CHAIN = 'workspace'

/** The end of a chain: the number and hash of its last row. */
export interface Head {
  readonly seq: number
  readonly hash: string
}

/** A stored row. `body` is the exact text that was hashed. */
export interface AuditRow {
  readonly chain: string
  readonly seq: number
  readonly at: Instant
  readonly kind: string
  readonly callId: string | null
  readonly body: string
  readonly prev: string
  readonly hash: string
}

/** The head of an empty chain. It is derived from the name, so that one chain cannot be passed off as another. */
export function genesis(chain: string): Head {
  return { seq: 0, hash: digest(`countersign audit chain\n${chain}`) }
}

/** The rows that follow a head. Pure: the same function makes stored rows and checks them. */
export function link(
  chain: string,
  head: Head,
  at: Instant,
  entries: readonly AuditEntry[],
): { readonly rows: readonly AuditRow[]; readonly head: Head } {
  let last = head
  const rows = entries.map((entry): AuditRow => {
    const seq = last.seq + 1
    const { kind, actor, data } = entry
    const callId = entry.callId ?? null
    const body = canonicalJson({ v: 1, chain, seq, at, kind, actor, call_id: callId, data })
    const row = { chain, seq, at, kind, callId, body, prev: last.hash, hash: rowHash(last.hash, body) }
    last = { seq, hash: row.hash }
    return row
  })
  return { rows, head: last }
}

/** Hash of a row: of the row before it and of its exact text. */
export function rowHash(prev: string, body: string): string {
  return digest(`${prev}\n${body}`)
}

function digest(text: string): string {
  return hash('sha256', text)
}
