import type { ServerMessage } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { aThread, threadA, turnA } from '../testing/views.ts'
import { createStreamBuffer } from './stream-buffer.ts'

function chunk(seq: number, text: string, kind: 'text' | 'reasoning' = 'text'): ServerMessage {
  return {
    type: 'event',
    thread_id: threadA,
    seq,
    event: { type: 'chunk', turn_id: turnA, kind, text, parent_id: null, depth: 0 },
  }
}

function setUp() {
  const out: ServerMessage[] = []
  const timers: (() => void)[] = []
  const buffer = createStreamBuffer((message) => out.push(message), {
    later: (flush) => {
      timers.push(flush)
      return () => {}
    },
  })
  return { out, timers, buffer }
}

test('a thousand chunks are one update, with the last number', () => {
  const { out, timers, buffer } = setUp()
  for (let seq = 1; seq <= 1000; seq += 1) buffer.take(chunk(seq, 'x'))
  expect(out).toEqual([])
  expect(timers).toHaveLength(1)
  timers[0]?.()
  expect(out).toEqual([chunk(1000, 'x'.repeat(1000))])
})

test('text of another kind is not mixed in', () => {
  const { out, buffer } = setUp()
  buffer.take(chunk(1, 'a', 'reasoning'))
  buffer.take(chunk(2, 'b'))
  buffer.flush()
  expect(out).toEqual([chunk(1, 'a', 'reasoning'), chunk(2, 'b')])
})

test('anything else goes through at once, after the text before it', () => {
  const { out, buffer } = setUp()
  const updated: ServerMessage = {
    type: 'event',
    thread_id: threadA,
    seq: 3,
    event: { type: 'thread_updated', thread: aThread() },
  }
  buffer.take(chunk(1, 'a'))
  buffer.take(chunk(2, 'b'))
  buffer.take(updated)
  expect(out).toEqual([chunk(2, 'ab'), updated])
})
