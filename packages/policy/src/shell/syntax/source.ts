import type * as U from 'unbash'
import type * as A from '../ast.ts'
import type { Range } from '../../model/field.ts'
import type { Unreadable } from '../../model/part.ts'

export interface Problems {
  first: Unreadable | undefined
}

/** The text that positions of the parser's nodes index. */
export interface Source {
  readonly text: string
  readonly at: (position: number) => number
  readonly problems: Problems
  /** Readers for the content of words, passed in to avoid import cycles. */
  readonly nested: Nested
}

export interface Nested {
  readonly script: (script: U.ParsedScript, source: Source) => A.Script
  readonly part: (part: U.WordPart, source: Source, context: Context) => A.WordPart[]
}

/** The context of a word: decides what quotes, escapes and patterns in it mean. */
export type Context = 'plain' | 'pattern' | 'double' | 'here'

export function emptyScript(range: Range): A.Script {
  return { statements: [], range }
}

export function note(source: Source, reason: string | undefined, position: number): void {
  if (reason !== undefined) source.problems.first ??= { reason, position: source.at(position) }
}

/** The end is derived from the last character: the next one may follow a removed backslash. */
export function rangeOf(source: Source, start: number, end: number): Range {
  return { start: source.at(start), end: end > start ? source.at(end - 1) + 1 : source.at(start) }
}

export function nodeRange(source: Source, node: { readonly pos: number; readonly end: number }): Range {
  return rangeOf(source, node.pos, node.end)
}
