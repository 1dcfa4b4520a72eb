import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveOutput } from './live-output.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What is shown of these pieces, each of which comes alone. */
function shownOf(pieces: readonly (string | Buffer)[]): string {
  const shown: string[] = []
  const live = liveOutput((text) => shown.push(text))
  for (const piece of pieces) {
    live.add(Buffer.from(piece))
    vi.runAllTimers()
  }
  live.end()
  return shown.join('')
}

const euro = Buffer.from('€')

test.each<[string, readonly (string | Buffer)[], string]>([
  ['a character', [euro.subarray(0, 1), euro.subarray(1)], '€'],
  ['a colour', ['a\u001b[3', '1mb'], 'ab'],
  ['a title', ['a\u001b]0;ti', 'tle\u0007b'], 'ab'],
  ['a line break', ['a\r', '\nb'], 'a\nb'],
  ['an end in the middle of one', ['a\r'], 'a\n'],
])('%s in two pieces is one', (_what, pieces, text) => {
  expect(shownOf(pieces)).toBe(text)
})

test('after something was left out it goes on with a line that is not the inside of a key', () => {
  const key = `-----BEGIN PRIVATE KEY-----\n${`${'MIIEpAIBAAKCAQEA'.repeat(4)}\n`.repeat(400)}-----END PRIVATE KEY-----\n`
  expect(shownOf([`${key}done\n`])).toBe('\n[…]\ndone\n')
  expect(shownOf([`token=${'x'.repeat(20_000)}\ndone\n`])).toBe('\n[…]\ndone\n')
})
