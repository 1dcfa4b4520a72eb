import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { line, plainText, widthOf, wrap, wrapAll, type Line } from '../lines.ts'
import { visible } from '../visible.ts'
import { inlineLines } from './inline-lines.ts'
import { tableLines } from './table-lines.ts'

/**
 * A model's text, drawn for a terminal of this width. Incomplete text is drawn as far as possible: an unclosed fence, list or table looks
 * as it will when closed. `most`: this many lines from the end are enough.
 */
export function markdownLines(text: string, width: number, most = Infinity): readonly Line[] {
  const tokens = new Lexer({ gfm: true, breaks: false }).lex(text.trimEnd())
  const blocks: (readonly Line[])[] = []
  let height = 0
  // From its end: only the last lines of a long, growing answer are on the screen.
  for (const token of tokens.toReversed()) {
    const lines = blockLines(token, width)
    if (lines.length === 0) continue
    blocks.unshift(lines)
    height += lines.length + 1
    if (height > most) break
  }
  return apart(blocks)
}

/** Blocks with a blank line between them. */
function apart(blocks: readonly (readonly Line[])[]): readonly Line[] {
  return blocks.flatMap((lines, index) => (index === 0 ? lines : [[], ...lines]))
}

function blockLines(token: Token, width: number): readonly Line[] {
  const block = token as MarkedToken // without extensions the lexer only produces its own kinds
  switch (block.type) {
    case 'heading':
      return wrapAll(
        inlineLines(block.tokens).map((one) =>
          one.map((span) => (span.tone === 'plain' ? { ...span, tone: 'strong' as const } : span)),
        ),
        width,
      )
    case 'paragraph':
      return wrapAll(inlineLines(block.tokens), width)
    case 'text':
      return wrapAll(inlineLines(block.tokens ?? [block]), width)
    case 'code':
      return codeLines(block, width)
    case 'blockquote':
      return within(
        apart(block.tokens.map((one) => blockLines(one, width - 2)).filter((lines) => lines.length > 0)),
        [{ text: '│ ', tone: 'dim' }],
      )
    case 'list':
      return listLines(block, width)
    case 'table':
      return tableLines(block, width)
    case 'hr':
      return [line('─'.repeat(Math.min(width, RULE)), 'dim')]
    case 'space':
      return []
    default:
      return wrapAll(written(block.raw), width)
  }
}

const RULE = 40

/** Text as written, for elements that are not drawn. */
function written(raw: string): readonly Line[] {
  return visible(raw.trimEnd())
    .split('\n')
    .map((one) => line(one))
}

/** Long lines are wrapped: no part of a command may be missing. */
function codeLines({ text, lang }: Tokens.Code, width: number): readonly Line[] {
  const name = lang === undefined || lang === '' ? [] : [line(`  ${visible(lang)}`, 'dim')]
  const lines = visible(text)
    .split('\n')
    .flatMap((one) => wrap(line(`  ${one}`, 'code'), width, 2))
  return [...name, ...lines]
}

function listLines(list: Tokens.List, width: number): readonly Line[] {
  const first = Number(list.start) || 1
  const last = String(first + list.items.length - 1).length
  const items = list.items.map((item, index) => {
    const mark = item.task ? '' : list.ordered ? `${String(first + index).padStart(last)}. ` : '• '
    return itemLines(item, mark, width)
  })
  return list.loose ? apart(items) : items.flat()
}

function itemLines(item: Tokens.ListItem, mark: string, width: number): readonly Line[] {
  // A task has a box in place of the mark.
  const indent = item.task ? BOX : mark.length
  const blocks = joined(item.tokens).map((tokens) => {
    const [first] = tokens
    return first !== undefined && tokens.length === 1 && !INLINE.has(first.type)
      ? blockLines(first, width - indent)
      : inlineLines(tokens).flatMap((one) => wrap(one, width - mark.length, item.task ? BOX : 0))
  })
  const lines = item.loose ? apart(blocks.filter((one) => one.length > 0)) : blocks.flat()
  return lines.length === 0 ? [line(mark.trimEnd())] : within(lines, line(mark))
}

const BOX = 4
const INLINE: ReadonlySet<string> = new Set(['checkbox', 'text'])

/** The box of a task and the text after it are one line. */
function joined(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const groups: Token[][] = []
  for (const token of tokens) {
    const before = groups.at(-1)
    if (token.type === 'text' && before?.at(-1)?.type === 'checkbox') before.push(token)
    else groups.push([token])
  }
  return groups
}

/** The first line after a mark, the others below it; a bar precedes all of them. */
function within(lines: readonly Line[], mark: Line): readonly Line[] {
  const isBar = plainText(mark).startsWith('│')
  const blank = line(' '.repeat(widthOf(mark)))
  return lines.map((one, index) => [...(index === 0 || isBar ? mark : blank), ...one])
}
