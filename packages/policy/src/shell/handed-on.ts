import type { Input } from './context.ts'
import { literal, type Field } from './field.ts'
import { hole, type Hole, type Value } from './value.ts'

/**
 * What a filter hands on of words that are not known but plain, or of rows that begin with such a word: whole lines, or
 * one word of each. Undefined: it may print something else.
 */
export function handedOn(name: string, args: readonly Field[], stdin: Input): readonly Value[] | undefined {
  const given = stdin.kind === 'text' ? onlyHole(stdin.values) : undefined
  if (given === undefined) return undefined
  const words = args.map(literal)
  if (words.includes(undefined)) return undefined
  const form = words.join('\t')
  if (LINES.get(name)?.test(form) === true) return [[given]]
  const column = COLUMNS.get(name)?.exec(form)?.[1]
  if (column === undefined) return undefined
  return given.origin === 'plain' || column === '1' ? [[hole(given.source, 'plain')]] : undefined
}

/** The one thing that is printed, when something is certain of its words. */
export function onlyHole(values: readonly Value[]): Hole | undefined {
  const [value, other] = values
  const [bit, more] = value ?? []
  if (bit?.kind !== 'hole' || more !== undefined || other !== undefined) return undefined
  return bit.origin === 'plain' || bit.rows === true ? bit : undefined
}

/** A pattern and no file behind it. Options that print more than lines of the input (`-o`, `-n`, `-A`) are not here. */
const PATTERN = /^(?:-[EFiwxv]+\t)*(?:-m\t?\d+\t)?(?:-e\t)?[^\t-][^\t]*$/

/** Words, parted by tabs, with which a filter prints lines of its input as they are, and no file. */
const LINES: ReadonlyMap<string, RegExp> = new Map([
  ['head', /^(?:-\d+|-n\t?\d+|--lines=\d+)?$/],
  ['tail', /^(?:-\d+|-n\t?\+?\d+|--lines=\+?\d+)?$/],
  ['sort', /^(?:-[rnuVhbs]+(?:\t|$))*(?:-k\t?\d+\w*(?:,\d+\w*)?)?$/],
  ['uniq', /^$/],
  ['tac', /^$/],
  ['grep', PATTERN],
  ['egrep', PATTERN],
  ['fgrep', PATTERN],
  ['sed', /^-n\t(?:\d+|\$)(?:,(?:\d+|\$))?p$/],
  ['awk', /^(?:NR ?(?:==|>=?|<=?) ?\d+|\/[\w. -]+\/)$/],
])

/** The same for filters that print one word of each line: the group says which. */
const COLUMNS: ReadonlyMap<string, RegExp> = new Map([
  ['awk', /^(?:(?:NR ?(?:==|>=?|<=?) ?\d+|\/[\w. -]+\/) ?)?\{ ?print \$(\d+|NF);? ?\}$/],
  ['cut', /^-d\t? \t-f\t?(\d+)$/],
])
