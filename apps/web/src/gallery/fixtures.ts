import type { ApprovalView, CallBody, CallView, DecisionView, PartView } from '@countersign/protocol'
import { ApprovalId, CallId, ThreadId, TurnId } from '@countersign/protocol'
import { cardView } from '../approvals/card-view.ts'
import type { CardView } from '../approvals/card-view.ts'
import type { GivenAnswer } from '../data/view.ts'

/** The gallery's clock stands still, so that its pictures do not change. */
export const GALLERY_NOW = Date.UTC(2026, 10, 2, 14, 2, 0)

export function part(
  label: string,
  verdict: PartView['verdict'],
  sentence: string,
  where: { start: number; carriers?: string[] },
): PartView {
  return {
    label,
    start: where.start,
    end: where.start + label.length,
    carriers: where.carriers ?? [],
    verdict,
    reason: { because: 'mode', sentence },
  }
}

export function decided(sentence: string, change: Partial<DecisionView> = {}): DecisionView {
  return { verdict: 'ask', reason: { because: 'mode', sentence }, parts: [], ...change }
}

export function aCall(name: string, body: CallBody, change: Partial<CallView> = {}): CallView {
  return {
    id: CallId.parse(`call_${name}`),
    thread_id: ThreadId.parse('thr_gallery'),
    turn_id: TurnId.parse('trn_gallery'),
    parent_id: null,
    depth: 0,
    tool: 'terminal.exec',
    title: 'Run a command',
    specifier: body.kind === 'shell' ? body.command : name,
    body,
    state: 'waiting',
    decision: decided('No rule covers this.'),
    signature: null,
    hash: 'c9205d110aa341f7',
    proposed_at: GALLERY_NOW - 42_000,
    started_at: null,
    ended_at: null,
    preview: null,
    error_code: null,
    ...change,
  }
}

export interface CardChange {
  readonly approval?: Partial<ApprovalView>
  readonly given?: GivenAnswer
  readonly position?: { index: number; of: number }
  readonly chat?: string
}

/** An approval of this call that waits for 4:18 more. */
export function anApproval(call: CallView, change: Partial<ApprovalView> = {}): ApprovalView {
  return {
    id: ApprovalId.parse(call.id.replace('call_', 'apr_')),
    tool_call_id: call.id,
    thread_id: call.thread_id,
    thread_title: 'tidy the release',
    state: 'pending',
    hash: call.hash,
    asked_at: call.proposed_at,
    expires_at: GALLERY_NOW + 258_000,
    parents: [],
    offers: [],
    ...change,
  }
}

export function aCard(call: CallView, change: CardChange = {}): CardView {
  return cardView(call, anApproval(call, change.approval), {
    given: change.given,
    position: change.position ?? null,
    workspace: '/home/ada/site',
    chat: change.chat ?? null,
  })
}
