import { CallState } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import {
  CALL_MOVES,
  callStateAfter,
  callStatesBefore,
  moveCall,
  type CallFacts,
  type CallMove,
} from './call-machine.ts'

const STATES = ['none', ...CallState.options] as const
const KINDS: readonly CallFacts[] = (['safe', 'idempotent', 'never'] as const).flatMap((repeat) =>
  [true, false].map((needsPerson) => ({ repeat, needsPerson })),
)
const FINAL: readonly string[] = [
  'succeeded',
  'failed',
  'blocked',
  'denied',
  'expired',
  'cancelled',
  'abandoned',
]

describe.each(KINDS)('every move in every state: %j', (facts) => {
  test('a move is made from the states that it names, and from no other', () => {
    for (const move of CALL_MOVES) {
      const from = STATES.filter((state) => moveCall(state, move, facts) !== undefined)
      const stored = from.filter((state) => state !== 'none')
      expect(callStatesBefore(move)).toEqual(expect.arrayContaining(stored))
      const after = new Set(from.map((state) => moveCall(state, move, facts)))
      expect([...after]).toEqual(from.length === 0 ? [] : [callStateAfter(move)])
    }
  })

  test('what has ended stays as it is', () => {
    for (const state of STATES.filter((name) => FINAL.includes(name)))
      for (const move of CALL_MOVES) expect(moveCall(state, move, facts)).toBeUndefined()
  })

  test('only a person lets through what needs one', () => {
    const byPolicy = CALL_MOVES.filter((move) =>
      ['approved', 'running'].includes(moveCall('none', move, facts) ?? ''),
    )
    expect(byPolicy).toEqual([
      ...(facts.needsPerson ? [] : ['propose_run', 'propose_begun']),
      // A person does it.
      'propose_by_hand',
    ])
  })

  test('what is cut off runs again by itself only where that is safe, or where its tool looked', () => {
    const again = (state: CallState): readonly CallMove[] =>
      CALL_MOVES.filter((move) => moveCall(state, move, facts) === 'approved')
    expect(again('running')).toEqual(facts.repeat === 'safe' ? ['repeat'] : [])
    expect(again('interrupted')).toEqual(facts.repeat === 'idempotent' ? ['verify_not_done'] : [])
    const interrupted = moveCall('running', 'interrupt', facts)
    expect(interrupted).toBe(facts.repeat === 'safe' ? undefined : 'interrupted')
  })

  test('nothing begins but what was approved, or what a person does by hand', () => {
    const byAgent = CALL_MOVES.filter((move) => move !== 'propose_by_hand')
    const before = STATES.filter((state) =>
      byAgent.some((move) => moveCall(state, move, facts) === 'running'),
    )
    expect(before).toEqual(facts.needsPerson ? ['approved'] : ['none', 'approved'])
  })
})
