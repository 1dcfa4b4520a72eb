import type { CallState } from '@countersign/protocol'

/** Texts for past calls and rows. */
export const texts = {
  chain: 'Chain',
  previous: 'Previous hash',
  hash: 'Hash',
  chat: 'Chat',
  untitled: 'New chat',
  transitions: 'What happened',
  kinds: {
    thread_created: 'chat started',
    thread_deleted: 'chat deleted',
    mode_set: 'mode changed',
    turn_started: 'message sent',
    turn_taken: 'turn started',
    turn_ended: 'turn ended',
    turn_stopped: 'turn stopped',
    message_edited: 'queued message edited',
    message_taken_back: 'message taken back',
    branch_chosen: 'branch chosen',
    call_proposed: 'proposed',
    approval_asked: 'asked',
    approval_extended: 'kept waiting',
    approval_settled: 'answered',
    call_refused: 'refused',
    call_began: 'started',
    call_ended: 'ended',
    call_interrupted: 'interrupted',
    call_resumed: 'resumed',
    call_settled: 'settled by a person',
    call_retried: 'run again',
    rule_added: 'rule added',
    rule_removed: 'rule removed',
    project_trusted: 'project trusted',
    project_distrusted: 'project no longer trusted',
    heads_anchored: 'heads recorded',
  } satisfies Record<string, string>,
  states: {
    proposed: 'proposed',
    waiting: 'waiting',
    approved: 'approved',
    running: 'running',
    succeeded: 'ran',
    failed: 'failed',
    interrupted: 'interrupted',
    blocked: 'blocked',
    denied: 'denied',
    expired: 'expired',
    cancelled: 'cancelled',
    abandoned: 'given up',
  } satisfies Record<CallState, string>,
  loading: 'Loading…',
  failed: (reason: string) => `This cannot be shown: ${reason}.`,
} as const

/** A kind of row in words; an unknown kind keeps its name. */
export function kindWord(kind: string): string {
  const known: Readonly<Record<string, string>> = texts.kinds
  return (Object.hasOwn(known, kind) ? known[kind] : undefined) ?? kind.replaceAll('_', ' ')
}
