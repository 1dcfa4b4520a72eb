import { TurnId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { fromSnapshot } from '@countersign/protocol/client'
import type { ThreadData } from '../../data/view.ts'
import { aCall, aMessage, aSnapshot, aTurn, callId } from '../../testing/views.ts'
import { threadRows } from './rows.ts'

const second = TurnId.parse('trn_b')

function drawn(data: ThreadData): string[] {
  return threadRows(data).map((row) => {
    switch (row.kind) {
      case 'person':
        return `person ${row.message.text}${row.branches.length > 1 ? ` (${row.branches.join(' ')})` : ''}`
      case 'agent':
        return `agent ${row.message.text}${row.regenerates === null ? '' : ' (regenerates)'}`
      case 'notice':
        return `${row.kind} ${row.message.text}`
      case 'calls':
        return `calls ${row.roots.join(' ')}`
      case 'streaming':
        return `streaming ${row.text}`
      case 'thinking':
      case 'end':
        return row.kind
    }
  })
}

test('texts and calls stand in the order of their time; calls between two texts share a tree', () => {
  const data = fromSnapshot(
    aSnapshot({
      messages: [
        aMessage('go', { created_at: 1 }),
        aMessage('first', { role: 'assistant', created_at: 2 }),
        aMessage('last', { role: 'assistant', created_at: 9 }),
      ],
      calls: [
        aCall('a', { proposed_at: 2, state: 'succeeded' }),
        aCall('b', { proposed_at: 3, state: 'succeeded' }),
        aCall('inner', { proposed_at: 4, parent_id: callId('b'), state: 'succeeded' }),
      ],
    }),
  )
  expect(drawn(data)).toEqual(['person go', 'agent first', 'calls call_a call_b', 'agent last'])
})

test('a queued message stands above the composer, not in the conversation', () => {
  const data = fromSnapshot(
    aSnapshot({
      messages: [
        aMessage('one', { created_at: 1 }),
        aMessage('two', { created_at: 2, turn_id: second }),
        aMessage('working', { role: 'assistant', created_at: 5 }),
      ],
    }),
  )
  const turns = new Map([
    [aTurn('running').id, aTurn('running')],
    [second, aTurn('queued', second)],
  ])
  expect(drawn({ ...data, turns })).toEqual(['person one', 'agent working', 'thinking'])
})

test('a message that was sent again names its branches; the last words of a turn that is over can be said again', () => {
  const [first, other] = [aTurn('done'), aTurn('done', second)]
  const data = fromSnapshot(
    aSnapshot({
      messages: [
        aMessage('two', { created_at: 2, turn_id: second }),
        aMessage('see', { text: 'let me see', role: 'assistant', created_at: 3, turn_id: second }),
        aMessage('so', { role: 'assistant', created_at: 4, turn_id: second }),
      ],
      leaf: second,
      turn: { ...other, parent_id: null },
      ended: [
        { ...first, parent_id: null },
        { ...other, parent_id: null },
      ],
    }),
  )
  expect(drawn(data)).toEqual(['person two (trn_a trn_b)', 'agent let me see', 'agent so (regenerates)'])
})

test('streaming text stands last; a stopped turn says so', () => {
  const data = fromSnapshot(
    aSnapshot({ messages: [aMessage('go')], streaming: 'Hel', turn: aTurn('running') }),
  )
  expect(drawn(data)).toEqual(['person go', 'streaming Hel'])
  const stopped = fromSnapshot(aSnapshot({ messages: [aMessage('go')], turn: aTurn('cancelled') }))
  expect(drawn(stopped)).toEqual(['person go', 'end'])
})
