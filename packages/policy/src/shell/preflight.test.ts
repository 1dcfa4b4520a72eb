import { describe, expect, test } from 'vitest'
import { preflight } from './preflight.ts'

describe('texts that are not read', () => {
  test.each([
    ['a\rb', 1, 'a carriage return'],
    ['a\r\nb', 1, 'a carriage return'],
    ['a\0b', 1, 'a control character (U+0000)'],
    ['\u001b[2K', 0, 'a control character (U+001B)'],
    ['a\bb', 1, 'a control character (U+0008)'],
    ['a\u007f', 1, 'a control character (U+007F)'],
    ['a\u0085', 1, 'a control character (U+0085)'],
    ['a\u200bb', 1, 'a zero-width character (U+200B)'],
    ['a\ufeff', 1, 'a zero-width character (U+FEFF)'],
    ['a\u202eb', 1, 'a bidirectional control (U+202E)'],
    ['a\u2067b', 1, 'a bidirectional control (U+2067)'],
    ['a\u2028b', 1, 'a hidden line break (U+2028)'],
    ['a\u00adb', 1, 'a soft hyphen (U+00AD)'],
    ['a\u{e0041}b', 1, 'an invisible tag (U+E0041)'],
    ['a\ud800b', 1, 'half of a character'],
    ['a\udbffb', 1, 'half of a character'],
    ['a\udc00b', 1, 'half of a character'],
    ['a'.repeat(10_001), 10_000, 'longer than 10000 characters'],
    ['$('.repeat(201), 400, 'more than 200 times `$(`'],
    ['`'.repeat(201), 200, 'more than 200 times ``` '.trim()],
    ['{'.repeat(1_001), 1_000, 'more than 1000 times `{`'],
  ])('%j', (text, position, reason) => {
    expect(preflight(text)).toEqual({ reason, position })
  })
})

test.each([
  '',
  'ls -la',
  'a\tb\nc',
  'git commit -m "Grüße, 你好, 🎉 ❤️"',
  'a'.repeat(10_000),
  '$('.repeat(200),
])('%j is read', (text) => {
  expect(preflight(text)).toBeUndefined()
})

describe('characters that a card cannot show', () => {
  const between = [
    [0x20, 0x7e],
    [0xa0, 0xac],
    [0xae, 0x34e],
    [0x350, 0x61b],
    [0x61d, 0x115e],
    [0x1161, 0x17b3],
    [0x17b6, 0x180a],
    [0x1810, 0x200a],
    [0x2010, 0x2027],
    [0x202f, 0x205f],
    [0x2070, 0x3163],
    [0x3165, 0xd7ff],
    [0xe000, 0xfefe],
    [0xff00, 0xff9f],
    [0xffa1, 0xffef],
    [0xfffc, 0xfffd],
    [0x10000, 0x1d172],
    [0x1d17b, 0xdffff],
    [0xe1000, 0x10ffff],
  ] as const

  test.each(between)('from U+%# on to the next hidden one all are read', (from, to) => {
    expect(preflight(`a${String.fromCodePoint(from)}${String.fromCodePoint(to)}b`)).toBeUndefined()
    expect(preflight(`a${String.fromCodePoint(to)}`)).toBeUndefined()
  })

  test.each([
    [0x00, 0x08, 'a control character'],
    [0x0b, 0x0c, 'a control character'],
    [0x0e, 0x1f, 'a control character'],
    [0x7f, 0x9f, 'a control character'],
    [0xad, 0xad, 'a soft hyphen'],
    [0x34f, 0x34f, 'an invisible joiner'],
    [0x61c, 0x61c, 'a bidirectional control'],
    [0x115f, 0x1160, 'an invisible filler'],
    [0x17b4, 0x17b5, 'an invisible character'],
    [0x180b, 0x180f, 'an invisible character'],
    [0x200b, 0x200d, 'a zero-width character'],
    [0x200e, 0x200f, 'a bidirectional control'],
    [0x2028, 0x2029, 'a hidden line break'],
    [0x202a, 0x202e, 'a bidirectional control'],
    [0x2060, 0x2065, 'a zero-width character'],
    [0x2066, 0x2069, 'a bidirectional control'],
    [0x206a, 0x206f, 'an invisible character'],
    [0x3164, 0x3164, 'an invisible filler'],
    [0xfeff, 0xfeff, 'a zero-width character'],
    [0xffa0, 0xffa0, 'an invisible filler'],
    [0xfff0, 0xfffb, 'an invisible character'],
    [0xfffe, 0xffff, 'no character'],
    [0x1d173, 0x1d17a, 'an invisible character'],
    [0xe0000, 0xe0fff, 'an invisible tag'],
  ])('from %i to %i each is %s', (from, to, name) => {
    for (const code of new Set([from, to])) {
      const hex = code.toString(16).toUpperCase().padStart(4, '0')
      const reason = `${name} (U+${hex})`
      expect(preflight(`a🎉${String.fromCodePoint(code)}`)).toEqual({ reason, position: 3 })
    }
  })

  test.each([
    ['$(', 200],
    ['<(', 200],
    ['>(', 200],
    ['$[', 100],
    ['${', 400],
    ['`', 200],
    ['<<', 100],
    ['{', 1_000],
    ['(', 1_000],
  ])('at most so many %s', (opener, most) => {
    const text = `${opener} `.repeat(most)
    expect(preflight(text)).toBeUndefined()
    expect(preflight(text + opener)).toEqual({
      reason: `more than ${most} times \`${opener}\``,
      position: text.length,
    })
  })

  test.each([
    ['a\\', 1],
    ['a\\\\', undefined],
    ['a\\\\\\', 3],
    ['\\', 0],
    ['a\\b', undefined],
  ])('a backslash at the end of %j', (text, position) => {
    expect(preflight(text)?.position).toBe(position)
  })
})
