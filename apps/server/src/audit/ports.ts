import type { UserId } from '@countersign/protocol'
import type { AuditRow, Head, NoteKind } from './chain.ts'
import type { Verification } from './verify.ts'

/** The record of all proposals, decisions and actions. */
export interface Audit {
  /** Rows of a thread, a person or the workspace, oldest first. */
  list(filter: AuditFilter): Promise<readonly ListedRow[]>
  /** Proves that no row was altered, removed, inserted or moved, or names the rows that were. */
  verify(): Promise<Verification>
  /** Writes the heads of all chains into the workspace chain, and its own head next to the database. */
  anchor(): Promise<Head>
  /** Records an event that belongs to no thread, in the chain of a person. */
  note(user: UserId, kind: NoteKind, data: Readonly<Record<string, unknown>>): Promise<void>
  /** The heads that were written next to the database. */
  notedHeads(): Promise<readonly Head[]>
  close(): Promise<void>
}

/** A row with its position among all rows. */
export type ListedRow = AuditRow & { readonly place: number }

export interface AuditFilter {
  readonly chain?: string
  readonly callId?: string
  readonly afterSeq?: number
  readonly limit?: number
  /** Newest first, over all chains; else by chain, oldest first. */
  readonly newest?: boolean
  /** With `newest`: rows before this position. */
  readonly before?: number
  /** Oldest first over all chains: rows after this position; 0 begins. */
  readonly afterPlace?: number
  /** Rows about one rule. */
  readonly rule?: string
}
