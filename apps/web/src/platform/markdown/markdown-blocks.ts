import { Lexer } from 'marked'
import type { Token } from 'marked'
import { MATH } from './rich/math-tokens.ts'

/** A text in blocks. Frozen blocks never change again; only the tail is parsed again when text arrives. */
export interface MarkdownBlocks {
  readonly frozen: readonly Token[]
  /** How many characters of the text the frozen blocks cover. */
  readonly frozenLength: number
  readonly tail: readonly Token[]
}

export const noBlocks: MarkdownBlocks = { frozen: [], frozenLength: 0, tail: [] }

/** Blocks at the end that more text can still change: the last one, and the one it may join. */
const TAIL_BLOCKS = 2

/** Parses a whole text. */
export function lexBlocks(text: string): readonly Token[] {
  return new Lexer({ gfm: true, breaks: false, extensions: MATH }).lex(text)
}

/** Parses a text that grew. `before` must come from a prefix of the same text. */
export function growBlocks(before: MarkdownBlocks, text: string): MarkdownBlocks {
  const tokens = lexBlocks(text.slice(before.frozenLength))
  const keep = tailStart(tokens)
  const settled = tokens.slice(0, keep)
  const length = settled.reduce((sum, token) => sum + token.raw.length, 0)
  return {
    frozen: settled.length === 0 ? before.frozen : [...before.frozen, ...settled],
    frozenLength: before.frozenLength + length,
    tail: tokens.slice(keep),
  }
}

/** Parses the same text as it grows, and remembers the frozen blocks. Any other text is parsed from its start. */
export function createBlockReader(): (text: string) => MarkdownBlocks {
  let known = { text: '', blocks: noBlocks }
  return (text) => {
    if (text !== known.text) {
      const grows = text.startsWith(known.text)
      known = { text, blocks: growBlocks(grows ? known.blocks : noBlocks, text) }
    }
    return known.blocks
  }
}

function tailStart(tokens: readonly Token[]): number {
  let blocks = 0
  for (let index = tokens.length - 1; index >= 0; index -= 1) {
    if (tokens[index]?.type !== 'space') blocks += 1
    if (blocks === TAIL_BLOCKS) return index
  }
  return 0
}
