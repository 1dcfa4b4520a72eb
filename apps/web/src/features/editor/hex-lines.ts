/** Bytes of one line. */
const WIDTH = 16

/** Bytes as a hex dump: offset, numbers, letters. */
export function hexLines(bytes: Uint8Array, from: number): readonly string[] {
  return Array.from({ length: Math.ceil(bytes.length / WIDTH) }, (_, row) => {
    const part = bytes.subarray(row * WIDTH, (row + 1) * WIDTH)
    const numbers = Array.from(part, (byte) => byte.toString(16).padStart(2, '0'))
    const letters = Array.from(part, (byte) =>
      byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.',
    )
    const place = (from + row * WIDTH).toString(16).padStart(8, '0')
    return `${place}  ${numbers.join(' ').padEnd(WIDTH * 3 - 1)}  ${letters.join('')}`
  })
}
