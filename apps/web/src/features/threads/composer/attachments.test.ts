import type { ImageView } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { picturesOf, readAttachment, withAttachments } from './attachments.ts'

const image: ImageView = {
  id: `img_${'a'.repeat(64)}`,
  media_type: 'image/png',
  bytes: 4,
  width: 1,
  height: 1,
  name: 'x',
}
const text = (name: string, words: string) => ({ kind: 'text', name, text: words }) as const
const picture = { kind: 'image', name: 'photo.png', image } as const

test('files stand below the message, in fences that they cannot close', () => {
  expect(withAttachments('look', [text('a.md', 'x\n```\ny\n')])).toBe('look\n\na.md:\n````\nx\n```\ny\n````')
  expect(withAttachments('', [text('b`\n.txt', 'z')])).toBe('b  .txt:\n```\nz\n```')
})

test('pictures go along by their id; alone they are called by their name', () => {
  expect(withAttachments('look', [picture])).toBe('look')
  expect(withAttachments('', [picture, picture])).toBe('photo.png, photo.png')
  expect(withAttachments('', [])).toBe('')
  expect(picturesOf([text('a.md', 'x'), picture])).toEqual([{ ...image, name: 'photo.png' }])
})

const png = (size: number) => new File([new Uint8Array(size)], 'a.png', { type: 'image/png' })

test.each([
  [
    'text',
    new File(['hello'], 'a.txt'),
    { ok: true, attachment: { kind: 'text', name: 'a.txt', text: 'hello' } },
  ],
  ['bytes', new File([new Uint8Array([0xff, 0xfe])], 'a.zip'), { ok: false, name: 'a.zip', why: 'not_text' }],
  ['zeros', new File(['a\u0000b'], 'a.bin'), { ok: false, name: 'a.bin', why: 'not_text' }],
  ['much', new File(['x'.repeat(60_001)], 'a.log'), { ok: false, name: 'a.log', why: 'too_large' }],
  ['a picture', png(4), { ok: true, attachment: { kind: 'image', name: 'a.png', image } }],
  ['a large picture', png(3_750_001), { ok: false, name: 'a.png', why: 'picture_too_large' }],
])('%s', async (_name, file, result) => {
  const keep = async () => Promise.resolve({ ok: true, value: image } as const)
  expect(await readAttachment(file, keep)).toEqual(result)
})

test('a picture that the server does not take says why', async () => {
  const keep = async () => Promise.resolve({ ok: false, status: 400, message: 'no picture' } as const)
  expect(await readAttachment(png(4), keep)).toEqual({
    ok: false,
    name: 'a.png',
    why: 'refused',
    reason: 'no picture',
  })
})
