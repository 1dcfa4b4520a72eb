import type { WireError } from '../../errors.ts'
import type { ServerMessage, ThreadEvent } from '../../events.ts'
import type { CallId, MessageId, ThreadId, TurnId } from '../../ids.ts'
import type { ApprovalView, CallView, InterruptedCall, PendingApproval, WaitingCall } from '../../calls.ts'
import type { MessageView, ThreadView, TurnView } from '../../views.ts'
import type { FollowedTopic } from './slice.ts'

/** Everything that page and terminal draw. Only the reducer makes it, from the server's messages and the person's actions. */
export interface View {
  readonly connection: Connection
  /** Server's clock minus this device's clock, in milliseconds. */
  readonly clockOffset: number
  readonly version: string | null
  /** Null until the server has sent the list. */
  readonly threads: readonly ThreadView[] | null
  readonly waiting: Waiting
  /** Messages of a long waiting list that has not arrived completely. */
  readonly waitingPages: readonly WaitingMessage[]
  readonly open: ReadonlyMap<ThreadId, OpenThread>
  /** Threads in which this client sent a message and has not seen its turn end, with the last message before it. */
  readonly saidIn: ReadonlyMap<ThreadId, MessageId | null>
  readonly answers: ReadonlyMap<CallId, GivenAnswer>
  /** Calls that were answered on this screen, whatever the outcome. */
  readonly answeredHere: ReadonlySet<CallId>
  /** Cards that were answered on another screen, and when this device learned of it, by its own clock. */
  readonly elsewhere: ReadonlyMap<CallId, number>
  /** Followed topics by name, with the states of the feature slices. */
  readonly topics: ReadonlyMap<string, FollowedTopic>
}

export type WaitingMessage = Extract<ServerMessage, { type: 'waiting' }>

/**
 * connecting: never open so far. open: live. catching_up: open again, replay not complete. lost: closed; `since` decides when the banner
 * shows. refused: the server does not know this browser.
 */
export type Connection =
  | { readonly state: 'connecting' }
  | { readonly state: 'open' }
  | { readonly state: 'catching_up' }
  | { readonly state: 'lost'; readonly since: number; readonly retryAt: number }
  | { readonly state: 'refused' }

/** Everything that waits for this person, over all threads, according to the server's latest message. */
export interface Waiting {
  readonly known: boolean
  readonly approvals: readonly PendingApproval[]
  readonly calls: ReadonlyMap<CallId, WaitingCall>
  /** Calls that a crash cut off and that a person must settle. */
  readonly interrupted: ReadonlyMap<CallId, InterruptedCall>
}

export type OpenThread =
  | { readonly state: 'loading' }
  | { readonly state: 'missing' }
  | ({ readonly state: 'ready' } & ThreadData)

export interface ThreadData {
  readonly thread: ThreadView
  /** Messages of the current branch, and queued ones. */
  readonly messages: readonly MessageView[]
  readonly calls: ReadonlyMap<CallId, CallView>
  /** The last turn of the current branch; null: it has none. Undefined: the server knows no branches. */
  readonly leaf: TurnId | null | undefined
  /** Messages and calls of other branches. */
  readonly left: {
    readonly messages: readonly MessageView[]
    readonly calls: ReadonlyMap<CallId, CallView>
  }
  readonly approvals: ReadonlyMap<CallId, ApprovalView>
  readonly turns: ReadonlyMap<TurnId, TurnView>
  readonly ends: ReadonlyMap<TurnId, TurnEnd>
  readonly streaming: Streaming
  /** Earlier text of running sub-agents, before their present step. The present text is the output of their calls. */
  readonly saidBefore: ReadonlyMap<CallId, string>
  readonly heard: Heard
  /** Number of the last event this view contains. */
  readonly seq: number
  /** False while a replay runs. */
  readonly current: boolean
  readonly deleted: boolean
}

/** When the thread last gave a sign of life: `ms` before `at`, by this device's clock; null: before it was opened. */
export interface Heard {
  readonly ms: number
  readonly at: number | null
}

/** Text that is being written right now and is not a message yet. */
export interface Streaming {
  readonly turn: TurnId | null
  readonly text: string
  readonly reasoning: string
  /**
   * Thinking time in milliseconds; absent: none. `at`: the latest sign of thinking, by this device's clock; null: the model is not thinking
   * now, for example while calls run.
   */
  readonly thought?: { readonly ms: number; readonly at: number | null }
}

export type Cost = Omit<Extract<ThreadEvent, { type: 'cost_summary' }>, 'type' | 'turn_id'>
export interface TurnEnd {
  readonly cost: Cost | null
}

export type AnswerDecision = 'allow_once' | 'allow_chat' | 'allow_always' | 'deny'

/** An answer with the hash of what the person saw. */
export interface Answer {
  readonly decision: AnswerDecision
  readonly hash: string
  readonly rule?: string
  readonly feedback?: string
  /** Ids of the signed parts. Absent: all of it. */
  readonly parts?: string[]
  /** For a run: also allows what the card shows, for this run or for every run of this version. */
  readonly grant?: 'run' | 'version'
  /** Seconds after which that ends; absent: it lasts until somebody revokes it. */
  readonly grant_seconds?: number
  /** The answer to a workflow's question. */
  readonly answer?: unknown
}

/**
 * The state of an answer given here: sending -> (event settles: entry removed) | refused | too_late; held -> sending | too_late | dropped.
 */
export type GivenAnswer =
  | { readonly state: 'sending'; readonly answer: Answer; readonly request: string; readonly at: number }
  /**
   * `sent`: it was in flight when the connection broke, so the server may have it. `until`: by this device's clock, when the person asked
   * for time to take answers back; null: until the connection is back.
   */
  | {
      readonly state: 'held'
      readonly answer: Answer
      readonly at: number
      readonly sent: boolean
      readonly until: number | null
    }
  | { readonly state: 'refused'; readonly answer: Answer; readonly error: WireError }
  | { readonly state: 'too_late'; readonly answer: Answer }
  | { readonly state: 'dropped'; readonly answer: Answer }

export const emptyView: View = {
  connection: { state: 'connecting' },
  clockOffset: 0,
  version: null,
  threads: null,
  waiting: { known: false, approvals: [], calls: new Map(), interrupted: new Map() },
  waitingPages: [],
  open: new Map(),
  saidIn: new Map(),
  answers: new Map(),
  answeredHere: new Set(),
  elsewhere: new Map(),
  topics: new Map(),
}
