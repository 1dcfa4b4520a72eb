import { CallId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { AskedCall, JournalledAsk, readArguments } from './asked-call.ts'

const text = (input: string) => ({ providerId: 'p1', name: 'note', input })

test.each([
  ['an object', '{"value":"a"}', { ok: true, value: { value: 'a' } }],
  ['nothing at all', ' ', { ok: true, value: {} }],
  ['something broken', '{"value":', { ok: false, message: expect.any(String) as string }],
  ['something endless', ' '.repeat(5_000_001), { ok: false, message: 'longer than 5000000 characters' }],
])('arguments that are %s', (_name, input, read) => {
  expect(readArguments(text(input))).toEqual(read)
  expect(new AskedCall(text(input)).read()).toEqual(read)
})

test('arguments are read once, also under the id that a call is given', () => {
  const asked = new AskedCall(text('{"value":"a"}'))
  const read = asked.read()
  expect(readArguments(asked)).toBe(read)
  expect(readArguments(new JournalledAsk(CallId.parse('call_1'), asked))).toBe(read)
})

test('what is written down is the text, and not what was read from it', () => {
  const asked = new JournalledAsk(CallId.parse('call_1'), new AskedCall(text('{"value":"a"}')))
  asked.read()
  expect(JSON.parse(JSON.stringify(asked))).toEqual({ id: 'call_1', ...text('{"value":"a"}') })
})
