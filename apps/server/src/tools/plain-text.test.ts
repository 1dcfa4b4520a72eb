import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test.each([
  ['colours go', '\u001b[1;31mred\u001b[0m text', 'red text'],
  ['cursor movements go', 'a\u001b[2K\u001b[1Gb', 'ab'],
  ['a title is not set', '\u001b]0;owned\u0007x', 'x'],
  ['a link has its text only', '\u001b]8;;https://evil.example\u001b\\click\u001b]8;;\u001b\\', 'click'],
  ['the clipboard is not written', '\u001b]52;c;ZXZpbA==\u0007x', 'x'],
  ['device control goes', '\u001bP+q544e\u001b\\x', 'x'],
  ['a question to the terminal goes', 'a\u001b[6nb\u001b[cc', 'abc'],
  ['another screen is not opened', '\u001b[?1049hhidden\u001b[?1049l', 'hidden'],
  ['8-bit forms go', '\u009b31mred\u009d0;t\u009cx', 'redx'],
  ['character sets go', '\u001b(0x\u001b(B', 'x'],
  ['a progress line keeps each state', '10%\r20%\r\ndone', '10%\n20%\ndone'],
  ['an overwritten line stays readable', 'rm -rf /\rls      ', 'rm -rf /\nls      '],
  ['backspaces cannot rub out', 'evil\b\b\b\bgood', 'evil<U+0008><U+0008><U+0008><U+0008>good'],
  ['bold of manual pages', 'N\bNA\bA_\bm', 'NAm'],
  ['reordering is spelled out', 'user\u202egpj', 'user<U+202E>gpj'],
  ['what cannot be seen is spelled out', 'a\u200bb\u0000c', 'a<U+200B>b<U+0000>c'],
  ['an unended title hides nothing after its line', '\u001b]0;title\nsecret', '<U+001B>]0;title\nsecret'],
  ['tabs and letters of all scripts stay', 'a\tb äöü 漢字 🙂', 'a\tb äöü 漢字 🙂'],
])('%s', (_name, output, text) => {
  expect(plainText(output)).toBe(text)
})

test('a sequence that never ends hides nothing', () => {
  const text = plainText(`\u001b]0;${'x'.repeat(10_000)}\u0007 after`)
  expect(text).toContain('x'.repeat(10_000))
  expect(text).toContain('after')
})

test.each([
  '\u001b]'.repeat(50_000),
  '\u001b['.repeat(50_000),
  '\u001b[1;'.repeat(50_000),
  '\b_'.repeat(50_000),
])('hostile output is read in linear time', (output) => {
  expect(plainText(output).length).toBeGreaterThan(0)
})
