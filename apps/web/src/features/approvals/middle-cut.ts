/** A text in one line: its beginning and its end, because the end of a command matters as much as its start. */
export function middleCut(text: string, limit: number): string {
  const line = text.replace(/\s*\n\s*/g, ' ⏎ ')
  if (line.length <= limit) return line
  const head = Math.ceil((limit - 1) / 2)
  return `${line.slice(0, head)}…${line.slice(line.length - (limit - 1 - head))}`
}
