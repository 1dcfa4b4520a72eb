/** Characters kept from the start and from the end of an output. */
const HEAD = 20_000
const TAIL = 20_000

/** Collects output in bounded memory: the beginning and the end are kept, the middle is counted. */
export function boundedOutput(): { add(bytes: Buffer): void; text(): string } {
  const decoder = new TextDecoder()
  let head = ''
  let tail = ''
  let dropped = 0
  const take = (text: string) => {
    const room = HEAD - head.length
    if (room > 0) head += text.slice(0, room)
    tail += text.slice(Math.max(room, 0))
    if (tail.length > TAIL * 2) {
      dropped += tail.length - TAIL
      tail = tail.slice(-TAIL)
    }
  }
  return {
    add: (bytes) => take(decoder.decode(bytes, { stream: true })),
    text() {
      take(decoder.decode())
      const cut = tail.length > TAIL ? tail.length - TAIL : 0
      const left = dropped + cut
      return left === 0 ? head + tail : `${head}\n[${left} characters left out]\n${tail.slice(-TAIL)}`
    },
  }
}
