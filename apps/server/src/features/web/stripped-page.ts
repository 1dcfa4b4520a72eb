import type { ReadablePage } from '../../readable-page/readable.ts'

/** Elements whose content is not readable text. */
const HIDDEN = new Set(['script', 'style', 'noscript', 'template', 'svg'])

/** A page without its tags, in one pass: for pages that cannot be parsed as documents. */
export function strippedPage(html: string): ReadablePage {
  const lower = html.toLowerCase()
  const words: string[] = []
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open < 0) break
    words.push(html.slice(at, open))
    const close = html.indexOf('>', open)
    if (close < 0) return page(words)
    const name = /^[a-z]+/.exec(lower.slice(open + 1, open + 12))?.[0] ?? ''
    const end = HIDDEN.has(name) ? lower.indexOf(`</${name}`, close) : close + 1
    if (end < 0) return page(words)
    at = end
  }
  words.push(html.slice(at))
  return page(words)
}

function page(words: readonly string[]): ReadablePage {
  const text = words.map((word) => word.trim()).filter((word) => word !== '')
  return { title: '', text: text.join('\n') }
}
