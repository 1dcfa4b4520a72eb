import type {
  CallId,
  CallResultView,
  CallView,
  EndedCall,
  InterruptedCall,
  UndoView,
} from '@countersign/protocol'
import type { ReactNode } from 'react'
import type { Reader, SettledView } from '../../../platform/cards/settled.ts'
import type { HttpResult } from '../../../data/http.ts'
import type { CallNode } from './call-tree.ts'

export type UndoResult =
  | { readonly ok: true; readonly undo: UndoView | null }
  | { readonly ok: false; readonly message: string }

export interface CallActions {
  /** The card of a waiting call, or null if it has none here. */
  readonly card: (call: CallId) => ReactNode
  readonly reader: Reader
  /** The outcome of an answer given here that came too late; `settled` is the one that was accepted. */
  readonly lateNote: (call: CallId, settled: SettledView) => string | null
  /** When another screen answered it, if one did (by this device's clock). */
  readonly elsewhereAt: (call: CallId) => number | null
  readonly parentsOf: (call: CallId) => readonly string[]
  /** Calls here that expired and were not proposed again. */
  readonly expired: readonly CallView[]
  /** Asks the agent to propose expired calls again. */
  readonly askAgain: (calls: readonly CallView[]) => void
  /** A person's finding about a call that was cut off. */
  readonly settle: (call: InterruptedCall, how: 'done' | 'not_done' | 'again') => void
  /** Restores the files that it changed; returns the outcome. */
  readonly undo: (call: CallView, skipConflicts: boolean) => Promise<UndoResult>
  /** The complete result of a call. */
  readonly result: (call: CallId) => Promise<HttpResult<CallResultView>>
  /** The output of a call that was cut off. */
  readonly output: (call: CallId) => Promise<HttpResult<CallResultView>>
  /** The newer call that replaced it, if any. */
  readonly replacedBy: (call: EndedCall) => CallView | null
  /** The URL names this call or one inside it, or a search found it: a folded line that contains it is unfolded. */
  readonly reached: (node: CallNode) => boolean
  readonly isOpen: (node: CallNode) => boolean
  readonly toggle: (node: CallNode) => void
}
