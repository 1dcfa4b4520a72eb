import { expect, test } from 'vitest'
import { spokenParagraphs } from './spoken-paragraphs.ts'

test.each([
  ['', []],
  ['One line\nand its rest.\n\nAnother.', ['One line and its rest.', 'Another.']],
  ['# Title\n- **bold** and `code`\n- [a link](https://x.example)', ['Title bold and code a link']],
  ['Before\n```ts\nconst a = 1\nconst b = 2\n```\nAfter', ['Before', 'Code, 2 lines.', 'After']],
  ['snake_case stays', ['snake_case stays']],
])('%j', (text, paragraphs) => {
  expect(spokenParagraphs(text)).toEqual(paragraphs)
})

test('a book is not read out whole', () => {
  expect(spokenParagraphs('x\n\n'.repeat(500))).toHaveLength(40)
})
