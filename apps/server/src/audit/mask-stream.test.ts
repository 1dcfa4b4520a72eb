import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MASK, maskEcho } from './mask.ts'
import { maskStream } from './mask-stream.ts'

/** What was secret in the arguments of the call; one of them goes over a line break. */
const ECHOED = ['Zx8Qm3Lp0Rt7Vb2Ny5Kc9Wd4', 'correct horse\nbattery', 'hunter2']

const SECRETS = [
  ...ECHOED,
  'ghp_0123456789abcdefghijABCDEFGHIJ012345',
  'sk-ant-api03-abcdefghijklmnopqrst',
  'AKIAIOSFODNN7EXAMPLE',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcDEF123',
  '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\nq83vEjRWeJCrze8S\n-----END RSA PRIVATE KEY-----',
  'postgres://me:Correct1Horse@db/x',
  'Authorization: Bearer abc.def-123456',
  'Authorization:\n  Bearer\n abc.def-123456',
  'DB_PASSWORD="two words here"',
  'password:\nSwordfish99',
  '--token\nSwordfish99',
  'mysql -u root\n-pSwordfish99',
  '{"clientSecret": "Swordfish99"}',
]

/** Secrets whose ends are letters alone, as those of ordinary words are. */
const LETTERS = [
  'AKIAQWERTYUIOPASDFGH',
  'Bearer qwertyuiopasdfgh',
  'password=truelovesadness',
  '--secret onlylettershere',
  'curl -u me:bluewhaleswims',
  'eyJhbGciOiJI.asdfghjkqwer',
]

/** What secrets are made of and stand between, so that every way to cut them comes up. */
const PLAIN = [
  'npm run build',
  'a',
  '-',
  '--force',
  'token',
  'tokens: 12',
  ' ',
  '\n',
  '\n\n  ',
  '"',
  "'",
  ':',
  '=',
  '•',
  'https://example.org/a?b=c',
  '-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----',
  '-----BEGIN PRIVATE KEY-----',
  '-----END PRIVATE KEY-----',
  'bearer',
  'the-quick-brown-fox\n',
]

const text = (most: number) =>
  fc.array(fc.constantFrom(...SECRETS, ...PLAIN), { maxLength: most }).map((parts) => parts.join(''))

/** Where a text is cut: one number for each piece, its length. */
const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30 })

function pieces(whole: string, lengths: readonly number[]): readonly string[] {
  const parts: string[] = []
  let at = 0
  for (let index = 0; at < whole.length; index += 1) {
    const length = lengths[index % lengths.length] ?? 1
    parts.push(whole.slice(at, at + length))
    at += length
  }
  return parts
}

function streamed(parts: readonly string[]): string {
  const stream = maskStream(ECHOED)
  return parts.map((part) => stream.add(part)).join('') + stream.end()
}

test('any text in any pieces is masked as the whole', () => {
  fc.assert(
    fc.property(text(12), cuts, (whole, lengths) => {
      expect(streamed(pieces(whole, lengths))).toBe(maskEcho(whole, ECHOED))
    }),
    { numRuns: 3000 },
  )
})

test('a text too long to be held is masked the same in any pieces', () => {
  const long = fc
    .array(
      fc.oneof(
        text(6),
        fc.constantFrom('x'.repeat(5000), 'word '.repeat(900), `sk-${'a1B2'.repeat(2100)}`, 'A"'.repeat(300)),
      ),
      { minLength: 3, maxLength: 8 },
    )
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(
      long,
      fc.array(fc.integer({ min: 1, max: 6000 }), { minLength: 1, maxLength: 9 }),
      (whole, lengths) => {
        expect(streamed(pieces(whole, lengths))).toBe(streamed([whole]))
      },
    ),
    { numRuns: 200 },
  )
})

test('with pauses anywhere no piece of a secret shows', () => {
  const values = [
    '0123456789abcdef',
    'api03-abcdefg',
    'IOSFODNN7',
    'hbGciOiJIUzI1',
    'MIIEpAIBAAK',
    'q83vEjRW',
  ]
  const shown = [
    ...LETTERS.map((one) => one.slice(-12)),
    ...values,
    'Correct1Horse',
    'abc.def-123456',
    'Swordfish99',
    'Zx8Qm3Lp0Rt7',
    'hunter2',
  ]
  const lines = fc
    .array(fc.constantFrom(...SECRETS, ...LETTERS, 'npm run build', 'done?'), { maxLength: 8 })
    .map((parts) => parts.join(' \n'))
  fc.assert(
    fc.property(lines, cuts, (whole, lengths) => {
      const stream = maskStream(ECHOED)
      const parts = pieces(whole, lengths).map((part) => stream.add(part) + stream.pause())
      const out = parts.join('') + stream.end()
      expect(shown.filter((value) => out.includes(value))).toEqual([])
    }),
    { numRuns: 2000 },
  )
})

describe('after a pause', () => {
  test.each([
    ['what is done', 'line one\nline two\n', 'line one\nline two\n'],
    ['a prompt', 'Continue? [y/N] ', 'Continue? [y/N] '],
    ['a prompt without a blank', 'Password:', 'Password:'],
    ['a question that ends with a word', 'Enter your name', 'Enter your name'],
    ['not a word that something before makes a secret', 'Bearer abc', 'Bearer '],
    ['nor one behind an option', 'login --token on', 'login --token '],
    ['not a word that may go on', 'done, ghp_0123', 'done, '],
    ['not the beginning of what was secret', 'using hunt', 'using '],
    ['not a value in open quotes', 'say\npassword: "two wo', 'say\npassword'],
    ['not the inside of a key', '-----BEGIN PRIVATE KEY-----\nMIIE', `-----BEGIN PRIVATE KEY-----${MASK}`],
  ])('%s is shown', (_what, given, shown) => {
    const stream = maskStream(ECHOED)
    expect(stream.add(given) + stream.pause()).toBe(shown)
    expect(stream.pause()).toBe('')
  })

  test('what follows is masked by what went before', () => {
    const stream = maskStream([])
    expect(stream.add('Password: ') + stream.pause()).toBe('Password: ')
    expect(stream.add('Swordfish99\nok\n') + stream.end()).toBe(`${MASK}\nok\n`)
  })
})

test('what is held is bounded', () => {
  const stream = maskStream([])
  let given = 0
  let out = 0
  for (let index = 0; index < 200; index += 1) {
    given += 1000
    out += stream.add('x'.repeat(1000)).length
    expect(given - out).toBeLessThan(10_000)
  }
})
