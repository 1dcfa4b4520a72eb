import type { CallState } from '@countersign/protocol'

/** A question to a person is pending or settled; it settles only once. */
export type ApprovalState = 'pending' | SettledApproval
export type SettledApproval = 'allowed' | 'denied' | 'expired' | 'cancelled'

interface Move {
  readonly from: ApprovalState
  readonly to: ApprovalState
}

/** Everything that can happen to a question. `keep_waiting` gives it more time. */
const MOVES = {
  allow: { from: 'pending', to: 'allowed' },
  deny: { from: 'pending', to: 'denied' },
  expire: { from: 'pending', to: 'expired' },
  cancel: { from: 'pending', to: 'cancelled' },
  keep_waiting: { from: 'pending', to: 'pending' },
} as const satisfies Record<string, Move>

export type ApprovalMove = keyof typeof MOVES
export type SettlingApprovalMove = Exclude<ApprovalMove, 'keep_waiting'>

/** The state that a move leads to. */
export function approvalStateAfter<M extends ApprovalMove>(move: M): (typeof MOVES)[M]['to'] {
  return MOVES[move].to
}

/** The state in which a question can make a move: the guard of the SQL statement that makes it. */
export function approvalStateBefore(move: ApprovalMove): 'pending' {
  return MOVES[move].from
}

/** What happens to the approval when its call leaves `waiting` for this state. A call that is refused for another reason cancels it. */
export function approvalMoveOf(state: CallState): SettlingApprovalMove {
  switch (state) {
    case 'approved':
      return 'allow'
    case 'denied':
      return 'deny'
    case 'expired':
      return 'expire'
    default:
      return 'cancel'
  }
}
