import { plainText } from './plain-text.ts'

/** Milliseconds over which bytes are gathered, and most bytes of one piece: of more only the end is shown. */
const GATHER = 100
const PIECE = 16_000

/** Shows output while a command runs. A gigabyte costs no more than its last bytes ten times a second. */
export function liveOutput(show: (text: string) => void): { add(bytes: Buffer): void; end(): void } {
  let held: Buffer[] = []
  let size = 0
  let timer: NodeJS.Timeout | undefined

  function release(): void {
    clearTimeout(timer)
    timer = undefined
    if (size === 0) return
    const bytes = Buffer.concat(held).subarray(-PIECE)
    held = []
    size = 0
    show(plainText(bytes.toString('utf8')))
  }

  return {
    add(bytes) {
      held.push(bytes.length > PIECE ? Buffer.from(bytes.subarray(-PIECE)) : bytes)
      size += Math.min(bytes.length, PIECE)
      if (size > PIECE * 4) {
        held = [Buffer.from(Buffer.concat(held).subarray(-PIECE))]
        size = PIECE
      }
      timer ??= setTimeout(release, GATHER)
    },
    end: release,
  }
}
