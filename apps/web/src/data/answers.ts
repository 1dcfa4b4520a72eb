import type { CallId, ClientCommand } from '@countersign/protocol'
import type { Clock } from '../clock.ts'
import type { RequestIds } from '../ids.ts'
import { NOT_CONNECTED } from './requests.ts'
import type { Reply } from './requests.ts'
import type { Timers } from './schedule.ts'
import type { ViewStore } from './store.ts'
import type { Answer } from './view.ts'

export interface AnswerPorts {
  readonly store: ViewStore
  readonly clock: Clock
  readonly ids: RequestIds
  readonly timers: Timers
  /** How long answers are held before they are sent, in milliseconds (K9). */
  readonly holdMs: () => number
  readonly isLive: () => boolean
  readonly request: (command: ClientCommand) => Promise<Reply>
}

/** This person's answers: sent immediately, or held for a while, or until the connection is back. */
export interface Answers {
  readonly answer: (call: CallId, answer: Answer) => void
  readonly takeBack: (call: CallId) => void
  /** Takes back the latest answer that is still held here; false if there is none. */
  readonly takeBackLast: () => boolean
  /** Sends answers that were given while disconnected; drops those whose card is gone, with a message. */
  readonly release: () => void
}

export function createAnswers({ store, clock, ids, timers, ...ports }: AnswerPorts): Answers {
  async function send(call: CallId, answer: Answer): Promise<void> {
    const id = ids()
    store.dispatch({ type: 'answer_sent', call, answer, request: id, now: clock.now() })
    const reply = await ports.request({
      type: 'tool_approval_response',
      request_id: id,
      tool_call_id: call,
      ...answer,
    })
    // A lost connection holds the answer; that is not a refusal.
    if (!reply.ok && reply.error !== NOT_CONNECTED) {
      store.dispatch({ type: 'answer_failed', call, request: id, error: reply.error })
    }
  }

  /** Holds an answer for a while, or with null until the connection is back. */
  function hold(call: CallId, answer: Answer, wait: number | null): void {
    const now = clock.now()
    store.dispatch({ type: 'answer_held', call, answer, now, until: wait === null ? null : now + wait })
    if (wait === null) return
    timers.after(wait, () => {
      const given = store.view.getState().answers.get(call)
      // Taken back, answered again, or settled elsewhere in the meantime: then there is nothing to send.
      if (given?.state !== 'held' || given.answer !== answer || given.until === null) return
      if (ports.isLive()) void send(call, answer)
      else hold(call, answer, null)
    })
  }

  return {
    answer: (call, answer) => {
      const wait = ports.holdMs()
      const live = ports.isLive()
      if (live && wait === 0) void send(call, answer)
      else hold(call, answer, live ? wait : null)
    },
    takeBack: (call) => store.dispatch({ type: 'answer_taken_back', call }),
    takeBackLast: () => {
      const held = [...store.view.getState().answers].filter(([, given]) => given.state === 'held')
      const last = held.at(-1)
      if (last !== undefined) store.dispatch({ type: 'answer_taken_back', call: last[0] })
      return last !== undefined
    },
    release: () => {
      const view = store.view.getState()
      const serverNow = clock.now() + view.clockOffset
      const expiry = new Map(
        view.waiting.approvals.map((approval) => [approval.tool_call_id, approval.expires_at]),
      )
      for (const [call, given] of view.answers) {
        // An answer with a delay is sent when the delay is over.
        if (given.state !== 'held' || given.until !== null) continue
        const expiresAt = expiry.get(call) ?? null
        if (expiresAt !== null && expiresAt <= serverNow) store.dispatch({ type: 'answer_dropped', call })
        else void send(call, given.answer)
      }
    },
  }
}
