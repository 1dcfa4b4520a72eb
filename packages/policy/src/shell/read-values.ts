import type { BuiltinCall, Input, Outcome } from './context.ts'
import { assign, fork } from './state.ts'
import { EMPTY, fieldValue, hole, knownText, textValue, unionValues, type Value } from './value.ts'

/** More lines than these are as good as none. */
const MOST_LINES = 16

/**
 * What `read` may find on its input, where the text settles it: any line may be the next, and behind the last one there
 * is nothing. `names`: the variables, in order.
 */
export function keepRead(names: readonly string[], call: BuiltinCall): Outcome | undefined {
  const { stdin, state, environment } = call
  const lines = linesOf(stdin)
  if (lines.length === 0) return undefined
  // Other characters may split the line; one name gets all of it.
  const splits = environment.has('IFS') || state.variables.has('IFS')
  if (splits && names.length > 1 && lines.every(isText)) return undefined
  const named = stdin.kind === 'data' && (stdin.listing?.named === true || stdin.download)
  const fail = fork(state)
  names.forEach((name, index) => {
    const words = lines.map((line) => wordOf(line, index, index === names.length - 1))
    const open: readonly Value[] = named || lines.every(isText) ? [] : [[hole(`$${name}`, 'data')]]
    const values = unionValues(open, words)
    assign(state, name, { values })
    assign(fail, name, { values: unionValues([EMPTY], values) })
  })
  return { ok: state, fail }
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
        : (stdin.listing?.paths.map(fieldValue) ?? [])
    case 'text': {
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
function wordOf(line: Value, index: number, last: boolean): Value {
  const text = knownText(line)
  if (text === undefined) return line
  const words = text.trim().split(/[ \t]+/)
  return textValue(last ? words.slice(index).join(' ') : (words[index] ?? ''))
}
