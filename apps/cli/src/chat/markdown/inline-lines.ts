import type { MarkedToken, Token } from 'marked'
import { line, type Line, type Span, type Tone } from '../lines.ts'
import { visible } from '../visible.ts'

/** Text within a block, as unwrapped lines: a break starts a new one. */
export function inlineLines(tokens: readonly Token[]): readonly Line[] {
  const lines: Span[][] = [[]]
  for (const span of tokens.flatMap((token) => spansOf(token, 'plain'))) {
    const [first = '', ...others] = span.text.split(BREAK)
    if (first !== '') lines.at(-1)?.push({ ...span, text: first })
    for (const text of others) lines.push(text === '' ? [] : [{ ...span, text }])
  }
  return lines
}

/** A deliberate line break; other line ends are blanks. */
const BREAK = '\n'

function spansOf(token: Token, tone: Tone): readonly Span[] {
  const inline = token as MarkedToken // without extensions the lexer only produces its own kinds
  switch (inline.type) {
    case 'text':
      return inline.tokens === undefined
        ? words(inline.text, tone)
        : inline.tokens.flatMap((one) => spansOf(one, tone))
    case 'escape':
      return words(inline.text, tone)
    case 'strong':
      return inline.tokens.flatMap((one) => spansOf(one, 'strong'))
    case 'em':
      return inline.tokens.flatMap((one) => spansOf(one, tone === 'plain' ? 'em' : tone))
    case 'del':
      return [...line('~~'), ...inline.tokens.flatMap((one) => spansOf(one, 'dim')), ...line('~~')]
    case 'codespan':
      return words(inline.text, 'code')
    case 'br':
      return [{ text: BREAK, tone }]
    case 'link':
      return linkSpans(inline.text, inline.href)
    case 'image':
      return words(`[${inline.text === '' ? inline.href : inline.text}]`, 'dim')
    case 'checkbox':
      return line(inline.checked ? '[x] ' : '[ ] ')
    default:
      return words(inline.raw, tone)
  }
}

/** The target of a link is always visible. */
function linkSpans(text: string, href: string): readonly Span[] {
  const shown = words(text, 'link')
  const same = text === href || `mailto:${text}` === href || `http://${text}` === href
  return same ? shown : [...shown, ...words(` (${href})`, 'dim')]
}

function words(text: string, tone: Tone): readonly Span[] {
  return line(visible(text).replaceAll('\n', ' '), tone)
}
