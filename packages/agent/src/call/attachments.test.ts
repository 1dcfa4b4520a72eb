import { expect, test } from 'vitest'
import { attachmentsOf, readableResult } from './attachments.ts'

const picture = {
  id: `img_${'a'.repeat(64)}`,
  media_type: 'image/png' as const,
  bytes: 10,
  width: 2,
  height: 3,
  name: 'dot.png',
}
const { media_type: mime, ...rest } = picture
const image = { kind: 'image', mime, ...rest }
const sound = { kind: 'audio', id: 'snd_1', mime: 'audio/ogg', bytes: 20, name: 'hello.ogg' }

test('a picture is looked at; what is of another kind is a file with a name', () => {
  expect(readableResult({ text: 'made', attachments: [image, sound] })).toEqual({
    text: 'made\n[file hello.ogg: audio/ogg, 20 bytes]',
    images: [picture],
  })
  expect(readableResult({ text: 'made' })).toEqual({ text: 'made' })
  expect(readableResult({ text: 'made', attachments: [sound] })).not.toHaveProperty('images')
})

test('a picture that no model could be shown is a file, too', () => {
  const odd = { ...image, mime: 'image/tiff' }
  expect(readableResult({ text: '', attachments: [odd] })).toEqual({
    text: '\n[file dot.png: image/tiff, 10 bytes]',
  })
})

test('rows of earlier versions have pictures alone', () => {
  const old = { text: 'read', images: [picture] }
  expect(attachmentsOf(old)).toEqual([image])
  expect(readableResult(old)).toEqual({ text: 'read', images: [picture] })
})
