const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Node's own function counts without encoding, and it runs for every chunk that a model sends. It is not imported, because browsers have none. */
const native = globalThis.process?.getBuiltinModule?.('node:buffer')?.Buffer

/** Bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  return native === undefined ? encoder.encode(text).length : native.byteLength(text)
}

/** The longest start of a text that fits into `limit` bytes of UTF-8, and how many bytes are left. No character is cut in two. */
export function cutToBytes(text: string, limit: number): { readonly kept: string; readonly left: number } {
  // No character of a string has more than three bytes for each of its units.
  if (text.length * 3 <= limit) return { kept: text, left: 0 }
  const bytes = encoder.encode(text)
  if (bytes.length <= limit) return { kept: text, left: 0 }
  let end = limit
  while (end > 0 && isInsideCharacter(bytes[end])) end -= 1
  return { kept: decoder.decode(bytes.subarray(0, end)), left: bytes.length - end }
}

/** A result as a model gets it: what is above the limit is cut, with a note of how to get it. */
export function cutResult(text: string, limit: number): string {
  const { kept, left } = cutToBytes(text, limit)
  return left === 0 ? text : `${kept}\n[cut: ${left} more bytes; ask for a smaller range to see them]`
}

function isInsideCharacter(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}
