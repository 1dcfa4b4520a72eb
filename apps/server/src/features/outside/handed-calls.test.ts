import { CallId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { HandedCalls } from './handed-calls.ts'

const ID = CallId.parse('call_1')
const OTHER = CallId.parse('call_2')
const never = () => new AbortController().signal
const gone = { ok: false, code: 'asker_gone', text: 'its agent went away; it may have had effects' }

test.each([
  ['well', { ok: true, text: 'a b' }, { ok: true, text: 'a b' }],
  ['badly', { ok: false, text: 'no' }, { ok: false, code: 'tool_error', text: 'no' }],
])('one that ended %s, once; then nothing is known of it', async (_how, end, outcome) => {
  const calls = new HandedCalls()
  const ends = calls.hand(ID, never())
  const held = calls.hold(ID, never())
  expect(calls.ended(OTHER, end)).toBe(false)
  expect(calls.ended(ID, end)).toBe(true)
  expect(await ends).toEqual(outcome)
  expect(await held).toBe(true)
  expect(calls.ended(ID, end)).toBe(false)
  expect(await calls.hold(ID, never())).toBe(false)
})

test('whoever makes it goes away, or its turn is left: it may have had effects', async () => {
  const calls = new HandedCalls()
  const asker = new AbortController()
  const turn = new AbortController()
  const [held, left] = [calls.hand(ID, never()), calls.hand(OTHER, turn.signal)]
  void calls.hold(ID, asker.signal)
  asker.abort()
  turn.abort()
  expect(await held).toEqual(gone)
  expect(await left).toEqual(gone)
})

test('going away after it has ended changes nothing', async () => {
  const calls = new HandedCalls()
  const asker = new AbortController()
  const ends = calls.hand(ID, never())
  void calls.hold(ID, asker.signal)
  calls.ended(ID, { ok: true, text: 'done' })
  asker.abort()
  expect(await ends).toEqual({ ok: true, text: 'done' })
})

test('a line that was lost before it was held is lost', async () => {
  const calls = new HandedCalls()
  const ends = calls.hand(ID, never())
  void calls.hold(ID, AbortSignal.abort())
  expect(await ends).toEqual(gone)
})
