import { expect, test } from 'vitest'
import { soundSeconds, soundType } from './sound-facts.ts'
import { mp3, wav } from './testing/sounds.ts'

const flac = Buffer.concat([
  Buffer.from('fLaC\0\0\0\x22', 'latin1'),
  Buffer.alloc(10),
  // 44,100 samples a second, one channel, 16 bits, 88,200 samples.
  Buffer.from([0x0a, 0xc4, 0x40, 0xf0, 0x00, 0x01, 0x58, 0x88]),
  Buffer.alloc(16),
])

test.each([
  ['audio/wav', wav(1.5), 1.5],
  ['audio/mpeg', mp3(100), 2.6122],
  ['audio/mpeg', Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x05tags!', 'latin1'), mp3(100)]), 2.6122],
  ['audio/flac', flac, 2],
] as const)('%s is known by its bytes, with its length', (type, bytes, seconds) => {
  expect(soundType(bytes)).toBe(type)
  expect(soundSeconds(bytes, type)).toBeCloseTo(seconds, 3)
  // Cut anywhere, nothing is read past its end.
  for (let length = 0; length < 64; length += 1) {
    const cut = bytes.subarray(0, length)
    const kind = soundType(cut)
    expect((kind && soundSeconds(cut, kind)) ?? 0).toBeLessThanOrEqual(seconds)
  }
})

test.each([
  ['audio/ogg', 'OggS'],
  ['audio/webm', '\x1a\x45\xdf\xa3'],
  ['audio/mp4', '\0\0\0\x20ftypM4A '],
  ['audio/aac', '\xff\xf1\x50\x80'],
  [undefined, 'no sound at all'],
  [undefined, ''],
])('%s by its first bytes', (type, text) => {
  expect(soundType(Buffer.from(text, 'latin1'))).toBe(type)
})
