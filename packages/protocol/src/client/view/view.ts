import type { WireError } from '../../errors.ts'
import type { ServerMessage, ThreadEvent } from '../../events.ts'
import type { CallId, MessageId, ThreadId, TurnId } from '../../ids.ts'
import type { ApprovalView, CallView, InterruptedCall, PendingApproval, WaitingCall } from '../../calls.ts'
import type { MessageView, ThreadView, TurnView } from '../../views.ts'
import type { FollowedTopic } from './slice.ts'

/**
 * Everything that page and terminal draw. Only the reducer makes it, from what the server said and what the person did.
 */
export interface View {
  readonly connection: Connection
  /** Server's clock minus this device's clock, in milliseconds. */
  readonly clockOffset: number
  readonly version: string | null
  /** Null until the server sent the list. */
  readonly threads: readonly ThreadView[] | null
  readonly waiting: Waiting
  /** Messages of a long list of what waits that is still coming in. */
  readonly waitingPages: readonly WaitingMessage[]
  readonly open: ReadonlyMap<ThreadId, OpenThread>
  /** Chats in which this client said something and has not seen its turn end, with what was said there before it. */
  readonly saidIn: ReadonlyMap<ThreadId, MessageId | null>
  readonly answers: ReadonlyMap<CallId, GivenAnswer>
  /** Calls that were answered on this screen, whatever became of it. */
  readonly answeredHere: ReadonlySet<CallId>
  /** Cards that someone answered on another screen, and when this one heard of it (this device's clock). */
  readonly elsewhere: ReadonlyMap<CallId, number>
  /** Topics that are followed, by name: what the slices of features keep. */
  readonly topics: ReadonlyMap<string, FollowedTopic>
}

export type WaitingMessage = Extract<ServerMessage, { type: 'waiting' }>

/**
 * connecting: never was open yet. open: live. catching_up: open again, replay not complete.
 * lost: closed; `since` decides when the banner shows. refused: the server does not know this browser.
 */
export type Connection =
  | { readonly state: 'connecting' }
  | { readonly state: 'open' }
  | { readonly state: 'catching_up' }
  | { readonly state: 'lost'; readonly since: number; readonly retryAt: number }
  | { readonly state: 'refused' }

/** Everything that waits for this person, over all chats, as the server last said. */
export interface Waiting {
  readonly known: boolean
  readonly approvals: readonly PendingApproval[]
  readonly calls: ReadonlyMap<CallId, WaitingCall>
  /** Calls that a crash cut off, for a person to settle. */
  readonly interrupted: ReadonlyMap<CallId, InterruptedCall>
}

export type OpenThread =
  | { readonly state: 'loading' }
  | { readonly state: 'missing' }
  | ({ readonly state: 'ready' } & ThreadData)

export interface ThreadData {
  readonly thread: ThreadView
  /** Of the current branch, and those that are queued. */
  readonly messages: readonly MessageView[]
  readonly calls: ReadonlyMap<CallId, CallView>
  /** The last turn of the current branch; null: it has none. Undefined: the server knows no branches. */
  readonly leaf: TurnId | null | undefined
  /** What was said and done in other branches. */
  readonly left: {
    readonly messages: readonly MessageView[]
    readonly calls: ReadonlyMap<CallId, CallView>
  }
  readonly approvals: ReadonlyMap<CallId, ApprovalView>
  readonly turns: ReadonlyMap<TurnId, TurnView>
  readonly ends: ReadonlyMap<TurnId, TurnEnd>
  readonly streaming: Streaming
  /** What sub-agents that run said before their present step. What they say stands as output of their calls. */
  readonly saidBefore: ReadonlyMap<CallId, string>
  readonly heard: Heard
  /** Number of the last event this view contains. */
  readonly seq: number
  /** False while a replay runs. */
  readonly current: boolean
  readonly deleted: boolean
}

/** When the chat was last heard of: `ms` before `at`, by the clock of this device; null: before it was opened. */
export interface Heard {
  readonly ms: number
  readonly at: number | null
}

/** Text that is being written right now and is no message yet. */
export interface Streaming {
  readonly turn: TurnId | null
  readonly text: string
  readonly reasoning: string
  /**
   * How long was thought, in milliseconds; absent: not at all. `at`: when it was last heard, by the clock of this device; null: it is
   * silent now, as while calls run.
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
  /** Ids of the parts that are signed. Absent: all of it. */
  readonly parts?: string[]
  /** Of a run: what the card shows is allowed with it, for this run or for every run of this version. */
  readonly grant?: 'run' | 'version'
  /** To a question of a workflow. */
  readonly answer?: unknown
}

/**
 * What became of an answer that was given here:
 * sending -> (event settles: entry goes) | refused | too_late; held -> sending | too_late | dropped.
 */
export type GivenAnswer =
  | { readonly state: 'sending'; readonly answer: Answer; readonly request: string; readonly at: number }
  /**
   * `sent`: it was on its way when the line broke, so it may have counted. `until`: this device's clock, when the person
   * asked for time to take answers back; null: until the line is back.
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
