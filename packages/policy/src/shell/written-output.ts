import type { Reading } from './context.ts'
import { display, knownPrefix, literal, type Field } from '../model/field.ts'
import { outputOf } from './outputs.ts'
import type { State } from './state.ts'
import { hole, joinBits, unionValues, type Value } from './value.ts'
import { writtenIn } from './written-files.ts'
import { wordSet } from '../word-set.ts'

/**
 * The output of a command on files that the text itself wrote: `cat a b`, `rev a`, `zcat a.gz`. They may contain more, so nothing is
 * certain. Undefined: it prints no such file.
 */
export function outputOfWritten(
  argv: readonly Field[],
  state: State,
  reading: Reading,
): readonly Value[] | undefined {
  const { files, place } = reading
  const [program] = argv
  if (files.size === 0 || program === undefined || !PRINTS.has(literal(program) ?? '')) return undefined
  const contents = argv
    .slice(1)
    .filter((word) => !knownPrefix(word).startsWith('-'))
    .map((word) => writtenIn(word, word.range.start, state, reading))
  const filled = contents.filter((values) => values.length > 0)
  if (filled.length === 0) return undefined
  const values = filled.reduce<readonly Value[]>(joined, [[]])
  const rest = argv.filter((word, index) => index === 0 || writtenIn(word, 0, state, reading).length === 0)
  // Unchanged, if the result is unknown.
  const made = outputOf(rest, { kind: 'text', values }, { ...place, cwds: state.cwds }) ?? values
  return unionValues([[hole(`$(${argv.map(display).join(' ')})`, 'data', { local: true })]], made)
}

const PRINTS = wordSet(
  'cat tac rev head tail sort uniq grep egrep fgrep sed awk cut tr base64 base32 xxd zcat gzcat gunzip bzcat xzcat zstdcat paste nl tee',
)
const MOST = 16

function joined(starts: readonly Value[], ends: readonly Value[]): readonly Value[] {
  return starts.flatMap((start) => ends.map((end) => joinBits([...start, ...end]))).slice(0, MOST)
}
