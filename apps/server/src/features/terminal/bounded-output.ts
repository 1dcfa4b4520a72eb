import { plainText } from '../../tools/plain-text.ts'

/** Bytes kept from the start and from the end of an output. */
const HEAD = 20_000
const TAIL = 20_000

/**
 * Collects output in bounded memory: the beginning and the end are kept, the middle is only counted. Its text has no control sequences, so
 * that people and models read exactly what is there.
 */
export function boundedOutput(): { add(bytes: Buffer): void; text(): string } {
  const head: Buffer[] = []
  let headSize = 0
  let tail: Buffer[] = []
  let tailSize = 0
  let total = 0

  function add(bytes: Buffer): void {
    total += bytes.length
    const room = HEAD - headSize
    if (room > 0) {
      // Copied: a slice would keep its whole buffer alive.
      const first = Buffer.from(bytes.subarray(0, room))
      head.push(first)
      headSize += first.length
    }
    const rest = bytes.subarray(Math.max(room, 0))
    if (rest.length === 0) return
    tail.push(Buffer.from(rest.subarray(-TAIL)))
    tailSize += Math.min(rest.length, TAIL)
    if (tailSize > TAIL * 4) {
      const kept = Buffer.from(Buffer.concat(tail).subarray(-TAIL))
      tail = [kept]
      tailSize = kept.length
    }
  }

  return {
    add,
    text() {
      const end = Buffer.concat(tail).subarray(-TAIL)
      const left = total - headSize - end.length
      const parts = left === 0 ? [Buffer.concat([...head, end])] : [Buffer.concat(head), end]
      return parts.map((part) => plainText(part.toString('utf8'))).join(`\n[${left} bytes left out]\n`)
    },
  }
}
