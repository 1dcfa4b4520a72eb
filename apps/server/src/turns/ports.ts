import type {
  Exceeded,
  Journal,
  Lease,
  LevelPlace,
  Progress,
  PromptMessage,
  StoredCall,
  ThreadContext,
  TurnOutcome,
  Usage,
} from '@countersign/agent'
import type {
  CallId,
  Effort,
  FoundThread,
  ImageView,
  Instant,
  MediaGeneration,
  MessageId,
  MessageView,
  ThreadId,
  ThreadSnapshot,
  ThreadView,
  TurnId,
  UserId,
} from '@countersign/protocol'

/** Threads of their owners. Other people's threads are invisible: every method takes the person who asks. */
export interface Threads {
  create(owner: UserId, thread: NewThread): Promise<ThreadView>
  list(owner: UserId): Promise<readonly ThreadView[]>
  get(owner: UserId, id: ThreadId): Promise<ThreadView | undefined>
  /** The existing ones among these. */
  among(owner: UserId, ids: readonly ThreadId[]): Promise<readonly ThreadView[]>
  /** Everything needed to draw it, in one database snapshot. Long texts are shortened. */
  snapshot(owner: UserId, id: ThreadId): Promise<ThreadSnapshot | undefined>
  /** One message with its complete text. */
  message(owner: UserId, id: MessageId): Promise<MessageView | undefined>
  rename(owner: UserId, id: ThreadId, title: string): Promise<boolean>
  /** Sets a title that a model wrote, if the thread still waits for one. */
  entitle(owner: UserId, id: ThreadId, title: string): Promise<boolean>
  mark(owner: UserId, id: ThreadId, marks: ThreadMarks): Promise<boolean>
  /** Threads with all of these words in the title or in one message, newest first, at most `limit`. */
  find(
    owner: UserId,
    words: readonly string[],
    limit: number,
  ): Promise<{ readonly found: readonly FoundThread[]; readonly more: boolean }>
  /** Takes effect with the next turn. Effort: null is the model's default, absent unchanged. */
  setModel(owner: UserId, id: ThreadId, model: string, effort?: Effort | null): Promise<boolean>
  /** A tombstone: the thread disappears from lists, its audit rows stay. A running turn is cancelled. */
  remove(owner: UserId, id: ThreadId): Promise<boolean>
  /**
   * Sets the mode: the row is the only truth. Waiting calls that it `blocks` are denied by policy in the same transaction; by default
   * `plan` blocks all but plain reads and no other mode blocks anything. No mode ever approves a waiting call.
   */
  setMode(owner: UserId, id: ThreadId, mode: string, blocks?: (call: StoredCall) => boolean): Promise<boolean>
}

/** The marks of a thread in lists; absent ones do not change. */
export interface ThreadMarks {
  readonly pinned?: boolean
  readonly archived?: boolean
}

export interface NewThread {
  /** Null: the first words of its first message. Empty: the same, until a model has written one. */
  readonly title: string | null
  readonly mode: string
  readonly model: string
  /** Absent: the model's default. */
  readonly effort?: Effort | undefined
  readonly workspace: string
  /** It has the calls of a plugin: no list shows it, and nobody can send messages in it. */
  readonly kind?: 'plugin'
}

export type StartTurn =
  | {
      readonly kind: 'started'
      readonly turnId: TurnId
      readonly messageId: MessageId
      readonly queued: boolean
      /** This is the first message of a thread whose title a model may write. */
      readonly untitled?: true
    }
  | { readonly kind: 'not_found' }
  /** Another message was sent under this id: nothing was stored. */
  | { readonly kind: 'id_taken' }
  /** The thread's mode is not the one that the sender saw: nothing was stored. */
  | { readonly kind: 'mode_changed'; readonly mode: string }

/** A message for the current branch is queued: nothing was stored. */
export interface QueuedBefore {
  readonly kind: 'queued'
}

/** A turn that this process may run. */
export interface ClaimedTurn {
  readonly lease: Lease
  /** Milliseconds that the lease lasts unless it is renewed. */
  readonly leaseLength: number
  readonly turnId: TurnId
  readonly threadId: ThreadId
  readonly owner: UserId
  readonly model: string
  readonly effort: Effort | null
  readonly workspace: string
  readonly mode: string
  /** Where its message was written. */
  readonly context: ThreadContext
  /** Its message only asks for a shorter history. */
  readonly compact: boolean
  /** The workflow that answers its message instead of a model. */
  readonly workflow?: string | undefined
  /** Its message asks for a picture or for speech: it is the signature of the single call that makes it. */
  readonly media?: MediaGeneration | undefined
  /** The conversation up to and including the person's message, without a system prompt. */
  readonly messages: readonly PromptMessage[]
}

