import { expect, test } from 'vitest'
import { readAttachment, withAttachments } from './attachments.ts'

test('files stand below the message, in fences that they cannot close', () => {
  expect(withAttachments('look', [{ name: 'a.md', text: 'x\n```\ny\n' }])).toBe(
    'look\n\na.md:\n````\nx\n```\ny\n````',
  )
  expect(withAttachments('', [{ name: 'b`\n.txt', text: 'z' }])).toBe('b  .txt:\n```\nz\n```')
})

test.each([
  ['text', new File(['hello'], 'a.txt'), { ok: true, attachment: { name: 'a.txt', text: 'hello' } }],
  [
    'bytes',
    new File([new Uint8Array([0xff, 0xfe, 0x00])], 'a.png'),
    { ok: false, name: 'a.png', why: 'not_text' },
  ],
  ['zeros', new File(['a\u0000b'], 'a.bin'), { ok: false, name: 'a.bin', why: 'not_text' }],
  ['much', new File(['x'.repeat(60_001)], 'a.log'), { ok: false, name: 'a.log', why: 'too_large' }],
])('%s', async (_name, file, result) => {
  expect(await readAttachment(file)).toEqual(result)
})
