import type { CallId } from '@countersign/protocol'
import type { ReactNode } from 'react'
import type { Reader } from '../approvals/settled.ts'
import type { Stop } from './track-model.ts'

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
  readonly isOpen: (stop: Stop) => boolean
  readonly toggle: (stop: Stop) => void
}
