import type { ImageView } from '@countersign/protocol'

export type MediaType = ImageView['media_type']

/** The media type of an image that models accept, by its first bytes; undefined: it is not one. */
export function imageType(bytes: Buffer): MediaType | undefined {
  if (has(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (has(bytes, 0, '\xff\xd8\xff')) return 'image/jpeg'
  if (has(bytes, 0, 'GIF87a') || has(bytes, 0, 'GIF89a')) return 'image/gif'
  if (has(bytes, 0, 'RIFF') && has(bytes, 8, 'WEBP')) return 'image/webp'
  return undefined
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** The declared size of an image in pixels; undefined: it has none, so it is broken or not an image. */
export function imageSize(bytes: Buffer, type: MediaType): Size | undefined {
  switch (type) {
    case 'image/png':
      return has(bytes, 12, 'IHDR') ? size(at32(bytes, 16), at32(bytes, 20)) : undefined
    case 'image/gif':
      return size(low16(bytes, 6), low16(bytes, 8))
    case 'image/jpeg':
      return jpegSize(bytes)
    case 'image/webp':
      return webpSize(bytes)
  }
}

function has(bytes: Buffer, at: number, text: string): boolean {
  return bytes.subarray(at, at + text.length).toString('latin1') === text
}

function size(width: number | undefined, height: number | undefined): Size | undefined {
  return width && height ? { width, height } : undefined
}

const at16 = (bytes: Buffer, at: number) => (at + 2 <= bytes.length ? bytes.readUInt16BE(at) : undefined)
const at32 = (bytes: Buffer, at: number) => (at + 4 <= bytes.length ? bytes.readUInt32BE(at) : undefined)
const low16 = (bytes: Buffer, at: number) => (at + 2 <= bytes.length ? bytes.readUInt16LE(at) : undefined)
const low24 = (bytes: Buffer, at: number) => (at + 3 <= bytes.length ? bytes.readUIntLE(at, 3) : undefined)

/** Walks the segments to the first that starts a frame. */
function jpegSize(bytes: Buffer): Size | undefined {
  for (let at = 2; at + 4 <= bytes.length;) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    // Fill bytes before a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    // C0 to CF start a frame, except for the tables among them.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return size(at16(bytes, at + 7), at16(bytes, at + 5))
    const length = at16(bytes, at + 2)
    if (length === undefined || length < 2) return undefined
    at += 2 + length
  }
  return undefined
}

function webpSize(bytes: Buffer): Size | undefined {
  if (has(bytes, 12, 'VP8X')) {
    const [width, height] = [low24(bytes, 24), low24(bytes, 27)]
    return width === undefined || height === undefined ? undefined : size(width + 1, height + 1)
  }
  if (has(bytes, 12, 'VP8L')) {
    if (bytes.length < 25 || bytes[20] !== 0x2f) return undefined
    const bits = bytes.readUInt32LE(21)
    return size((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
  }
  if (!has(bytes, 12, 'VP8 ')) return undefined
  const [width, height] = [low16(bytes, 26), low16(bytes, 28)]
  return width === undefined || height === undefined ? undefined : size(width & 0x3fff, height & 0x3fff)
}
