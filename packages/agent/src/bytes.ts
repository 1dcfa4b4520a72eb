const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * Node's own function counts without encoding, which matters because this runs for every chunk that a model sends. Browsers do not have it,
 * so it cannot be imported.
 */
const native = globalThis.process?.getBuiltinModule?.('node:buffer')?.Buffer

/** Bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  return native === undefined ? encoder.encode(text).length : native.byteLength(text)
}

/** The longest prefix of a text that fits into `limit` bytes of UTF-8, and how many bytes remain. It never splits a character. */
export function cutToBytes(text: string, limit: number): { readonly kept: string; readonly left: number } {
  // No UTF-16 unit takes more than three bytes.
  if (text.length * 3 <= limit) return { kept: text, left: 0 }
  const bytes = encoder.encode(text)
  if (bytes.length <= limit) return { kept: text, left: 0 }
  let end = limit
  while (end > 0 && isInsideCharacter(bytes[end])) end -= 1
  return { kept: decoder.decode(bytes.subarray(0, end)), left: bytes.length - end }
}

/** A result as a model reads it: cut at the limit, with a note that says how to get the rest. */
export function cutResult(text: string, limit: number): string {
  const { kept, left } = cutToBytes(text, limit)
  return left === 0 ? text : `${kept}\n[cut: ${left} more bytes; ask for a smaller range to see them]`
}

function isInsideCharacter(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}
