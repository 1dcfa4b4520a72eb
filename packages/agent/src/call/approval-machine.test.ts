import { ApprovalState, CallState } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { approvalMoveOf, approvalStateAfter, approvalStateBefore } from './approval-machine.ts'
import { CALL_MOVES, callStatesBefore, callStateAfter } from './call-machine.ts'

const AFTER = {
  allow: 'allowed',
  deny: 'denied',
  expire: 'expired',
  cancel: 'cancelled',
  keep_waiting: 'pending',
} as const
const MOVES = Object.keys(AFTER) as readonly (keyof typeof AFTER)[] // the keys of the object above

test('only a pending question moves, so the move that comes first settles it', () => {
  for (const move of MOVES) {
    expect([move, approvalStateBefore(move)]).toEqual([move, 'pending'])
    expect([move, approvalStateAfter(move)]).toEqual([move, AFTER[move]])
  }
  expect(new Set(Object.values(AFTER))).toEqual(new Set(ApprovalState.options))
})

test('a question ends as its call leaves `waiting`', () => {
  const ends = CALL_MOVES.filter((move) => callStatesBefore(move).includes('waiting')).map((move) => [
    move,
    approvalStateAfter(approvalMoveOf(callStateAfter(move))),
  ])
  expect(Object.fromEntries(ends)).toEqual({
    allow: 'allowed',
    deny: 'denied',
    expire: 'expired',
    refuse_blocked: 'cancelled',
    refuse_failed: 'cancelled',
    refuse_cancelled: 'cancelled',
    cancel: 'cancelled',
  })
  expect(CallState.options.filter((state) => approvalMoveOf(state) === 'allow')).toEqual(['approved'])
})
