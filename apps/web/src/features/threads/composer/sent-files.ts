/** A text file inside a message that was sent. */
export interface SentFile {
  readonly name: string
  readonly text: string
}

/** The first line of an attached file, as `withAttachments` writes it: its name, then a fence. */
const OPENING = /^(?<name>[^\n]+):\n(?<fence>`{3,})\n/

/** The text files that `withAttachments` put below a message, which start after an empty line. */
export function sentFiles(message: string): readonly SentFile[] {
  const files: SentFile[] = []
  for (let at = 0; at !== -1;) {
    const rest = message.slice(at)
    const { name, fence } = OPENING.exec(rest)?.groups ?? {}
    if (name === undefined || fence === undefined) {
      at = after(message, at)
      continue
    }
    const start = at + name.length + fence.length + 3
    const end = endOf(message, start, fence)
    if (end === null) return files
    files.push({ name, text: message.slice(start, end) })
    at = after(message, end)
  }
  return files
}

/** Where the paragraph after this place starts; -1 if there is none. */
function after(message: string, at: number): number {
  const gap = message.indexOf('\n\n', at)
  return gap === -1 ? -1 : gap + 2
}

/** Where the content ends: before a line that is the fence and nothing else. */
function endOf(message: string, start: number, fence: string): number | null {
  for (let at = start - 1; at !== -1; at = message.indexOf('\n', at + 1)) {
    const next = at + 1 + fence.length
    if (message.startsWith(fence, at + 1) && (next === message.length || message[next] === '\n'))
      return Math.max(start, at)
  }
  return null
}
