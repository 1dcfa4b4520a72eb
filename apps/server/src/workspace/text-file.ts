/** The encoding of a file. */
export type Encoding = 'utf8' | 'utf8-bom' | 'utf16le' | 'utf16be' | 'latin1'

/** A file's text, with everything needed to write it back in the same form. */
export interface TextFile {
  readonly text: string
  readonly encoding: Encoding
  /** `crlf`: every line ends that way; `text` then has plain line ends, which are converted back when it is written. */
  readonly lineEnds: 'crlf' | 'as-is'
}

/** Bytes in which a zero byte makes a file binary. */
const PROBE = 8192

/** Decodes bytes as text; undefined: they are not text. */
export function decodeText(bytes: Buffer): TextFile | undefined {
  const encoding = encodingOf(bytes)
  if (encoding === undefined) return undefined
  const text = decode(bytes, encoding)
  const crlf = text.includes('\r\n') && !/(?<!\r)\n|\r(?!\n)/.test(text)
  return crlf
    ? { text: text.replaceAll('\r\n', '\n'), encoding, lineEnds: 'crlf' }
    : { text, encoding, lineEnds: 'as-is' }
}

/** Encodes text like `like`. If its encoding lacks a character, UTF-8 is used. */
export function encodeText(text: string, like: Pick<TextFile, 'encoding' | 'lineEnds'>): Buffer {
  const ended = like.lineEnds === 'crlf' ? text.replaceAll(/\r?\n/g, '\r\n') : text
  switch (like.encoding) {
    case 'utf8':
      return Buffer.from(ended, 'utf8')
    case 'utf8-bom':
      return Buffer.from(`\ufeff${ended}`, 'utf8')
    case 'utf16le':
      return Buffer.from(`\ufeff${ended}`, 'utf16le')
    case 'utf16be':
      return Buffer.from(`\ufeff${ended}`, 'utf16le').swap16()
    case 'latin1':
      return Buffer.from(ended, isLatin(ended) ? 'latin1' : 'utf8')
  }
}

function isLatin(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0xff) return false
  return true
}

function encodingOf(bytes: Buffer): Encoding | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf8-bom'
  if (bytes.length % 2 === 0 && bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf16le'
  if (bytes.length % 2 === 0 && bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf16be'
  if (bytes.subarray(0, PROBE).includes(0)) return undefined
  return isUtf8Text(bytes) ? 'utf8' : looksLikeLatin(bytes) ? 'latin1' : undefined
}

function decode(bytes: Buffer, encoding: Encoding): string {
  switch (encoding) {
    case 'utf8':
      return bytes.toString('utf8')
    case 'utf8-bom':
      return bytes.subarray(3).toString('utf8')
    case 'utf16le':
      return bytes.subarray(2).toString('utf16le')
    case 'utf16be':
      return Buffer.from(bytes.subarray(2)).swap16().toString('utf16le')
    case 'latin1':
      return bytes.toString('latin1')
  }
}

function isUtf8Text(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf8', { fatal: true }).decode(bytes)
    return true
  } catch {
    // The decoder's only way to report that these bytes are not UTF-8.
    return false
  }
}

/** Old texts have characters above 127, and hardly any control characters. */
function looksLikeLatin(bytes: Buffer): boolean {
  const probe = bytes.subarray(0, PROBE)
  const controls = probe.filter((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27)).length
  return controls * 50 < probe.length
}
