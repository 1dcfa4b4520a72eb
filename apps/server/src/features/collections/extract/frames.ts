/** Messages between the server and its reader: the length of a header, the header as JSON, then as many bytes as it says. */
export interface Frame {
  readonly head: unknown
  readonly body: Buffer
}

export function frameOf(head: Readonly<Record<string, unknown>>, body: Buffer = Buffer.alloc(0)): Buffer {
  const text = Buffer.from(JSON.stringify({ ...head, bytes: body.length }))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  return Buffer.concat([length, text, body])
}

/** Assembles frames from their pieces. */
export function frameReader(took: (frame: Frame) => void): (piece: Buffer) => void {
  let pieces: Buffer[] = []
  let have = 0
  let need = 4
  let head: { readonly bytes: number } | undefined
  let headLength: number | undefined
  const take = (n: number): Buffer => {
    const all = Buffer.concat(pieces)
    pieces = [all.subarray(n)]
    have -= n
    return all.subarray(0, n)
  }
  return (piece) => {
    pieces.push(piece)
    have += piece.length
    while (have >= need) {
      const part = take(need)
      if (headLength === undefined) {
        headLength = part.readUInt32BE()
        need = headLength
      } else if (head === undefined) {
        head = JSON.parse(part.toString('utf8')) as { bytes: number } // written by `frameOf`
        need = head.bytes
      } else {
        took({ head, body: part })
        head = undefined
        headLength = undefined
        need = 4
      }
    }
  }
}
