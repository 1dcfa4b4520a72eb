import type { Token } from 'marked'
import { expect, test } from 'vitest'
import { growBlocks, lexBlocks, noBlocks } from './markdown-blocks.ts'

const TEXTS = {
  paragraphs: 'One line.\nStill one.\n\nTwo, with `code` and **bold**.\n\nThree.\n',
  headings: '# A\n\ntext\n\n## B\ntext\n\nUnder\n=====\n\nend\n',
  lists: '- a\n- b\n  - c\n\n    more of c\n- d\n\nafter\n\n1. x\n2. y\n\n\n3. z\n\nend',
  code: 'see\n\n```ts\nconst a = 1\n\nconst b = 2\n```\n\nafter\n\n    indented\n\n    more\n\nend\n',
  quotes: '> a\n> b\nlazy\n\n> c\n\nend\n',
  table: '| a | b |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |\n\nafter\n\nend\n',
  html: '<b>no</b> html\n\n<div>\nblock\n</div>\n\nend\n',
  rules: 'a\n\n---\n\nb\n\n***\n\nc\n',
  math: 'so\n\n$$\na^2\n+ b^2\n$$\n\nor $x$ and\n$$y$$\nthen\n\n\\[\nz\n\\]\n\nend $$\n\nopen\n',
  fence: 'open\n\n```\nnever closed\n\n# not a heading\n\nend',
}

const shape = (tokens: readonly Token[]): string[] =>
  tokens.filter((token) => token.type !== 'space').map((token) => `${token.type} ${token.raw.trimEnd()}`)

test.each(Object.entries(TEXTS))(
  '%s: the grown blocks are those of the whole text, at every cut',
  (_name, text) => {
    let blocks = noBlocks
    for (let end = 1; end <= text.length; end += 1) {
      blocks = growBlocks(blocks, text.slice(0, end))
      expect(shape([...blocks.frozen, ...blocks.tail])).toEqual(shape(lexBlocks(text.slice(0, end))))
    }
  },
)

test('what is frozen is never read again', () => {
  const first = growBlocks(noBlocks, 'a\n\nb\n\nc\n\nd')
  const second = growBlocks(first, 'a\n\nb\n\nc\n\nd and more')
  expect(first.frozenLength).toBeGreaterThan(0)
  expect(second.frozen[0]).toBe(first.frozen[0])
})
