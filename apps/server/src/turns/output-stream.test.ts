import { CallId } from '@countersign/protocol'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MASK } from '../audit/mask.ts'
import { outputStream } from './output-stream.ts'

const CALL = { id: CallId.parse('call_1'), specifierText: 'deploy --token hunter2' }

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function sending() {
  const sent: string[] = []
  return { sent, stream: outputStream((_call, text) => sent.push(text)) }
}

test('pieces arrive whole and in order', () => {
  const { sent, stream } = sending()
  stream.add(CALL, 'one ')
  stream.add(CALL, 'two')
  stream.end(CALL.id)
  expect(sent).toEqual(['one two'])
})

test('a call whose result is written is not told of a second time', async () => {
  const { sent, stream } = sending()
  stream.add(CALL, 'first\n')
  await vi.advanceTimersByTimeAsync(1000)
  stream.add(CALL, 'second\n')
  stream.drop(CALL.id)
  stream.end(CALL.id)
  stream.flush()
  expect(sent).toEqual(['first\n'])
  expect(vi.getTimerCount()).toBe(0)
})

test('a flood is cut to its end, and says so', () => {
  const { sent, stream } = sending()
  for (let index = 0; index < 10_000; index += 1) stream.add(CALL, `${'x'.repeat(1000)}\n`)
  stream.add(CALL, 'the end')
  stream.end(CALL.id)
  expect(sent).toHaveLength(1)
  expect(sent[0]?.length).toBeLessThan(20_000)
  expect(sent[0]).toMatch(/^\n\[…\]\n/)
  expect(sent[0]).toMatch(/the end$/)
})

test('a secret that two pieces share is masked, whatever the time between them', async () => {
  const { sent, stream } = sending()
  for (const piece of ['first line\nkey ghp_0123456789', 'abcdefghijABCDEFGHIJ012345\nused hun', 'ter2\n']) {
    stream.add(CALL, piece)
    await vi.advanceTimersByTimeAsync(5000)
  }
  stream.end(CALL.id)
  expect(sent.join('')).toBe(`first line\nkey ghp_${MASK}\nused ${MASK}\n`)
})

test('a question without a line break is shown when nothing more comes', async () => {
  const { sent, stream } = sending()
  stream.add(CALL, 'Continue? [y/N] ')
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent).toEqual(['Continue? [y/N] '])
  expect(vi.getTimerCount()).toBe(0)
})

test('what is cut off cannot unmask what follows it', () => {
  const { sent, stream } = sending()
  const body = `${'MIIEpAIBAAKCAQEA'.repeat(4)}\n`.repeat(400)
  stream.add(CALL, `-----BEGIN PRIVATE KEY-----\n${body}`)
  stream.add(CALL, `${body}-----END PRIVATE KEY-----\ndone\n`)
  stream.end(CALL.id)
  expect(sent.join('')).toBe(`-----BEGIN PRIVATE KEY-----${MASK}\ndone\n`)
})
