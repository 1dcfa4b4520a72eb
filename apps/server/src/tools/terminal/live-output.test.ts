import { expect, test } from 'vitest'
import { liveOutput } from './live-output.ts'

/** What is shown of these pieces, each of which comes alone. */
async function shownOf(pieces: readonly (string | Buffer)[]): Promise<string> {
  const shown: string[] = []
  const live = liveOutput((text) => shown.push(text))
  for (const piece of pieces) {
    live.add(Buffer.from(piece))
    await new Promise((later) => setTimeout(later, 110))
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
])('%s in two pieces is one', async (_what, pieces, text) => {
  expect(await shownOf(pieces)).toBe(text)
})

test('after something was left out it goes on with a line that is not the inside of a key', async () => {
  const key = `-----BEGIN PRIVATE KEY-----\n${`${'MIIEpAIBAAKCAQEA'.repeat(4)}\n`.repeat(400)}-----END PRIVATE KEY-----\n`
  expect(await shownOf([`${key}done\n`])).toBe('\n[…]\ndone\n')
  expect(await shownOf([`token=${'x'.repeat(20_000)}\ndone\n`])).toBe('\n[…]\ndone\n')
})
