import type {
  CallIn,
  CallState,
  CallView,
  MessageView,
  PendingApproval,
  ThreadView,
} from '@countersign/protocol'
import { ThreadId, TurnId } from '@countersign/protocol'
import { aCall, aMessage, anApproval, aThread } from '../../apps/web/src/testing/views.ts'
import type { CallChange } from '../../apps/web/src/testing/views.ts'

export { became } from '../../apps/web/src/testing/views.ts'

/** Server messages as the page's own tests build them, with a fixed name and time for their threads. */

const NOW = 1_790_000_000_000

const threadId = (name: string): ThreadId => ThreadId.parse(`thr_${name}`)
export const turnId = (inThread: string): TurnId => TurnId.parse(`trn_${inThread}`)

export function thread(name: string, change: Partial<ThreadView> = {}): ThreadView {
  return aThread({ id: threadId(name), title: name, created_at: NOW, updated_at: NOW, ...change })
}

export function message(inThread: string, name: string, change: Partial<MessageView> = {}): MessageView {
  return aMessage(name, {
    thread_id: threadId(inThread),
    turn_id: turnId(inThread),
    created_at: NOW,
    ...change,
  })
}

export function call<S extends CallState = 'waiting'>(
  inThread: string,
  name: string,
  change?: CallChange<S>,
): CallIn<S>
export function call(inThread: string, name: string, change: CallChange = {}): CallView {
  const reason = { because: 'mode', sentence: 'no rule covers this' } as const
  return aCall(name, {
    thread_id: threadId(inThread),
    turn_id: turnId(inThread),
    decision: {
      verdict: 'ask',
      reason,
      parts: [{ label: 'npm test', start: 0, end: 8, carriers: [], verdict: 'ask', reason }],
    },
    hash: `c9205d11${'0'.repeat(56)}`,
    proposed_at: NOW + 1000,
    ...change,
  })
}

export function approvalFor(of: CallView, change: Partial<PendingApproval> = {}): PendingApproval {
  return anApproval(of, { thread_title: of.thread_id.replace('thr_', ''), ...change })
}
