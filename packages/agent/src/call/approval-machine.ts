import type { CallState } from '@countersign/protocol'

/** A question to a person is pending or settled; it settles only once. */
export type ApprovalState = 'pending' | SettledApproval
export type SettledApproval = 'allowed' | 'denied' | 'expired' | 'cancelled'

/** Everything that can happen to a question. `keep_waiting` gives it more time. */
export type ApprovalMove = 'allow' | 'deny' | 'expire' | 'cancel' | 'keep_waiting'

const AFTER: Readonly<Record<ApprovalMove, ApprovalState>> = {
  allow: 'allowed',
  deny: 'denied',
  expire: 'expired',
  cancel: 'cancelled',
  keep_waiting: 'pending',
}

export const APPROVAL_MOVES = Object.keys(AFTER) as readonly ApprovalMove[] // the keys of the record above

/** The state of an approval after a move. Undefined: it was already settled, and nothing changes. */
export function moveApproval(state: ApprovalState, move: ApprovalMove): ApprovalState | undefined {
  return state === 'pending' ? AFTER[move] : undefined
}

/** The state of the approval when its call leaves `waiting`. A call that is refused for another reason cancels it. */
export function approvalOfCall(state: CallState): SettledApproval {
  switch (state) {
    case 'approved':
      return 'allowed'
    case 'denied':
    case 'expired':
      return state
    default:
      return 'cancelled'
  }
}
