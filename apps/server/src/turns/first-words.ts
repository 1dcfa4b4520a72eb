const LIMIT = 60

/** A title without a model: the beginning of the first message, cut at a word. */
export function firstWords(message: string): string {
  const line = message.trim().split('\n', 1)[0] ?? ''
  const plain = line.replace(/\s+/g, ' ')
  if (plain.length <= LIMIT) return plain
  const cut = plain.slice(0, LIMIT)
  const space = cut.lastIndexOf(' ')
  return `${space > LIMIT / 2 ? cut.slice(0, space) : cut}…`
}
