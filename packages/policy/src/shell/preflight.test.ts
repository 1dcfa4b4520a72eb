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
