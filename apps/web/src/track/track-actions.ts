import type { CallId, CallView, UndoView } from '@countersign/protocol'
import type { ReactNode } from 'react'
import type { Reader } from '../approvals/settled.ts'
import type { Stop } from './track-model.ts'

export type UndoResult =
  | { readonly ok: true; readonly undo: UndoView | null }
  | { readonly ok: false; readonly message: string }

export interface TrackActions {
  /** The card of a call that waits, or null if it has none here. */
  readonly card: (call: CallId) => ReactNode
  readonly reader: Reader
  /** What became of an answer that was given here and did not count. */
  readonly lateNote: (call: CallId) => string | null
  /** When another screen answered it, if one did (this device's clock). */
  readonly elsewhereAt: (call: CallId) => number | null
  readonly parentsOf: (call: CallId) => readonly string[]
  /** Tells the agent to propose an expired call again. */
  readonly askAgain: (stop: Stop) => void
  /** What a person says about a call that was cut off. */
  readonly settle: (call: CallView, how: 'done' | 'not_done' | 'again') => void
  /** Puts back the files that it changed; says how that went. */
  readonly undo: (call: CallView, skipConflicts: boolean) => Promise<UndoResult>
  readonly isOpen: (stop: Stop) => boolean
  readonly toggle: (stop: Stop) => void
}
