import type { ApprovalView, CallView, MessageView, ThreadView } from '@countersign/protocol'
import { ApprovalId, CallId, MessageId, ThreadId, TurnId } from '@countersign/protocol'

/** Builders of what a server sends: whole values, with only what a test cares about spelled out. */

const NOW = 1_790_000_000_000

function threadId(name: string): ThreadId {
  return ThreadId.parse(`thr_${name}`)
}

export function thread(name: string, change: Partial<ThreadView> = {}): ThreadView {
  return {
    id: threadId(name),
    title: name,
    permission_mode: 'default',
    model: 'demo',
    workspace: '~/code/site',
    created_at: NOW,
    updated_at: NOW,
    ...change,
  }
}

export function message(inThread: string, name: string, change: Partial<MessageView> = {}): MessageView {
  return {
    id: MessageId.parse(`msg_${name}`),
    thread_id: threadId(inThread),
    turn_id: turnId(inThread),
    role: 'user',
    text: name,
    created_at: NOW,
    ...change,
  }
}

function turnId(inThread: string): TurnId {
  return TurnId.parse(`trn_${inThread}`)
}

export function call(inThread: string, name: string, change: Partial<CallView> = {}): CallView {
  return {
    id: CallId.parse(`call_${name}`),
    thread_id: threadId(inThread),
    turn_id: turnId(inThread),
    parent_id: null,
    depth: 0,
    tool: 'terminal.exec',
    title: 'Run a command',
    specifier: 'npm test',
    body: { kind: 'shell', command: 'npm test', cwd: '~/code/site' },
    state: 'waiting',
    decision: {
      verdict: 'ask',
      reason: { because: 'mode', sentence: 'no rule covers this' },
      parts: [
        {
          label: 'npm test',
          start: 0,
          end: 8,
          carriers: [],
          verdict: 'ask',
          reason: { because: 'mode', sentence: 'no rule covers this' },
        },
      ],
    },
    signature: null,
    hash: `c9205d11${'0'.repeat(56)}`,
    proposed_at: NOW + 1000,
    started_at: null,
    ended_at: null,
    preview: null,
    error_code: null,
    ...change,
  }
}

export function approvalFor(of: CallView, change: Partial<ApprovalView> = {}): ApprovalView {
  return {
    id: ApprovalId.parse(of.id.replace('call_', 'apr_')),
    tool_call_id: of.id,
    thread_id: of.thread_id,
    thread_title: of.thread_id.replace('thr_', ''),
    state: 'pending',
    hash: of.hash,
    asked_at: of.proposed_at,
    expires_at: null,
    parents: [],
    offers: [],
    ...change,
  }
}
