/** Characters of an excerpt before and after the found word. Few before it, because a side bar is narrow. */
const AROUND = { before: 20, after: 100 } as const

/** The text around the first of the words, on one line. The agent writes Markdown, whose marks are left out. */
export function excerptOf(text: string, words: readonly string[], markdown: boolean): string {
  const plain = markdown ? withoutMarks(text) : text
  // A word may only occur in a mark, such as the address of a link.
  const shown = placeOf(plain, words) < 0 ? text : plain
  const at = placeOf(shown, words)
  const from = Math.max(0, at - AROUND.before)
  const piece = shown
    .slice(from, at + AROUND.after)
    .replace(/\s+/g, ' ')
    .trim()
    .toWellFormed()
  return `${from > 0 ? '…' : ''}${piece}${at + AROUND.after < shown.length ? '…' : ''}`
}

/** Where the first of the words is, or -1. */
function placeOf(text: string, words: readonly string[]): number {
  const lower = text.toLowerCase()
  const places = words.map((word) => lower.indexOf(word.toLowerCase())).filter((at) => at >= 0)
  return places.length === 0 ? -1 : Math.min(...places)
}

/** Roughly the text that a reader of the drawn answer sees: an excerpt begins and ends anywhere, so it cannot be parsed. */
function withoutMarks(markdown: string): string {
  return markdown
    .replace(/^ {0,3}(?:`{3,}|~{3,}).*$/gm, '')
    .replace(/^[ \t|:-]{3,}$/gm, '')
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+](?: \[[ xX]\])?)[ \t]+/gm, '')
    .replace(/^\|.*$/gm, (row) => row.replaceAll('|', ' '))
    .replace(/!?\[([^\]\n]{0,300})\]\([^)\s]{0,2000}\)/g, '$1')
    .replace(/(?<=^|[\s(])(?:\*{1,3}|_{1,3}|~~)(?=\S)|(?<=\S)(?:\*{1,3}|_{1,3}|~~)(?=[\s).,;:!?]|$)/gm, '')
    .replaceAll('`', '')
}