/**
 * Turns and their owners. A lease has an epoch on the database's clock; a process that lost it can write nothing more. One live turn per
 * thread: a message sent while one runs is queued.
 */
export interface Turns extends Required<Journal> {
  start(
    owner: UserId,
    threadId: ThreadId,
    message: {
      readonly text: string
      readonly images?: readonly ImageView[]
      readonly seenMode?: string
      /** Where it is written; default `thread`. */
      readonly context?: ThreadContext
      /** The client's own id for the message. A message sent earlier under it, in this thread, is not sent again. */
      readonly clientId?: string
      /** Stops the live turn first. Queued messages follow this one. */
      readonly now?: boolean
      /** It only asks for a shorter history. */
      readonly compact?: true
      /** The workflow that answers it instead of a model. */
      readonly workflow?: string
      /** It asks for a picture or for speech, and signs the call that makes it. */
      readonly media?: MediaGeneration
    },
  ): Promise<StartTurn>
  /**
   * Sends the message of a turn again as a new branch that begins at the same place, with another text or the same. Stops the live turn
   * first. The model reads only the branch.
   */
  branch(
    owner: UserId,
    threadId: ThreadId,
    turnId: TurnId,
    message: BranchMessage,
  ): Promise<StartTurn | QueuedBefore>
  /** Makes the branch of this turn the current one. Stops the live turn first. Undefined: it is not in this thread. */
  chooseBranch(owner: UserId, threadId: ThreadId, turnId: TurnId): Promise<'left' | 'queued' | undefined>
  /** Changes a queued message. False: it is not queued here. */
  editQueued(owner: UserId, threadId: ThreadId, turnId: TurnId, text: string): Promise<boolean>
  /** Whether the message of a turn signs a call: only a person may change or repeat it. */
  isSignature(turnId: TurnId): Promise<boolean>
  /** Removes a queued message. False: it is not queued here. */
  takeBack(owner: UserId, threadId: ThreadId, turnId: TurnId): Promise<boolean>
  /** Adds the estimated usage, by length, of an answer that was cut off. */
  countCut(lease: Lease, used: CutUsage): Promise<void>
  /** Adds a model's usage for something besides the turn's work, such as the thread's title. The turn may be over. */
  countAside(turnId: TurnId, used: Usage): Promise<void>
  /** Stops the live turn and makes this queued one run next. True: it is live now, or was already. False: it is not queued here. */
  sendNow(owner: UserId, threadId: ThreadId, turnId: TurnId): Promise<boolean>
  /**
   * Starts a turn that this process runs from the start and that no loop takes up: an outside agent makes its calls. Undefined: the thread
   * does not exist, or has a live turn.
   */
  open(
    owner: UserId,
    threadId: ThreadId,
    message: { readonly text: string },
    processId: string,
  ): Promise<Lease | undefined>
  /** Takes one runnable turn (or one whose owner is dead), if there is one. */
  claim(processId: string): Promise<ClaimedTurn | undefined>
  /** False: the lease is lost. */
  renew(lease: Lease): Promise<boolean>
  /** Those of these leases that are still valid; renews nothing. */
  holding(leases: readonly Lease[]): Promise<readonly Lease[]>
  /** running → waiting: nothing is left to do until an answer arrives; frees the lease. False: an answer arrived in the meantime. */
  park(lease: Lease): Promise<boolean>
  /** running → runnable: returns the turn, for the next process. False: the lease is lost. */
  release(lease: Lease): Promise<boolean>
  /** Ends the turn in one transaction: writes the message, the state and the events, and makes the next queued turn runnable. */
  finish(lease: Lease, outcome: TurnOutcome): Promise<boolean>
  /** Stops the live turn: cancels it, its waiting calls and its approvals in one transaction. Undefined: no turn was live. */
  stop(owner: UserId, threadId: ThreadId): Promise<TurnId | undefined>
  /** Streamed text, coalesced by the caller, appended to the thread's events. */
  stream(lease: Lease, chunk: StreamedChunk): Promise<void>
  withdraw(lease: Lease, at: LevelPlace): Promise<void>
  exceeded(lease: Lease, exceeded: Exceeded): Promise<void>
  /** A running call's output, collected and masked by the caller. */
  output(lease: Lease, callId: CallId, text: string): Promise<void>
  /** The progress of a running call, masked by the caller. */
  progress(lease: Lease, callId: CallId, update: Progress): Promise<void>
}

/** A message that is sent again. Absent text: unchanged. */
export interface BranchMessage {
  readonly text?: string
  readonly seenMode?: string
  readonly clientId?: string
}

/** Tokens by length. */
export interface CutUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  /** Zero: the model is free. Null or absent: unknown. */
  readonly costUsd?: 0 | null
}

export interface StreamedChunk extends LevelPlace {
  readonly kind: 'text' | 'reasoning'
  readonly text: string
  readonly at: Instant
}
