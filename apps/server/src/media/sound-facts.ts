export type SoundType =
  | 'audio/mpeg'
  | 'audio/wav'
  | 'audio/ogg'
  | 'audio/flac'
  | 'audio/webm'
  | 'audio/mp4'
  | 'audio/aac'

/** The media type of a sound by its first bytes; undefined: it is not a sound. */
export function soundType(bytes: Buffer): SoundType | undefined {
  const has = (at: number, text: string) => bytes.subarray(at, at + text.length).toString('latin1') === text
  if (has(0, 'RIFF') && has(8, 'WAVE')) return 'audio/wav'
  if (has(0, 'OggS')) return 'audio/ogg'
  if (has(0, 'fLaC')) return 'audio/flac'
  if (has(0, '\x1a\x45\xdf\xa3')) return 'audio/webm'
  if (has(4, 'ftyp')) return 'audio/mp4'
  if (has(0, 'ID3')) return 'audio/mpeg'
  const [first = 0, second = 0] = bytes
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined
  return (second & 0x06) === 0 ? 'audio/aac' : 'audio/mpeg'
}

/** The duration of a sound, if it can be read without decoding. */
export function soundSeconds(bytes: Buffer, type: SoundType): number | undefined {
  switch (type) {
    case 'audio/wav':
      return wavSeconds(bytes)
    case 'audio/mpeg':
      return mp3Seconds(bytes)
    case 'audio/flac':
      return flacSeconds(bytes)
    case 'audio/ogg':
      return oggSeconds(bytes)
    default:
      return undefined
  }
}

/** Chunk by chunk: bytes of sound divided by bytes per second. Programs that write to a pipe leave the length open. */
function wavSeconds(bytes: Buffer): number | undefined {
  let rate = 0
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    if (name === 'fmt ' && at + 20 <= bytes.length) rate = bytes.readUInt32LE(at + 16)
    if (name === 'data') return rate === 0 ? undefined : Math.min(length, bytes.length - at - 8) / rate
    at += 8 + length + (length % 2)
  }
  return undefined
}

const BIT_RATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const
const SAMPLE_RATES = [44_100, 48_000, 32_000] as const

/** Frame by frame: with a variable bit rate the size is not enough. */
function mp3Seconds(bytes: Buffer): number | undefined {
  let at = bytes.toString('latin1', 0, 3) === 'ID3' && bytes.length >= 10 ? 10 + tagLength(bytes) : 0
  let seconds = 0
  while (at + 4 <= bytes.length) {
    const header = bytes.readUInt32BE(at)
    const version = (header >>> 19) & 3
    const sampleRate = SAMPLE_RATES[(header >>> 10) & 3]
    const bitRate = BIT_RATES[version === 3 ? 0 : 1][(header >>> 12) & 15]
    // A tag at the end, or garbage.
    if (header >>> 21 !== 0x7ff || version === 1 || ((header >>> 17) & 3) !== 1 || !sampleRate || !bitRate)
      break
    const rate = sampleRate / (version === 3 ? 1 : version === 2 ? 2 : 4)
    const samples = version === 3 ? 1152 : 576
    seconds += samples / rate
    at += Math.floor(((samples / 8) * bitRate * 1000) / rate) + ((header >>> 9) & 1)
  }
  return seconds === 0 ? undefined : seconds
}

/** Four bytes of seven bits. */
function tagLength(bytes: Buffer): number {
  return [6, 7, 8, 9].reduce((length, at) => length * 128 + ((bytes[at] ?? 0) & 0x7f), 0)
}

function flacSeconds(bytes: Buffer): number | undefined {
  if (bytes.length < 26) return undefined
  const rate = bytes.readUIntBE(18, 3) >>> 4
  const samples = (bytes.readUInt8(21) & 0x0f) * 2 ** 32 + bytes.readUInt32BE(22)
  return rate === 0 || samples === 0 ? undefined : samples / rate
}

/** The last page has the number of samples: for Opus always 48,000 per second. */
function oggSeconds(bytes: Buffer): number | undefined {
  const last = bytes.lastIndexOf('OggS')
  if (!bytes.subarray(0, 100).includes('OpusHead') || last < 0 || last + 14 > bytes.length) return undefined
  return Number(bytes.readBigUInt64LE(last + 6)) / 48_000
}
