import { TurnId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { fromSnapshot } from '../data/reduce-thread.ts'
import type { ThreadData } from '../data/view.ts'
import { aCall, aMessage, aSnapshot, aTurn, callId } from '../testing/views.ts'
import { threadRows } from './rows.ts'

const second = TurnId.parse('trn_b')

function drawn(data: ThreadData): string[] {
  return threadRows(data).map((row) => {
    switch (row.kind) {
      case 'person':
        return `person ${row.message.text}${row.queued ? ' (queued)' : ''}`
      case 'agent':
      case 'notice':
        return `${row.kind} ${row.message.text}`
      case 'track':
        return `track ${row.roots.join(' ')}`
      case 'streaming':
        return `streaming ${row.text}`
      case 'thinking':
      case 'end':
        return row.kind
    }
  })
}

test('texts and calls stand in the order of their time; calls between two texts share a track', () => {
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
  expect(drawn(data)).toEqual(['person go', 'agent first', 'track call_a call_b', 'agent last'])
})

test('a queued message stands below the turn it waits for', () => {
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
  expect(drawn({ ...data, turns })).toEqual([
    'person one',
    'agent working',
    'person two (queued)',
    'thinking',
  ])
})

test('streaming text stands last; a stopped turn says so', () => {
  const data = fromSnapshot(
    aSnapshot({ messages: [aMessage('go')], streaming: 'Hel', turn: aTurn('running') }),
  )
  expect(drawn(data)).toEqual(['person go', 'streaming Hel'])
  const stopped = fromSnapshot(aSnapshot({ messages: [aMessage('go')], turn: aTurn('cancelled') }))
  expect(drawn(stopped)).toEqual(['person go', 'end'])
})
