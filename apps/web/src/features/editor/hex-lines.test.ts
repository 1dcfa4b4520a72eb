import { expect, test } from 'vitest'
import { hexLines } from './hex-lines.ts'

test('a line has its place, sixteen bytes and their letters', () => {
  const bytes = new TextEncoder().encode('Countersign\u0000\u0001 and more')
  expect(hexLines(bytes, 0x100)).toEqual([
    '00000100  43 6f 75 6e 74 65 72 73 69 67 6e 00 01 20 61 6e  Countersign.. an',
    '00000110  64 20 6d 6f 72 65                                d more',
  ])
  expect(hexLines(new Uint8Array(), 0)).toEqual([])
})
