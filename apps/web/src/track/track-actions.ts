import type { CallId, CallResultView, CallView, UndoView } from '@countersign/protocol'
import type { ReactNode } from 'react'
import type { Reader, SettledView } from '../approvals/settled.ts'
import type { HttpResult } from '../data/http.ts'
import type { Stop } from './track-model.ts'

export type UndoResult =
  | { readonly ok: true; readonly undo: UndoView | null }
  | { readonly ok: false; readonly message: string }

export interface TrackActions {
  /** The card of a call that waits, or null if it has none here. */
  readonly card: (call: CallId) => ReactNode
  readonly reader: Reader
  /** What became of an answer that was given here and did not count; `settled` is what did. */
  readonly lateNote: (call: CallId, settled: SettledView) => string | null
  /** When another screen answered it, if one did (this device's clock). */
  readonly elsewhereAt: (call: CallId) => number | null
  readonly parentsOf: (call: CallId) => readonly string[]
  /** Tells the agent to propose an expired call again. */
  readonly askAgain: (stop: Stop) => void
  /** What a person says about a call that was cut off. */
  readonly settle: (call: CallView, how: 'done' | 'not_done' | 'again') => void
  /** Puts back the files that it changed; says how that went. */
  readonly undo: (call: CallView, skipConflicts: boolean) => Promise<UndoResult>
  /** All of what a call gave back. */
  readonly result: (call: CallId) => Promise<HttpResult<CallResultView>>
  /** What a call that was cut off had printed. */
  readonly output: (call: CallId) => Promise<HttpResult<CallResultView>>
  /** The newer call that took its place, if one did. */
  readonly replacedBy: (call: CallView) => CallView | null
  /** The call that the address names: lines that hold it are unfolded. */
  readonly wanted: CallId | null
  readonly isOpen: (stop: Stop) => boolean
  readonly toggle: (stop: Stop) => void
}
