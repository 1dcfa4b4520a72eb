import type {
  ApprovalView,
  CallView,
  MessageView,
  ThreadEvent,
  ThreadSnapshot,
  ThreadView,
  TurnView,
} from '@countersign/protocol'
import { ApprovalId, CallId, MessageId, ThreadId, TurnId } from '@countersign/protocol'
import type { ViewEvent } from '../data/view-event.ts'

/** Builders of what the server says: whole values, with only what a test cares about spelled out. */

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

export function aCall(name: string, change: Partial<CallView> = {}): CallView {
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
    state: 'waiting',
    decision: { verdict: 'ask', reason: { because: 'mode', sentence: 'Mode Ask.' }, parts: [] },
    signature: null,
    hash: 'c9205d1100000000',
    proposed_at: 100,
    started_at: null,
    ended_at: null,
    preview: null,
    error_code: null,
    ...change,
  }
}

export function anApproval(of: CallView, change: Partial<ApprovalView> = {}): ApprovalView {
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
    offers: [],
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

/** An event of thread A, as the reducer hears it. */
export function said(seq: number, event: ThreadEvent): ViewEvent {
  return { type: 'server_said', message: { type: 'event', thread_id: threadA, seq, event }, now: 0 }
}
