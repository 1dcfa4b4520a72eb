import type { OfferView, PendingApproval, WaitingCall } from '@countersign/protocol'

/** An open question with the call that it is about. */
export interface Question {
  readonly approval: PendingApproval
  readonly call: WaitingCall
}

/**
 * The word that a person types to allow a call that always asks: the name of what would be lost, otherwise `allow`. Null: a letter is
 * enough.
 */
export function wordFor({ call }: Question): string | null {
  if (call.decision.locked === undefined) return null
  // A change that asks only for review can be undone like any other.
  if (call.decision.locked === 'asks' && call.body.kind === 'write') return null
  const path = call.body.kind === 'path' ? call.body.paths.at(-1) : undefined
  const name = path?.replace(/\/+$/, '').split('/').at(-1) ?? ''
  return name === '' ? 'allow' : name
}

/** Rules that may be kept with the answer; a call that always asks has none. */
export function offersOf({ call, approval }: Question): readonly OfferView[] {
  return call.decision.locked === undefined ? approval.offers : []
}
