import type {
  CallBody,
  CallIn,
  CallState,
  CallView,
  DecisionView,
  PartView,
  PendingApproval,
  WaitingCall,
} from '@countersign/protocol'
import { ThreadId, TurnId } from '@countersign/protocol'
import { cardView } from '../platform/cards/card-view.ts'
import type { CardView } from '../platform/cards/card-view.ts'
import type { GivenAnswer } from '../data/view.ts'
import { aCall as testCall, anApproval as testApproval } from '../testing/views.ts'
import type { CallChange } from '../testing/views.ts'

/** The gallery's clock is stopped, so that its screenshots do not change. */
export const GALLERY_NOW = Date.UTC(2026, 10, 2, 14, 2, 0)

export function part(
  label: string,
  verdict: PartView['verdict'],
  sentence: string,
  where: { start: number; carriers?: string[]; because?: string },
): PartView {
  return {
    label,
    start: where.start,
    end: where.start + label.length,
    carriers: where.carriers ?? [],
    verdict,
    reason: { because: where.because ?? 'mode', sentence },
  }
}

export function decided(sentence: string, change: Partial<DecisionView> = {}): DecisionView {
  return { verdict: 'ask', reason: { because: 'mode', sentence }, parts: [], ...change }
}

/** A call of the gallery; it waits unless a state is given. */
export function aCall<S extends CallState = 'waiting'>(
  name: string,
  body: CallBody,
  change?: CallChange<S>,
): CallIn<S>
export function aCall(name: string, body: CallBody, change: CallChange = {}): CallView {
  return testCall(name, {
    thread_id: ThreadId.parse('thr_gallery'),
    turn_id: TurnId.parse('trn_gallery'),
    specifier: body.kind === 'shell' ? body.command : name,
    body,
    decision: decided('No rule covers this.'),
    hash: 'c9205d110aa341f7',
    proposed_at: GALLERY_NOW - 42_000,
    ...change,
  })
}

export interface CardChange {
  readonly approval?: Partial<PendingApproval>
  readonly given?: GivenAnswer
  readonly position?: { index: number; of: number }
  readonly threadTitle?: string
}

/** An approval of this call with 4:18 left. */
export function anApproval(call: CallView, change: Partial<PendingApproval> = {}): PendingApproval {
  return testApproval(call, { expires_at: GALLERY_NOW + 258_000, ...change })
}

export function aCard(call: WaitingCall, change: CardChange = {}): CardView {
  return cardView(call, anApproval(call, change.approval), {
    given: change.given,
    position: change.position ?? null,
    workspace: '/home/ada/site',
    threadTitle: change.threadTitle ?? null,
  })
}
