import type { CallId, ErrorCode, TurnId, UserId } from '@countersign/protocol'

/** What a person wants to take back. */
export type UndoTarget = { readonly call: CallId } | { readonly turn: TurnId }

export interface UndoableCall {
  readonly id: CallId
}

export type UndoRefusal = { readonly ok: false; readonly code: ErrorCode; readonly message: string }

/** Calls that ended and were not taken back yet. Calls of another person are not there. */
export interface CallsToUndo {
  /** The call, or those of the turn; nothing of it runs any more. */
  find(
    user: UserId,
    target: UndoTarget,
  ): Promise<
    { readonly ok: true; readonly calls: readonly UndoableCall[]; readonly workspace: string } | UndoRefusal
  >
  /** They were taken back, with what is to be recorded of it. */
  mark(
    user: UserId,
    target: UndoTarget,
    ids: readonly CallId[],
    facts: Readonly<Record<string, unknown>>,
  ): Promise<void>
}
