import { expect, test } from 'vitest'
import type { WordPart } from './ast.ts'
import { expandBraces } from './braces.ts'

function words(text: string): readonly string[] | undefined {
  const part: WordPart = { kind: 'text', text, quoted: false }
  return expandBraces([part])?.map((parts) =>
    parts.map((each) => (each.kind === 'text' ? each.text : '?')).join(''),
  )
}

test.each([
  ['a', ['a']],
  ['{a,b}', ['a', 'b']],
  ['x{a,b}y', ['xay', 'xby']],
  ['{a,b}{c,d}', ['ac', 'ad', 'bc', 'bd']],
  ['{a,{b,c}}', ['a', 'b', 'c']],
  ['{a,}', ['a', '']],
  ['{,a}', ['', 'a']],
  ['{a}', ['{a}']],
  ['{}', ['{}']],
  ['{a,b', ['{a,b']],
  ['a,b}', ['a,b}']],
  ['{{a,b}', ['{a', '{b']],
  ['{a,b}}', ['a}', 'b}']],
  ['{a{b,c}}', ['{ab}', '{ac}']],
  ['{1..3}', ['1', '2', '3']],
  ['{3..1}', ['3', '2', '1']],
  ['{1..9..4}', ['1', '5', '9']],
  ['{08..10}', ['08', '09', '10']],
  ['{-1..1}', ['-1', '0', '1']],
  ['{a..c}', ['a', 'b', 'c']],
  ['{1..b}', ['{1..b}']],
  ['{1..3..}', ['{1..3..}']],
  ['{1.3}', ['{1.3}']],
])('%s', (text, expected) => {
  expect(words(text)).toEqual(expected)
})

test('quoted braces are none', () => {
  const parts: readonly WordPart[] = [
    { kind: 'text', text: '{', quoted: true },
    { kind: 'text', text: 'a,b}', quoted: false },
  ]
  expect(expandBraces(parts)).toHaveLength(1)
})

test.each(['{1..2000}', '{1..99}{1..99}', '{a,b}'.repeat(12), '{a,'.repeat(500)])(
  '%s: too many or none',
  (text) => {
    const count = words(text)?.length
    expect(count === undefined || count <= 1_024).toBe(true)
  },
)
