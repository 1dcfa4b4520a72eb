import { CallId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { outputStream } from './output-stream.ts'

const CALL = CallId.parse('call_1')

test('pieces arrive whole and in order', () => {
  const sent: string[] = []
  const stream = outputStream((_call, text) => sent.push(text))
  stream.add(CALL, 'one ')
  stream.add(CALL, 'two')
  stream.flush()
  expect(sent).toEqual(['one two'])
})

test('a flood is cut to its end, and says so', () => {
  const sent: string[] = []
  const stream = outputStream((_call, text) => sent.push(text))
  for (let index = 0; index < 10_000; index += 1) stream.add(CALL, `${'x'.repeat(1000)}\n`)
  stream.add(CALL, 'the end')
  stream.flush()
  expect(sent).toHaveLength(1)
  expect(sent[0]?.length).toBeLessThan(20_000)
  expect(sent[0]).toMatch(/^\n\[…\]\n/)
  expect(sent[0]).toMatch(/the end$/)
})
