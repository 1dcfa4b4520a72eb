import type {
  CallBody,
  CallId,
  DecisionView,
  OfferView,
  PendingApproval,
  ThreadId,
  WaitingCall,
} from '@countersign/protocol'
import type { Answer, GivenAnswer } from '../../data/view.ts'
import type { ShownCall } from './shortened.ts'

/** A card as it is rendered: the data that the server froze, plus the state of the answer given here. */
export interface CardView {
  readonly call: CallId
  readonly thread: ThreadId
  readonly tool: string
  readonly title: string
  readonly specifier: string
  readonly hash: string
  readonly workspace: string | null
  readonly where: Where
  readonly body: CallBody
  /** The values that are shortened to their beginning. */
  readonly shortened?: WaitingCall['shortened']
  /** Parts of the change that a yes may name. Absent: the change is answered as a whole, or the parts come with the unshortened call. */
  readonly parts?: WaitingCall['parts']
  readonly decision: DecisionView
  /** The agent's own words about the call, quoted. */
  readonly says: string | null
  readonly confirm: Confirm
  /** An answer can apply to more than this call. False: the call always asks, or no rule is offered for it. */
  readonly lasts: boolean
  readonly offers: readonly OfferView[]
  readonly askedAt: number
  readonly expiresAt: number | null
  readonly position: Position | null
  readonly state: CardState
}

export interface Where {
  readonly place: string | null
  readonly parents: readonly string[]
  /** Set only if the card is shown outside its thread. */
  readonly threadTitle: string | null
}

export interface Position {
  readonly index: number
  readonly of: number
}

/** The extra step before a yes that cannot be undone. */
export type Confirm =
  | { readonly kind: 'none' }
  | { readonly kind: 'type_name'; readonly name: string }
  | { readonly kind: 'second_press' }

/** pending: waits for an answer; `trouble` says why the last answer was rejected. */
export type CardState =
  | { readonly name: 'pending'; readonly trouble: Trouble | null }
  | { readonly name: 'sending'; readonly answer: Answer; readonly at: number }
  | { readonly name: 'held'; readonly answer: Answer; readonly until: number | null }

export type Trouble =
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'dropped' }
  | { readonly kind: 'too_late' }

export interface CardSurroundings {
  readonly given: GivenAnswer | undefined
  readonly position: Position | null
  readonly workspace: string | null
  readonly threadTitle: string | null
  /** The agent's words are already visible above, in the conversation or on an earlier card. */
  readonly said?: boolean
}

export function cardView(call: WaitingCall, approval: PendingApproval, around: CardSurroundings): CardView {
  return {
    call: call.id,
    thread: call.thread_id,
    tool: call.tool,
    title: call.title,
    specifier: call.specifier,
    hash: approval.hash,
    workspace: around.workspace,
    where: {
      place: call.body.kind === 'shell' ? call.body.cwd : around.workspace,
      parents: approval.parents,
      threadTitle: around.threadTitle,
    },
    body: call.body,
    ...(call.shortened === undefined ? {} : { shortened: call.shortened }),
    ...(call.parts === undefined ? {} : { parts: call.parts }),
    decision: call.decision,
    says: around.said === true ? null : (call.says ?? null),
    confirm: confirmFor(call),
    lasts: offersRules(call, approval),
    offers: call.decision.locked === undefined ? approval.offers : [],
    askedAt: approval.asked_at,
    expiresAt: approval.expires_at,
    position: around.position,
    state: stateOf(around.given),
  }
}

/** The call of a card in the shape that bodies take. */
export function shownCall(view: CardView): ShownCall {
  return { ...view, id: view.call }
}

/** As in the terminal, a command without suggested rules can only be allowed once. */
function offersRules({ decision, body }: WaitingCall, { offers }: PendingApproval): boolean {
  return decision.locked === undefined && (body.kind !== 'shell' || offers.length > 0)
}

/** The tool that asks whether a turn may go on past a limit. */
const EXTEND_TURN = 'extend_turn'

/**
 * A deletion is confirmed by typing its name; every other call that always asks, by a second press elsewhere. Extending a turn changes
 * nothing, so it needs neither.
 */
function confirmFor(call: Pick<WaitingCall, 'tool' | 'body' | 'category' | 'decision'>): Confirm {
  if (call.decision.locked === undefined || call.tool === EXTEND_TURN) return { kind: 'none' }
  // A change that asks only to be looked at can be undone like any other, and a read has no effect to confirm.
  if (call.decision.locked === 'asks' && (call.body.kind === 'write' || call.category === 'read'))
    return { kind: 'none' }
  const path =
    call.decision.locked !== 'asks' && call.body.kind === 'path' ? call.body.paths.at(-1) : undefined
  const name = path === undefined ? '' : lastName(path)
  return name === '' ? { kind: 'second_press' } : { kind: 'type_name', name }
}

function lastName(path: string): string {
  return path.replace(/\/+$/, '').split('/').at(-1) ?? ''
}

function stateOf(given: GivenAnswer | undefined): CardState {
  switch (given?.state) {
    case undefined:
      return { name: 'pending', trouble: null }
    case 'sending':
      return { name: 'sending', answer: given.answer, at: given.at }
    case 'held':
      return { name: 'held', answer: given.answer, until: given.until }
    case 'refused':
      return { name: 'pending', trouble: { kind: 'refused', message: given.error.message } }
    case 'too_late':
      return { name: 'pending', trouble: { kind: 'too_late' } }
    case 'dropped':
      return { name: 'pending', trouble: { kind: 'dropped' } }
  }
}
