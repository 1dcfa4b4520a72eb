/** Maximum number of paragraphs of an answer that are read out. */
const MOST = 40

/** An answer as paragraphs for listening: without Markdown syntax, code only by its length. */
export function spokenParagraphs(text: string): readonly string[] {
  const spoken: string[] = []
  let code: number | null = null
  let lines: string[] = []
  const close = (): void => {
    const paragraph = lines.map(withoutSigns).join(' ').trim()
    if (paragraph !== '') spoken.push(paragraph)
    lines = []
  }
  for (const line of text.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) {
      close()
      if (code !== null) spoken.push(`Code, ${code} ${code === 1 ? 'line' : 'lines'}.`)
      code = code === null ? 0 : null
    } else if (code !== null) code += 1
    else if (line.trim() === '') close()
    else lines.push(line)
  }
  close()
  return spoken.slice(0, MOST)
}

function withoutSigns(line: string): string {
  return line
    .replace(/^\s*(?:#{1,6}|>|[-*+]|\d+[.)])\s+/, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`]{1,3}([^*_`]+)[*_`]{1,3}/g, '$1')
    .trim()
}
