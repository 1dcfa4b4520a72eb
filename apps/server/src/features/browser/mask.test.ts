import fc from 'fast-check'
import { expect, test } from 'vitest'
import { carries, Mask } from './mask.ts'

const SECRET = 'Tr0ub4dor&3 xy/z+q'
function mask(...values: readonly string[]): Mask {
  const made = new Mask()
  made.add(values)
  return made
}

test.each([
  ['as it is', SECRET],
  ['in other letters', SECRET.toUpperCase()],
  ['percent-encoded', encodeURIComponent(SECRET)],
  ['percent-encoded in small letters', encodeURIComponent(SECRET).toLowerCase()],
  ['as a form sends it', new URLSearchParams({ a: SECRET }).toString()],
  ['wholly percent-encoded', Buffer.from(SECRET).toString('hex').replaceAll(/../g, '%$&')],
  ['base64', Buffer.from(SECRET).toString('base64')],
  ['base64 for addresses', Buffer.from(SECRET).toString('base64url')],
  ['inside a longer base64', Buffer.from(`ana:${SECRET}!`).toString('base64')],
  ['inside another longer base64', Buffer.from(`an:${SECRET}`).toString('base64')],
  ['hex', Buffer.from(SECRET).toString('hex')],
  ['backwards', [...SECRET].toReversed().join('')],
  ['as a form sends an apostrophe', new URLSearchParams({ a: `it's 5! ${SECRET}` }).toString()],
  ['as JSON', JSON.stringify({ a: SECRET })],
  ['letter by letter', [...SECRET].join(' ')],
  ['letter by letter on lines', [...SECRET].join('\n· ')],
  ['with dashes', [...SECRET].join('-')],
  ['with signs that nobody sees', [...SECRET].join('\u200B')],
  ['cut off', `${'x'.repeat(20)} ${SECRET.slice(0, 7)}…`],
])('a value is hidden %s', (_how, text) => {
  const shown = mask(SECRET).text(`before ${text} after`)
  expect(shown).toContain('••••')
  for (const part of ['Tr0', 'tr0ub', 'dor', 'RUB', Buffer.from(SECRET).toString('base64').slice(4, 12)])
    expect(shown).not.toContain(part)
  expect(shown).toMatch(/^before .* ?after$/s)
})

test('nothing of a value is left, whatever it is and wherever it stands', () => {
  const value = fc.string({ minLength: 4, maxLength: 40, unit: 'grapheme' }).map((text) => text.trim())
  fc.assert(
    fc.property(
      value.filter((text) => text.length >= 4 && !text.includes('•')),
      fc.string(),
      fc.string(),
      (secret, before, after) => {
        expect(mask(secret).text(`${before}${secret}${after}`).includes(secret)).toBe(false)
      },
    ),
  )
})

test('a value that begins on one line and ends on the next is hidden, and the lines stay', () => {
  expect(mask('hunter2-hunter2').lines(['a', 'you typed hunter2-', 'hunter2 here', 'b'])).toEqual([
    'a',
    'you typed ••••',
    ' here',
    'b',
  ])
})

test.each([
  ['it%27s+5%21', "it's 5!"],
  ['q=5%25', '5%'],
  ['a%0D%0Ab', 'a\nb'],
  ['a\r\nb', 'a\nb'],
  [String.raw`{"a":"say \"x\""}`, 'say "x"'],
])('%s carries %j', (text, value) => {
  expect(carries(text, [value])).toBe(true)
  expect(carries('another text', [value, ''])).toBe(false)
})

test('three digits are hidden as a word of their own', () => {
  expect(mask('737').text('code 737, 1737 things, 7370')).toBe('code ••••, 1737 things, 7370')
})

test('a page that has many secret fields drives out none of a person or the vault', () => {
  const made = mask('the-vaults-value')
  made.addOfPage(Array.from({ length: 5000 }, (_, at) => `field-value-${at}`))
  expect(made.text('the-vaults-value and field-value-4999')).toBe('•••• and ••••')
})
