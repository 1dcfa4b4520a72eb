import { expect, test } from 'vitest'
import { TurnId } from '../../ids.ts'
import { aCall, aMessage, aSnapshot, aTurn, said, threadA, turnA } from '../../testing/views.ts'
import { branchesAt } from './branches.ts'
import { reduce } from './reduce.ts'
import { emptyView, type ThreadData, type View } from './view.ts'

const turnB = TurnId.parse('trn_b')
const turnC = TurnId.parse('trn_c')
const first = { ...aTurn('done'), parent_id: null }

/** A chat of one turn, one call in it. */
const opened = reduce(emptyView, {
  type: 'thread_loaded',
  snapshot: aSnapshot({
    messages: [aMessage('one', { created_at: 1 }), aMessage('answer', { created_at: 3, role: 'assistant' })],
    calls: [aCall('a', { proposed_at: 2, state: 'succeeded' })],
    leaf: turnA,
    turn: first,
    ended: [first],
  }),
})

function dataOf(view: View): ThreadData {
  const open = view.open.get(threadA)
  if (open?.state !== 'ready') throw new Error('not open')
  return open
}
const textsOf = (view: View) => dataOf(view).messages.map(({ text }) => text)
const callsOf = (view: View) => [...dataOf(view).calls.keys()]

/** The message of the first turn is sent again. */
function branched(): View {
  const left = reduce(opened, said(1, { type: 'branch_changed', leaf: null }))
  expect(textsOf(left)).toEqual([])
  const message = aMessage('two', { turn_id: turnB, created_at: 5 })
  const added = reduce(left, said(2, { type: 'message_added', message }))
  const turn = { ...aTurn('runnable', turnB), parent_id: null }
  return reduce(added, said(3, { type: 'turn_updated', turn }))
}

test('a branch shows its own messages and calls, and nothing of the one that was left', () => {
  const view = branched()
  expect(textsOf(view)).toEqual(['two'])
  expect(callsOf(view)).toEqual([])
  expect(dataOf(view).leaf).toBe(turnB)
  expect(branchesAt(dataOf(view), turnB)).toEqual([turnA, turnB])
})

test('a branch that is chosen is there at once, with its calls', () => {
  const back = reduce(branched(), said(4, { type: 'branch_changed', leaf: turnA }))
  expect(textsOf(back)).toEqual(['one', 'answer'])
  expect(callsOf(back)).toEqual(['call_a'])
  const again = reduce(back, said(5, { type: 'branch_changed', leaf: turnB }))
  expect(textsOf(again)).toEqual(['two'])
})

test('what ends late in a branch that was left stays there', () => {
  const late = aMessage('late', { role: 'assistant', created_at: 9 })
  const view = reduce(branched(), said(4, { type: 'message_added', message: late }))
  expect(textsOf(view)).toEqual(['two'])
  const call = aCall('a', { proposed_at: 2, state: 'failed' })
  const ended = reduce(view, said(5, { type: 'tool_call_update', call }))
  expect(callsOf(ended)).toEqual([])
  const back = reduce(ended, said(6, { type: 'branch_changed', leaf: turnA }))
  expect(textsOf(back)).toEqual(['one', 'answer', 'late'])
  expect(dataOf(back).calls.get(call.id)?.state).toBe('failed')
})

test('who comes later has what who watched has', () => {
  const watched = dataOf(branched())
  const later = dataOf(
    reduce(emptyView, {
      type: 'thread_loaded',
      snapshot: aSnapshot({
        messages: [aMessage('two', { turn_id: turnB, created_at: 5 })],
        left: { messages: [...watched.left.messages], calls: [...watched.left.calls.values()] },
        leaf: turnB,
        turn: { ...aTurn('runnable', turnB), parent_id: null },
        ended: [first],
      }),
    }),
  )
  expect(later.messages).toEqual(watched.messages)
  expect(later.left).toEqual(watched.left)
  expect([...later.turns]).toEqual([...watched.turns])
})

test('a queued message belongs to no branch, and is gone when it is taken back', () => {
  const queued = aTurn('queued', turnC)
  const message = aMessage('later', { turn_id: turnC, created_at: 6 })
  const waits = reduce(
    reduce(branched(), said(4, { type: 'message_added', message })),
    said(5, { type: 'turn_updated', turn: queued }),
  )
  expect(textsOf(waits)).toEqual(['two', 'later'])
  const gone = reduce(waits, said(6, { type: 'message_taken_back', turn_id: turnC }))
  expect(textsOf(gone)).toEqual(['two'])
  expect(dataOf(gone).turns.has(turnC)).toBe(false)
})
