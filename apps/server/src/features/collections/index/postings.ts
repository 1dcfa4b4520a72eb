/** One passage with a term: its number, the count, and the length of the passage. */
export interface Posting {
  readonly number: number
  readonly count: number
  /** As one byte; see `LENGTHS`. */
  readonly length: number
}

/** A row of the index. */
export interface Block {
  readonly first: number
  readonly n: number
  readonly data: Buffer
}

/** Most postings of one block. */
const BLOCK = 512

/** Lengths up to this are exact; longer ones grow by one percent, so that they fit into a byte. */
const EXACT = 127
const GROWTH = 1.03

/** The length for each byte. */
export const LENGTHS: Float64Array = Float64Array.from({ length: 256 }, (_item, byte) =>
  byte <= EXACT ? byte : Math.round(EXACT * GROWTH ** (byte - EXACT)),
)

/** The byte of a length. Tail and segments both use it, so that a passage has the same length in both. */
export function lengthByte(length: number): number {
  if (length <= EXACT) return Math.max(0, length)
  return Math.min(255, EXACT + Math.round(Math.log(length / EXACT) / Math.log(GROWTH)))
}

/** Most that a count can say. */
export const MOST_COUNTED = 255

/** Encodes postings, which are in order of their numbers, as blocks: gap as varint, count, length. */
export function blocksOf(postings: readonly Posting[]): readonly Block[] {
  const blocks: Block[] = []
  for (let at = 0; at < postings.length; at += BLOCK) {
    const some = postings.slice(at, at + BLOCK)
    const first = some[0]?.number ?? 0
    const bytes: number[] = []
    let before = first
    for (const { number, count, length } of some) {
      let gap = number - before
      while (gap > 127) {
        bytes.push((gap & 127) | 128)
        gap >>>= 7
      }
      bytes.push(gap, Math.min(count, MOST_COUNTED), length)
      before = number
    }
    blocks.push({ first, n: some.length, data: Buffer.from(bytes) })
  }
  return blocks
}

/** Calls `each` for every posting of a block. */
export function readBlock(
  { first, n, data }: Block,
  each: (number: number, count: number, length: number) => void,
): void {
  let at = 0
  let number = first
  for (let index = 0; index < n; index += 1) {
    let gap = 0
    let shift = 0
    for (;;) {
      const byte = data[at] ?? 0
      at += 1
      gap |= (byte & 127) << shift
      if (byte < 128) break
      shift += 7
    }
    number += gap
    each(number, data[at] ?? 0, data[at + 1] ?? 0)
    at += 2
  }
}
