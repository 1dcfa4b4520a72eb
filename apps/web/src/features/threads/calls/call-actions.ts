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
  /** The card of a call that waits, or null if it has none here. */
  readonly card: (call: CallId) => ReactNode
  readonly reader: Reader
  /** What became of an answer that was given here and did not count; `settled` is what did. */
  readonly lateNote: (call: CallId, settled: SettledView) => string | null
  /** When another screen answered it, if one did (this device's clock). */
  readonly elsewhereAt: (call: CallId) => number | null
  readonly parentsOf: (call: CallId) => readonly string[]
  /** Calls here that nobody answered in time and that were not proposed again. */
  readonly expired: readonly CallView[]
  /** Tells the agent to propose expired calls again. */
  readonly askAgain: (calls: readonly CallView[]) => void
  /** What a person says about a call that was cut off. */
  readonly settle: (call: InterruptedCall, how: 'done' | 'not_done' | 'again') => void
  /** Puts back the files that it changed; says how that went. */
  readonly undo: (call: CallView, skipConflicts: boolean) => Promise<UndoResult>
  /** All of what a call gave back. */
  readonly result: (call: CallId) => Promise<HttpResult<CallResultView>>
  /** What a call that was cut off had printed. */
  readonly output: (call: CallId) => Promise<HttpResult<CallResultView>>
  /** The newer call that took its place, if one did. */
  readonly replacedBy: (call: EndedCall) => CallView | null
  /** The address names this call or one inside it, or a search shows it: a folded line that holds it is unfolded. */
  readonly reached: (node: CallNode) => boolean
  readonly isOpen: (node: CallNode) => boolean
  readonly toggle: (node: CallNode) => void
}
