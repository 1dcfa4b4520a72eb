import type { Input } from './context.ts'
import { literal, type Field } from '../model/field.ts'
import { printedWords } from './plain-outputs.ts'
import { hole, onlyHole, type Hole, type Value } from './value.ts'

/**
 * The part of plain but unknown input that a filter prints again: whole lines, one word of each line, or the first word of rows that begin
 * with a plain one. Undefined if it may print anything else.
 */
export function passedThrough(
  name: string,
  args: readonly Field[],
  stdin: Input,
): readonly Value[] | undefined {
  const form = formOf(args)
  if (form === undefined || stdin.kind === 'none') return undefined
  if (stdin.kind === 'data') return firstWord(name, form, stdin)
  const given = onlyPlain(stdin.values)
  if (given === undefined) return undefined
  if (given.numbers === true && ONE_LINE.get(name)?.test(form) === true) return [[NUMBER]]
  if (LINES.get(name)?.test(form) === true) return [[given]]
  return COLUMNS.get(name)?.test(form) === true ? [[given]] : undefined
}

function firstWord(
  name: string,
  form: string,
  { rows, numbered }: Extract<Input, { readonly kind: 'data' }>,
): readonly Value[] | undefined {
  if (numbered !== undefined && LINE_NUMBER.get(name)?.test(form) === true)
    return [[numbered === 'one' ? NUMBER : hole('numbers', 'plain', { numbers: true })]]
  const first = rows === true && COLUMNS.get(name)?.exec(form)?.[1] === '1'
  return first ? [[hole('first words', 'plain')]] : undefined
}

const NUMBER = hole('number', 'digits', { numbers: true })

/** Certain facts about the lines that a command prints: see `Input`. */
export function printedLines(argv: readonly Field[], before: Input): Lines {
  const [first, ...args] = argv
  const name = literal(first)
  const form = formOf(args)
  if (name === undefined || form === undefined) return {}
  if (name === 'grep' && NUMBERED.test(form))
    return { numbered: /(?:^|\t)-m\t?1\t/.test(form) ? 'one' : 'many' }
  if (printedWords(argv) === 'rows') return { rows: true }
  if (before.kind !== 'data' || LINES.get(name)?.test(form) !== true) return {}
  const { rows, numbered } = before
  if (numbered !== undefined) return { numbered: ONE_LINE.get(name)?.test(form) === true ? 'one' : numbered }
  return rows === true ? { rows } : {}
}

type Lines = Pick<Extract<Input, { readonly kind: 'data' }>, 'rows' | 'numbered'>

/** Words separated by tabs; undefined if one is unknown. */
function formOf(args: readonly Field[]): string | undefined {
  const words = args.map(literal)
  return words.includes(undefined) ? undefined : words.join('\t')
}

/** The single output, if it is plain words. */
export function onlyPlain(values: readonly Value[]): Hole | undefined {
  const [value, other] = values
  const only = other === undefined ? onlyHole(value ?? []) : undefined
  return only?.origin === 'plain' ? only : undefined
}

/** A pattern without a file after it. Options that print more than lines of the input (`-o`, `-n`, `-A`) are excluded. */
const PATTERN = /^(?:-[EFiwxv]+\t)*(?:-m\t?\d+\t)?(?:-e\t)?[^\t-][^\t]*$/

/** Tab-separated words with which a filter prints lines of its input unchanged, and no file. */
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

/** `-n`, a pattern and one file. */
const NUMBERED =
  /^(?=[^\t]*n)(?:-[nEFiwx]+\t)(?:-[nEFiwx]+\t|-m\t?\d+\t)*(?:-e\t)?[^\t-][^\t]*\t[\w.@/][^\t]*$/

/** Filters that leave at most one line. */
const ONE_LINE: ReadonlyMap<string, RegExp> = new Map([
  ['head', /^(?:-1|-n\t?1)$/],
  ['tail', /^(?:-1|-n\t?1)$/],
  ['sed', /^-n\t(?:\d+|\$)p$/],
])

/** Filters that print the part before the first colon. */
const LINE_NUMBER: ReadonlyMap<string, RegExp> = new Map([
  ['cut', /^-d\t?:\t-f\t?1$|^-f\t?1\t-d\t?:$/],
  ['awk', /^-F\t?:\t\{ ?print \$1;? ?\}$/],
])

/** The same for filters that print one word of each line: the group says which. */
const COLUMNS: ReadonlyMap<string, RegExp> = new Map([
  ['awk', /^(?:(?:NR ?(?:==|>=?|<=?) ?\d+|\/[\w. -]+\/) ?)?\{ ?print \$(\d+|NF);? ?\}$/],
  ['cut', /^-d\t? \t-f\t?(\d+)$/],
])
