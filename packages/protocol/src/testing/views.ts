import type { ThreadEvent } from '../events.ts'
import type { CallIn, CallState, CallView, PendingApproval, Signature } from '../calls.ts'
import type { MessageView, ThreadSnapshot, ThreadView, TurnView } from '../views.ts'
import { ApprovalId, CallId, MessageId, ThreadId, TurnId } from '../ids.ts'
import type { ViewEvent } from '../client/view/view-event.ts'

/** Builders of the server's messages: complete values, of which a test spells out only the relevant parts. */

export const threadA = ThreadId.parse('thr_a')
export const turnA = TurnId.parse('trn_a')
export const callId = (name: string): CallId => CallId.parse(`call_${name}`)

export function aThread(change: Partial<ThreadView> = {}): ThreadView {
  return {
    id: threadA,
    title: 'tidy the release',
    permission_mode: 'default',
    model: 'demo',
    workspace: '~/code/site',
    created_at: 0,
    updated_at: 0,
    ...change,
  }
}

/** The fields of a call that a test sets; the others have defaults for its state. */
export type CallChange<S extends CallState = CallState> = { readonly state?: S } & Partial<
  Omit<CallIn<S>, 'state'>
>

export function aCall<S extends CallState = 'waiting'>(name: string, change?: CallChange<S>): CallIn<S>
export function aCall(name: string, change: CallChange = {}): CallView {
  const state: CallState = change.state ?? 'waiting'
  return {
    id: callId(name),
    thread_id: threadA,
    turn_id: turnA,
    parent_id: null,
    depth: 0,
    tool: 'terminal.exec',
    title: 'Run a command',
    specifier: 'npm test',
    body: { kind: 'shell', command: 'npm test', cwd: '~/code/site' },
    decision: { verdict: 'ask', reason: { because: 'mode', sentence: 'Mode Ask.' }, parts: [] },
    hash: 'c9205d1100000000',
    proposed_at: 100,
    state,
    ...stateFields(state),
    ...change,
  } as CallView // the defaults of its state, overridden by fields of that state
}

/** A call after its change to another state. */
export function became<S extends CallState>(
  call: CallView,
  change: CallChange<S> & { readonly state: S },
): CallIn<S>
export function became(call: CallView, change: CallChange & { readonly state: CallState }): CallView {
  return { ...call, ...stateFields(change.state), ...change } as CallView // as above
}

const open = { signature: null, started_at: null, ended_at: null, preview: null, error_code: null }
const signature: Signature = { via: 'mode', by: 'default', at: 150 }

const REFUSED_VIA = { blocked: 'policy', denied: 'person', expired: 'timeout', cancelled: 'stop' } as const

/** The fields that a state has, including those that are null. */
function stateFields(state: CallState) {
  switch (state) {
    case 'proposed':
    case 'waiting':
      return open
    case 'approved':
      return { ...open, signature }
    case 'running':
      return { ...open, signature, started_at: 200 }
    case 'succeeded':
      return { signature, started_at: 200, ended_at: 300, preview: '', error_code: null }
    case 'failed':
      return { signature, started_at: 200, ended_at: 300, preview: 'no such file', error_code: 'tool_error' }
    case 'interrupted':
    case 'abandoned':
      return { signature, started_at: 200, ended_at: 300, preview: '', error_code: state }
    case 'blocked':
    case 'denied':
    case 'expired':
    case 'cancelled':
      return {
        signature: { ...signature, via: REFUSED_VIA[state] },
        started_at: null,
        ended_at: 300,
        preview: '',
        error_code: state,
      }
  }
}

/** For a command the exact rule, which the policy offers first. */
function offersFor({ tool, specifier, body }: CallView): PendingApproval['offers'] {
  if (body.kind !== 'shell') return []
  return [{ rule: `${tool}(${specifier})`, covers: 'exactly this command', still_asks: [] }]
}

/** The pending question about a call. */
export function anApproval(of: CallView, change: Partial<PendingApproval> = {}): PendingApproval {
  return {
    id: ApprovalId.parse(of.id.replace('call_', 'apr_')),
    tool_call_id: of.id,
    thread_id: of.thread_id,
    thread_title: 'tidy the release',
    state: 'pending',
    hash: of.hash,
    asked_at: of.proposed_at,
    expires_at: null,
    parents: [],
    offers: offersFor(of),
    ...change,
  }
}

export function aMessage(name: string, change: Partial<MessageView> = {}): MessageView {
  return {
    id: MessageId.parse(`msg_${name}`),
    thread_id: threadA,
    turn_id: turnA,
    role: 'user',
    text: name,
    created_at: 0,
    ...change,
  }
}

export function aTurn(state: TurnView['state'], id: TurnId = turnA): TurnView {
  return { id, thread_id: threadA, state, error: null }
}

export function aSnapshot(change: Partial<ThreadSnapshot> = {}): ThreadSnapshot {
  return {
    thread: aThread(),
    messages: [],
    calls: [],
    approvals: [],
    turn: null,
    streaming: '',
    seq: 0,
    ...change,
  }
}

/** An event of thread A, as the reducer receives it. */
export function said(seq: number, event: ThreadEvent): ViewEvent {
  return { type: 'server_said', message: { type: 'event', thread_id: threadA, seq, event }, now: 0 }
}
