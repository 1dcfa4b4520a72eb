import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withAttachments } from './attachments.ts'
import { sentFiles } from './sent-files.ts'

const file = fc.record({
  kind: fc.constant('text' as const),
  name: fc.stringMatching(/^[a-z]{1,8}\.(?:md|ts)$/),
  text: fc
    .array(fc.constantFrom('a', 'b.md:', '```', '````', '', '  x', '# y'), { maxLength: 8 })
    .map((lines) => lines.join('\n')),
})

test('the files of a message come back as they were attached', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('', 'Look at these.', 'a:\nb'),
      fc.array(file, { maxLength: 3 }),
      (words, files) => {
        const found = sentFiles(withAttachments(words, files))
        expect(found).toEqual(files.map(({ name, text }) => ({ name, text: text.replace(/\n$/, '') })))
      },
    ),
  )
})

test('an ordinary message has none', () => {
  expect(sentFiles('Run this:\n\nnpm test')).toEqual([])
  expect(sentFiles('a.ts:\n```\nnever closed')).toEqual([])
})
