import { dataOf, textsIn, type BuiltinCall, type Input, type Outcome } from './context.ts'
import { display } from '../model/field.ts'
import { allListed } from './listings.ts'
import { onlyPlain } from './passed-through.ts'
import { assign, fork, lookup, type State } from './state.ts'
import {
  EMPTY,
  fieldValue,
  hole,
  isDownload,
  knownText,
  textValue,
  unionValues,
  type Hole,
  type Value,
} from './value.ts'

/**
 * The possible results of `read`, if the text determines its input: any line may be the next, and after the last one there is nothing.
 * `names`: the variables, in order.
 */
export function keepRead(names: readonly string[], call: BuiltinCall): Outcome | undefined {
  const { stdin, state } = call
  const separators = separatorsOf(call)
  const rows = stdin.kind === 'data' && stdin.rows === true && !stdin.download
  if (rows && names.length > 1 && separators === BLANKS) return keepRows(names, stdin.local === true, state)
  const content =
    stdin.kind === 'data' && stdin.local === true && !stdin.download && stdin.listing === undefined
  if (content) {
    for (const name of names) assign(state, name, { values: [[hole(`$${name}`, 'data', { local: true })]] })
    return { ok: state, fail: fork(state) }
  }
  if (stdin.kind === 'text' && onlyPlain(stdin.values) !== undefined)
    return keepPlain(names, { separators, state })
  const lines = linesOf(
    stdin,
    call.args.some((arg) => /^-[a-z]*r/.test(display(arg))),
  )
  if (lines.length === 0) return undefined
  // Other characters may split the line; a single name gets all of it.
  if (separators === undefined && names.length > 1 && lines.every(isText)) return undefined
  const named = stdin.kind === 'data' && (stdin.listing?.named === true || stdin.download)
  const partly = stdin.kind === 'text' && stdin.values.some(isOpen)
  const fail = fork(state)
  names.forEach((name, index) => {
    const words = lines.map((line) => wordOf(line, index, index === names.length - 1, separators))
    const open: readonly Value[] =
      named || (lines.every(isText) && !partly) ? [] : [[hole(`$${name}`, 'data', { local: partly })]]
    const values = unionValues(open, words)
    assign(state, name, { values })
    assign(fail, name, { values: unionValues([EMPTY], values) })
  })
  return { ok: state, fail }
}

/** Plain words: whatever splits the line, its beginning is known; the later words only if blanks split it. */
function keepPlain(names: readonly string[], { separators, state }: Reads): Outcome {
  const blanks = separators === BLANKS
  return keepEach(names, state, (name, index) => hole(`$${name}`, index === 0 || blanks ? 'plain' : 'data'))
}

/** In rows the first word is plain, and the others are unknown. */
function keepRows(names: readonly string[], local: boolean, state: State): Outcome {
  return keepEach(names, state, (name, index) =>
    index === 0 ? hole(`$${name}`, 'plain') : hole(`$${name}`, 'data', { local }),
  )
}

function keepEach(
  names: readonly string[],
  state: State,
  made: (name: string, index: number) => Hole,
): Outcome {
  const fail = fork(state)
  names.forEach((name, index) => {
    const value: Value = [made(name, index)]
    assign(state, name, { values: [value] })
    assign(fail, name, { values: [EMPTY, value] })
  })
  return { ok: state, fail }
}

interface Reads {
  readonly separators: string | undefined
  readonly state: State
}

const BLANKS = ' \t\n'

/** The characters that split a line; undefined: not known. */
function separatorsOf({ state, environment }: BuiltinCall): string | undefined {
  const [only, more] = (environment.get('IFS') ?? lookup(state, 'IFS')).values
  return only === undefined || more !== undefined ? undefined : knownText(only)
}

/** `mapfile -t a`, `read -a a`: an array of all lines, or of the words of one. */
export function keepList(name: string, of: 'lines' | 'words', call: BuiltinCall): void {
  const { stdin, state } = call
  const { listing } = dataOf(stdin)
  if (listing !== undefined) {
    const pool = allListed(listing).map(fieldValue)
    assign(state, name, { values: [[hole(`$${name}`, 'data')], ...pool], pool })
    return
  }
  if (stdin.kind === 'text' && stdin.values.some(isOpen)) return keepIfSet(name, stdin.values, state)
  const [text, more] = textsIn(stdin).map(knownText)
  const separators = separatorsOf(call)
  if (text === undefined || more !== undefined || (of === 'words' && text.includes('\\'))) return
  const lines = text.replace(/\n$/, '').split('\n')
  const elements = (of === 'lines' ? lines : splitLine(lines[0] ?? '', separators ?? BLANKS)).map(textValue)
  // If the separator is unknown, blanks are the most likely one.
  const certain = of === 'lines' || separators !== undefined
  const values = [elements[0] ?? EMPTY]
  assign(
    state,
    name,
    // If there are no lines, there is no first one.
    certain
      ? { values, elements, maybeUnset: true }
      : { values: [[hole(`$${name}`, 'data')], ...values], pool: elements },
  )
}

/** The lines of a file that the text wrote are among its elements. */
function keepIfSet(name: string, values: readonly Value[], state: State): void {
  const texts = values.flatMap((value) => knownText(value)?.trimEnd().split('\n') ?? [])
  const pool = [...new Set(texts)].map(textValue)
  assign(state, name, { values: [[hole(`$${name}`, 'data', { local: true })], ...pool], pool })
}

function splitLine(line: string, separators: string): readonly string[] {
  const blanks = /^[ \t\n]*$/.test(separators)
  const words: string[] = ['']
  for (const char of blanks ? line.trim() : line) {
    if (!separators.includes(char)) words[words.length - 1] += char
    else if (!blanks || words.at(-1) !== '') words.push('')
  }
  return words
}

function isText(value: Value): boolean {
  return knownText(value) !== undefined
}

/** The known lines, or the paths that the previous command lists. */
function linesOf(stdin: Input, raw: boolean): readonly Value[] {
  switch (stdin.kind) {
    case 'none':
      return []
    case 'data':
      return stdin.download
        ? [[hole('stdin', 'data', { download: true })]]
        : stdin.listing === undefined
          ? []
          : allListed(stdin.listing).map(fieldValue)
    case 'text': {
      if (stdin.values.some(isDownload)) return [[hole('stdin', 'data', { download: true })]]
      const texts = stdin.values.flatMap((value) => (isOpen(value) ? [] : [knownText(value)]))
      const lines = [...new Set(texts.flatMap((text) => text?.replace(/\n$/, '').split('\n') ?? []))]
      const plain = !texts.includes(undefined) && (raw || lines.every((line) => !line.includes('\\')))
      return plain ? lines.map(textValue) : []
    }
    default:
      return stdin satisfies never
  }
}

/** Completely unknown: further content of a file that the text wrote. */
function isOpen([bit, more]: Value): boolean {
  return bit?.kind === 'hole' && more === undefined
}

/** The word of a line that a name gets; the last name gets the rest. */
function wordOf(line: Value, index: number, last: boolean, separators = ' \t\n'): Value {
  const text = knownText(line)
  if (text === undefined) return line
  const words = splitLine(text, separators)
  const glue = /^[ \t\n]*$/.test(separators) ? ' ' : separators.slice(0, 1)
  return textValue(last ? words.slice(index).join(glue) : (words[index] ?? ''))
}
