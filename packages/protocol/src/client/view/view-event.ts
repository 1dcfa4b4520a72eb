import type { WireError } from '../../errors.ts'
import type { ServerMessage } from '../../events.ts'
import type { CallId, ThreadId } from '../../ids.ts'
import type { ThreadSnapshot } from '../../views.ts'
import type { Answer } from './view.ts'

/** Everything that can change the view: messages of the server, the state of the connection, and the person's actions. */
export type ViewEvent =
  | { readonly type: 'server_said'; readonly message: ServerMessage; readonly now: number }
  | { readonly type: 'thread_opened'; readonly thread: ThreadId }
  | { readonly type: 'thread_loaded'; readonly snapshot: ThreadSnapshot }
  | { readonly type: 'thread_missing'; readonly thread: ThreadId }
  | { readonly type: 'thread_closed'; readonly thread: ThreadId }
  | { readonly type: 'message_sent'; readonly thread: ThreadId }
  | { readonly type: 'message_refused'; readonly thread: ThreadId }
  | { readonly type: 'topic_followed'; readonly topic: string }
  | { readonly type: 'topic_unfollowed'; readonly topic: string }
  | { readonly type: 'line_opened' }
  | { readonly type: 'line_lost'; readonly now: number; readonly retryAt: number }
  | { readonly type: 'line_refused' }
  | { readonly type: 'replay_done' }
  | {
      readonly type: 'answer_sent'
      readonly call: CallId
      readonly answer: Answer
      readonly request: string
      readonly now: number
    }
  | {
      readonly type: 'answer_held'
      readonly call: CallId
      readonly answer: Answer
      readonly now: number
      readonly until: number | null
    }
  | { readonly type: 'answer_taken_back'; readonly call: CallId }
  | {
      readonly type: 'answer_failed'
      readonly call: CallId
      readonly request: string
      readonly error: WireError
    }
  | { readonly type: 'answer_dropped'; readonly call: CallId }
