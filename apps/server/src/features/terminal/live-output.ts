import { StringDecoder } from 'node:string_decoder'
import { plainText } from '../../tools/plain-text.ts'

/** Milliseconds over which bytes are collected, and maximum bytes of a piece: of more only the end is shown. */
const GATHER = 100
const PIECE = 16_000

/** Shown in place of omitted output. */
const GAP = '\n[…]\n'

/**
 * Shows output while a command runs. A gigabyte costs no more than its last bytes ten times a second. Characters and control sequences that
 * span two pieces are shown once complete; after an omission it continues with the next line.
 */
export function liveOutput(show: (text: string) => void): { add(bytes: Buffer): void; end(): void } {
  let held: Buffer[] = []
  let size = 0
  let cut = false
  let decoder = new StringDecoder('utf8')
  let begun = ''
  let timer: NodeJS.Timeout | undefined

  function release(last: boolean): void {
    clearTimeout(timer)
    timer = undefined
    keepEnd()
    const bytes = Buffer.concat(held)
    held = []
    size = 0
    if (cut) {
      decoder = new StringDecoder('utf8')
      begun = ''
    }
    const decoded = begun + decoder.write(bytes) + (last ? decoder.end() : '')
    const text = cut ? GAP + fromNextLine(decoded) : decoded
    cut = false
    const whole = last ? text.length : text.length - (UNFINISHED.exec(text)?.[0].length ?? 0)
    begun = text.slice(whole)
    if (whole > 0) show(plainText(text.slice(0, whole)))
  }

  function keepEnd(): void {
    if (size <= PIECE) return
    held = [Buffer.from(Buffer.concat(held).subarray(-PIECE))]
    size = PIECE
    cut = true
  }

  return {
    add(bytes) {
      held.push(bytes)
      size += bytes.length
      if (size > PIECE * 4) keepEnd()
      timer ??= setTimeout(() => release(false), GATHER)
    },
    end: () => release(true),
  }
}

/** A control sequence, or a two-character line break, that may continue in the next piece. */
const UNFINISHED =
  // eslint-disable-next-line no-control-regex -- control characters are what this is about
  /(?:\r|\u001b(?:[\]PX^_][^\u0007\u001b\u009c\n\r]{0,500}\u001b?|\[[0-?]{0,500}[ -/]{0,16}|[ -/]{0,4}))$/

/** A line of a private key, whose header may have been omitted. */
const INSIDE_OF_KEY = /^(?:[A-Za-z0-9+/=]{16,}|-----END [A-Z ]*-----)$/

/** The text after the first line break: half a line may contain half a secret that would not be recognised. */
function fromNextLine(text: string): string {
  const [, ...lines] = text.split('\n')
  const first = lines.findIndex((line) => !INSIDE_OF_KEY.test(line.trimEnd()))
  return first === -1 ? '' : lines.slice(first).join('\n')
}
