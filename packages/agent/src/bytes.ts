const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  return encoder.encode(text).length
}

/** As much of the beginning of a text as has so many bytes in UTF-8, and how many bytes are left. No character is cut in two. */
export function cutToBytes(text: string, limit: number): { readonly kept: string; readonly left: number } {
  // No character of a string has more than three bytes for each of its units.
  if (text.length * 3 <= limit) return { kept: text, left: 0 }
  const bytes = encoder.encode(text)
  if (bytes.length <= limit) return { kept: text, left: 0 }
  let end = limit
  while (end > 0 && isInsideCharacter(bytes[end])) end -= 1
  return { kept: decoder.decode(bytes.subarray(0, end)), left: bytes.length - end }
}

function isInsideCharacter(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}
