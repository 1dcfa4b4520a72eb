import type { CallState, HandId, TurnId } from '@countersign/protocol'
import type { Repeat } from './call.ts'

/** Who a call belongs to: a turn of an agent, or something that a person does by hand. */
export type CallOwner =
  | { readonly kind: 'turn'; readonly id: TurnId }
  | { readonly kind: 'hand'; readonly id: HandId }

/** The facts of a call that decide which moves it has. */
export interface CallFacts {
  readonly repeat: Repeat
  /** Only a person can let it run: it is destructive, or its tool always asks. */
  readonly needsPerson: boolean
}

/** A move from any of `from` to `to`. `none` is a call that is not stored yet. */
interface Move {
  readonly from: readonly (CallState | 'none')[]
  readonly to: CallState
  /** The calls that can make the move. Absent: all of them. */
  readonly repeat?: readonly Repeat[]
  /** The policy allows it without asking a person. */
  readonly byPolicy?: true
}

/**
 * Every move that a call can make. Besides the state, a store checks: the lease of the turn, the hash of an answer,
 * and, for `succeed` and `fail`, that the lease is the one that began the call.
 *
 *   none ─┬─► waiting ─┬─► denied | expired | cancelled | blocked | failed
 *         │            └─► approved ─┬─► running ─┬─► succeeded | failed
 *         ├─► approved ──────────────┤            ├─► approved        (cut off, and safe to repeat)
 *         ├─► running                │            └─► interrupted ─┬─► succeeded | failed | abandoned
 *         ├─► blocked                ├─► waiting                   └─► approved  (idempotent, and its tool saw that it was not done)
 *         └─► failed                 └─► blocked | failed | cancelled
 */
const MOVES = {
  /** Policy lets it run. */
  propose_run: { from: ['none'], to: 'approved', byPolicy: true },
  /** The same, and it begins in the same transaction. */
  propose_begun: { from: ['none'], to: 'running', byPolicy: true },
  /** A person does it by hand: it begins at once, whatever it needs. */
  propose_by_hand: { from: ['none'], to: 'running' },
  propose_ask: { from: ['none'], to: 'waiting' },
  propose_blocked: { from: ['none'], to: 'blocked' },
  /** It can never run, or is known to fail. */
  propose_failed: { from: ['none'], to: 'failed' },
  allow: { from: ['waiting'], to: 'approved' },
  /** A person says no, or the thread's new mode does. */
  deny: { from: ['waiting'], to: 'denied' },
  expire: { from: ['waiting'], to: 'expired' },
  /** A rule or the mode allowed it, but by now it would ask. */
  ask_again: { from: ['approved'], to: 'waiting' },
  refuse_blocked: { from: ['waiting', 'approved'], to: 'blocked' },
  refuse_failed: { from: ['waiting', 'approved'], to: 'failed' },
  refuse_cancelled: { from: ['waiting', 'approved'], to: 'cancelled' },
  /** Its turn was stopped before it began. */
  cancel: { from: ['proposed', 'waiting', 'approved'], to: 'cancelled' },
  begin: { from: ['approved'], to: 'running' },
  /** The process that began it reports the end; a late result is valid too. */
  succeed: { from: ['running', 'interrupted'], to: 'succeeded' },
  fail: { from: ['running', 'interrupted'], to: 'failed' },
  /** Its turn was stopped while it ran; it is safe to repeat, so nobody has to find out how it ended. */
  cut_short: { from: ['running'], to: 'failed', repeat: ['safe'] },
  /** Its process died while it ran. */
  interrupt: { from: ['running'], to: 'interrupted', repeat: ['idempotent', 'never'] },
  repeat: { from: ['running'], to: 'approved', repeat: ['safe'] },
  /** Its tool checked, and the call had been done. */
  verify_done: { from: ['interrupted'], to: 'succeeded', repeat: ['idempotent'] },
  verify_not_done: { from: ['interrupted'], to: 'approved', repeat: ['idempotent'] },
  /** A person checked. */
  settle_done: { from: ['interrupted'], to: 'succeeded' },
  settle_not_done: { from: ['interrupted'], to: 'failed' },
  settle_again: { from: ['interrupted'], to: 'abandoned' },
} as const satisfies Record<string, Move>

export type CallMove = keyof typeof MOVES

export const CALL_MOVES = Object.keys(MOVES) as readonly CallMove[] // the keys of the object above

/** The state that a move leads to. */
export function callStateAfter<M extends CallMove>(move: M): (typeof MOVES)[M]['to'] {
  return MOVES[move].to
}

/** The states from which a stored call can make a move: the guard of the SQL statement that makes it. */
export function callStatesBefore(move: CallMove): readonly CallState[] {
  const { from }: Move = MOVES[move]
  return from.filter((state) => state !== 'none')
}

/** The state of a call after a move. Undefined: it cannot make the move, and nothing changes. */
export function moveCall(state: CallState | 'none', move: CallMove, facts: CallFacts): CallState | undefined {
  const { from, to, repeat, byPolicy }: Move = MOVES[move]
  if (!from.includes(state)) return undefined
  if (repeat !== undefined && !repeat.includes(facts.repeat)) return undefined
  return byPolicy === true && facts.needsPerson ? undefined : to
}
