import type { Token } from 'marked'
import { expect, test } from 'vitest'
import { lexBlocks } from '../markdown-blocks.ts'

/** The formulas in a text; display formulas are in `$$`. */
const formulas = (text: string): readonly string[] => lexBlocks(text).flatMap(inside)
function inside(token: Token): readonly string[] {
  if (token.type === 'math' && 'display' in token)
    return [`${token['display'] === true ? '$$' : '$'}${String(token['text'])}`]
  return 'tokens' in token && token.tokens !== undefined ? token.tokens.flatMap(inside) : []
}

test.each<[string, readonly string[]]>([
  ['$x^2$', ['$x^2']],
  ['Let $a$ and $b_1$.', ['$a', '$b_1']],
  [String.raw`\(a+b\) and \[c\]`, ['$a+b', '$$c']],
  ['$$\na\n+b\n$$', ['$$a\n+b']],
  ['It is:\n$$\nx\n$$\nso.', ['$$x']],
  [String.raw`$$\begin{pmatrix}1\\2\end{pmatrix}$$`, [String.raw`$$\begin{pmatrix}1\\2\end{pmatrix}`]],
  [String.raw`$\$5$`, [String.raw`$\$5`]],
  ['**bold $x$**', ['$x']],
])('%j is a formula', (text, expected) => {
  expect(formulas(text)).toEqual(expected)
})

test.each([
  'It costs $5 and $10.',
  'From $5-$10.',
  '$HOME/$USER and $PATH',
  'a $ b $ c',
  '`$x$`',
  '```\n$x$\n```',
  String.raw`\$x\$`,
  '$$\n\na\n\n$$',
  '$$$$',
  'open $x and no end',
  '$`a`$',
])('%j has none', (text) => {
  expect(formulas(text)).toEqual([])
})

test.each([
  ['$', '$'.repeat(100_000)],
  ['\\(', '\\('.repeat(20_000)],
  ['$a ', '$a '.repeat(30_000)],
  ['$$\\', `$$${'\\'.repeat(50_000)}`],
  ['\\[', `\\[${'\\a'.repeat(20_000)}`],
])('many %j are read in bounded time', (_name, text) => {
  const start = performance.now()
  lexBlocks(text)
  expect(performance.now() - start).toBeLessThan(3000)
})
