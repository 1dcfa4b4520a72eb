import type { CallId, ErrorCode, TurnId, UserId } from '@countersign/protocol'

/** What a person wants to undo. */
export type UndoTarget = { readonly call: CallId } | { readonly turn: TurnId }

export interface UndoableCall {
  readonly id: CallId
}

export type UndoRefusal = { readonly ok: false; readonly code: ErrorCode; readonly message: string }

/** Ended calls that were not undone yet, only of this person. */
export interface CallsToUndo {
  /** The call, or those of the turn; none of them still runs. */
  find(
    user: UserId,
    target: UndoTarget,
  ): Promise<
    { readonly ok: true; readonly calls: readonly UndoableCall[]; readonly workspace: string } | UndoRefusal
  >
  /** Marks them as undone, and records it. */
  mark(
    user: UserId,
    target: UndoTarget,
    ids: readonly CallId[],
    facts: Readonly<Record<string, unknown>>,
  ): Promise<void>
}
