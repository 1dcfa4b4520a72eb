import { ApprovalState, CallState } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { APPROVAL_MOVES, approvalOfCall, moveApproval } from './approval-machine.ts'
import { CALL_MOVES, callStatesBefore, callStateAfter } from './call-machine.ts'

test('a question is settled once, by the move that comes first', () => {
  for (const state of ApprovalState.options)
    for (const move of APPROVAL_MOVES) {
      const wanted = state === 'pending' ? AFTER[move] : undefined
      expect([state, move, moveApproval(state, move)]).toEqual([state, move, wanted])
    }
})

const AFTER = {
  allow: 'allowed',
  deny: 'denied',
  expire: 'expired',
  cancel: 'cancelled',
  keep_waiting: 'pending',
} as const

test('a question ends as its call leaves `waiting`', () => {
  const ends = CALL_MOVES.filter((move) => callStatesBefore(move).includes('waiting')).map((move) => [
    move,
    approvalOfCall(callStateAfter(move)),
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
  expect(CallState.options.filter((state) => approvalOfCall(state) === 'allowed')).toEqual(['approved'])
})
