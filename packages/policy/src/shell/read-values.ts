import type { BuiltinCall, Input, Outcome } from './context.ts'
import { allListed } from './listings.ts'
import { onlyHole } from './handed-on.ts'
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

/** More lines than these are as good as none. */
const MOST_LINES = 16

/**
 * What `read` may find on its input, where the text settles it: any line may be the next, and behind the last one there
 * is nothing. `names`: the variables, in order.
 */
export function keepRead(names: readonly string[], call: BuiltinCall): Outcome | undefined {
  const { stdin, state } = call
  const content =
    stdin.kind === 'data' && stdin.local === true && !stdin.download && stdin.listing === undefined
  if (content) {
    for (const name of names) assign(state, name, { values: [[hole(`$${name}`, 'data', { local: true })]] })
    return { ok: state, fail: fork(state) }
  }
  const separators = separatorsOf(call)
  const certain = stdin.kind === 'text' ? onlyHole(stdin.values) : undefined
  if (certain !== undefined) return keepWords(names, { certain, separators, state })
  const lines = linesOf(stdin)
  if (lines.length === 0) return undefined
  // Other characters may split the line; one name gets all of it.
  if (separators === undefined && names.length > 1 && lines.every(isText)) return undefined
  const named = stdin.kind === 'data' && (stdin.listing?.named === true || stdin.download)
  const fail = fork(state)
  names.forEach((name, index) => {
    const words = lines.map((line) => wordOf(line, index, index === names.length - 1, separators))
    const open: readonly Value[] = named || lines.every(isText) ? [] : [[hole(`$${name}`, 'data')]]
    const values = unionValues(open, words)
    assign(state, name, { values })
    assign(fail, name, { values: unionValues([EMPTY], values) })
  })
  return { ok: state, fail }
}

/** Words of which something is certain: the first, or all of them. */
function keepWords(
  names: readonly string[],
  {
    certain,
    separators,
    state,
  }: { readonly certain: Hole; readonly separators: string | undefined; readonly state: State },
): Outcome {
  const fail = fork(state)
  const [blanks, all] = [separators === ' \t\n', certain.origin === 'plain']
  names.forEach((name, index) => {
    // Whatever splits it, the line begins as it does.
    const plain = index === 0 ? all || (blanks && names.length > 1) : all && blanks
    const value: Value = [hole(`$${name}`, plain ? 'plain' : 'data')]
    assign(state, name, { values: [value] })
    assign(fail, name, { values: [EMPTY, value] })
  })
  return { ok: state, fail }
}

/** The characters that split a line; undefined: not known. */
function separatorsOf({ state, environment }: BuiltinCall): string | undefined {
  const [only, more] = (environment.get('IFS') ?? lookup(state, 'IFS')).values
  return only === undefined || more !== undefined ? undefined : knownText(only)
}

/** `mapfile -t a`, `read -a a`: an array of all lines, or of the words of one. */
export function keepList(name: string, of: 'lines' | 'words', call: BuiltinCall): void {
  const { stdin, state } = call
  if (stdin.kind === 'data' && stdin.listing !== undefined) {
    const pool = allListed(stdin.listing).map(fieldValue)
    assign(state, name, { values: [[hole(`$${name}`, 'data')], ...pool], pool })
    return
  }
  const [text, more] = stdin.kind === 'text' ? stdin.values.map(knownText) : []
  const separators = separatorsOf(call)
  if (text === undefined || more !== undefined || separators === undefined || text.includes('\\')) return
  const lines = text.replace(/\n$/, '').split('\n')
  const elements = (of === 'lines' ? lines : splitLine(lines[0] ?? '', separators)).map(textValue)
  assign(state, name, { values: [elements[0] ?? EMPTY], elements })
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

/** The lines that are there, or the paths that the command before lists. */
function linesOf(stdin: Input): readonly Value[] {
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
      const texts = stdin.values.map(knownText)
      const lines = [...new Set(texts.flatMap((text) => text?.replace(/\n$/, '').split('\n') ?? []))]
      const plain = !texts.includes(undefined) && lines.every((line) => !line.includes('\\'))
      return plain && lines.length <= MOST_LINES ? lines.map(textValue) : []
    }
    default:
      return stdin satisfies never
  }
}

/** The word of a line that a name gets; the last name gets the rest. */
function wordOf(line: Value, index: number, last: boolean, separators = ' \t\n'): Value {
  const text = knownText(line)
  if (text === undefined) return line
  const words = splitLine(text, separators)
  const glue = /^[ \t\n]*$/.test(separators) ? ' ' : separators.slice(0, 1)
  return textValue(last ? words.slice(index).join(glue) : (words[index] ?? ''))
}
