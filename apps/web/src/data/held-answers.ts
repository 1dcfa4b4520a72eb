import type { CallId } from '@countersign/protocol'
import type { Clock } from '../clock.ts'
import type { ViewStore } from './store.ts'
import type { Answer } from './view.ts'

/** Sends what was answered while the line was down; drops, with words, what its card did not live to see. */
export function createHeldAnswers(ports: {
  readonly store: ViewStore
  readonly clock: Clock
  readonly send: (call: CallId, answer: Answer) => void
}): { readonly release: () => void } {
  return {
    release: () => {
      const view = ports.store.view.getState()
      const serverNow = ports.clock.now() + view.clockOffset
      const expiry = new Map(
        view.waiting.approvals.map((approval) => [approval.tool_call_id, approval.expires_at]),
      )
      for (const [call, given] of view.answers) {
        // What the person asked time for is sent when that is over.
        if (given.state !== 'held' || given.until !== null) continue
        const expiresAt = expiry.get(call) ?? null
        if (expiresAt !== null && expiresAt <= serverNow)
          ports.store.dispatch({ type: 'answer_dropped', call })
        else ports.send(call, given.answer)
      }
    },
  }
}
