import type {
  ApprovalView,
  CallId,
  CallView,
  MessageId,
  MessageView,
  ThreadEvent,
  ThreadId,
  ThreadView,
  TurnId,
  TurnView,
  WireError,
} from '@countersign/protocol'

/** Everything the pages draw. Made only by the reducer, out of what the server said and what the person pressed. */
export interface View {
  readonly connection: Connection
  /** Server's clock minus this device's clock, in milliseconds. */
  readonly clockOffset: number
  readonly version: string | null
  /** Null until the server sent the list. */
  readonly threads: readonly ThreadView[] | null
  readonly waiting: Waiting
  readonly open: ReadonlyMap<ThreadId, OpenThread>
  /** Chats in which this page said something and has not seen its turn end, with what was said there before it. */
  readonly saidIn: ReadonlyMap<ThreadId, MessageId | null>
  readonly answers: ReadonlyMap<CallId, GivenAnswer>
  /** Calls that were answered on this screen, whatever became of it. */
  readonly answeredHere: ReadonlySet<CallId>
  /** Cards that someone answered on another screen, and when this one heard of it (this device's clock). */
  readonly elsewhere: ReadonlyMap<CallId, number>
}

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
  readonly approvals: readonly ApprovalView[]
  readonly calls: ReadonlyMap<CallId, CallView>
}

export type OpenThread =
  | { readonly state: 'loading' }
  | { readonly state: 'missing' }
  | ({ readonly state: 'ready' } & ThreadData)

export interface ThreadData {
  readonly thread: ThreadView
  readonly messages: readonly MessageView[]
  readonly calls: ReadonlyMap<CallId, CallView>
  readonly approvals: ReadonlyMap<CallId, ApprovalView>
  readonly turns: ReadonlyMap<TurnId, TurnView>
  readonly ends: ReadonlyMap<TurnId, TurnEnd>
  readonly streaming: Streaming
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
  waiting: { known: false, approvals: [], calls: new Map() },
  open: new Map(),
  saidIn: new Map(),
  answers: new Map(),
  answeredHere: new Set(),
  elsewhere: new Map(),
}
