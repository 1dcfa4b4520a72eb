import { baseName } from '../text/base-name.ts'
import { isSecret } from '../secrets.ts'
import { dataOf, textsIn, refuse, type CommandCall } from './context.ts'
import { resolvePath } from './directory.ts'
import { TORN, display, knownPrefix, literal, textField, type Field } from '../model/field.ts'
import { onlyPlain } from './passed-through.ts'
import type { Inner } from '../model/part.ts'
import { allListed } from './listings.ts'
import { inputLines, inputWords, unknownWords } from './pipes.ts'
import { STDIN, nameOf } from './runner-names.ts'
import { fieldValue, hole, isDownload, joinBits, toPieces, type Listing } from './value.ts'
import { DESTROYERS } from './programs/kinds.ts'
import { writtenIn } from './written-files.ts'

/** The commands that a wrapper may start, with words from its input if these are known. */
export function vectorsOf(
  inner: Extract<Inner, { kind: 'argv' }>,
  started: CommandCall,
): readonly (readonly Field[])[] {
  const call = inner.more === true || inner.mark !== undefined ? listInput(started) : started
  if (inner.mark !== undefined) return filledVectors(inner.argv, inner.mark, call)
  if (inner.more !== true) return [inner.argv]
  const words = inputWords(call.stdin, call.range).map((each) => [...inner.argv, ...each])
  const vectors = [...words, ...lineVectors(inner.argv, call)]
  const { listing } = dataOf(call.stdin)
  const destroys = inner.argv.some((field) => DESTROYERS.has(baseName(literal(field) ?? '')))
  if (listing?.named === true) return namedVectors(inner.argv, listing, call)
  if (listing === undefined) return vectors
  if (!destroys) {
    const whole = [...inner.argv, ...allListed(listing)]
    const worth = listing.recursive || listing.picked === true || keepsSecrets(listing, call)
    return worth ? [...vectors, whole] : vectors
  }
  // A recursive listing implies a recursive removal.
  const deep = listing.recursive ? [textField('-R', call.range)] : []
  return [...vectors, [...inner.argv, ...deep, ...listing.paths]]
}

/** `xargs -a FILE`: the words come from there. */
function listInput(call: CommandCall): CommandCall {
  const { argv } = call
  const at = argv.findIndex((word) => /^(?:-a|--arg-file)(?:=|$)/.test(knownPrefix(word)))
  const file = argv[at] === undefined || nameOf(call) !== 'xargs' ? undefined : fieldOf(argv, at)
  const path = literal(file)?.replace(/^--arg-file=/, '')
  if (file === undefined || path === '-' || STDIN.test(path ?? '')) return call
  const values = writtenIn(path ?? '', file.range.start, call.state, call.frame.reading)
  const [only] = fieldValue(file)
  const content = only?.kind === 'hole' && only.content !== undefined ? [only.content] : []
  // A file may contain more than the text wrote into it.
  const known = values.length > 0 ? [[hole(path ?? '', 'data', { many: true })], ...values] : content
  if (known.length > 0) return { ...call, stdin: { kind: 'text', values: known } }
  const listing = only?.kind === 'hole' && only.listing !== undefined ? { listing: only.listing } : {}
  return { ...call, stdin: { kind: 'data', download: isDownload(fieldValue(file)), local: true, ...listing } }
}

/** The word after an option, or the text attached to it. */
function fieldOf(argv: readonly Field[], at: number): Field | undefined {
  const option = argv[at]
  return option !== undefined && display(option).includes('=') ? option : argv[at + 1]
}

/** `find ~/.aws -type f | xargs cat`: the listed files are secrets. */
function keepsSecrets({ paths }: Listing, { state, frame }: CommandCall): boolean {
  return paths.some((path) => {
    const text = literal(path)
    return (
      text !== undefined &&
      state.cwds.some((cwd) => isSecret(resolvePath(text, cwd) ?? text, frame.reading.place))
    )
  })
}

/** Options of `xargs` that keep a name as one word, whatever it contains. */
const WHOLE_NAMES = /^(?:-[A-Za-z]*0|--null|-d.*|--delimiter.*)$/

/** A line as one word, including blanks: `parallel bash -c`, `xargs -0 sh -c`. */
function lineVectors(argv: readonly Field[], call: CommandCall): readonly (readonly Field[])[] {
  const whole =
    /^(?:parallel|sem)$/.test(nameOf(call)) || call.argv.some((word) => WHOLE_NAMES.test(display(word)))
  if (!whole) return []
  const lines = inputLines(call.stdin, call.range)
  const torn = lines.filter((line) => /\s/.test(display(line)))
  if (torn.length === 0) return []
  return [...few(torn, call).map((line) => [...argv, line]), [...argv, ...lines]]
}

/** Files listed by name; a name with a blank in it may be split into any words. */
function namedVectors(
  argv: readonly Field[],
  { paths }: Listing,
  { argv: outer, range }: CommandCall,
): readonly (readonly Field[])[] {
  const whole = [...argv, ...paths]
  const exact = outer.some((word) => WHOLE_NAMES.test(display(word)))
  return exact ? [whole] : [whole, [...argv, unknownWords(TORN, range)]]
}

const MOST_FILLED = 64

/** `xargs -I{} rm {}`: the lines of the input, if the text or a listing determines them. */
function filledVectors(
  argv: readonly Field[],
  mark: string,
  call: CommandCall,
): readonly (readonly Field[])[] {
  const { stdin } = call
  const { listing, download, local } = dataOf(stdin)
  const certain = onlyPlain(textsIn(stdin))
  if (certain !== undefined) {
    const line: Field = { pieces: toPieces([certain]), quoted: true, many: false, range: call.range }
    return [argv.map((field) => fillMark(field, mark, line))]
  }
  const values =
    stdin.kind === 'text'
      ? [...inputLines(stdin, call.range), ...inputWords(stdin, call.range).flat()]
      : listing === undefined
        ? []
        : allListed(listing)
  const open =
    download === true || local === true
      ? argv.map((field) => fillMark(field, mark, unknownWords(mark, call.range, { download, local })))
      : argv
  const single = few(values, call).map((value) => argv.map((field) => fillMark(field, mark, value)))
  return listing?.named === true ? single : [open, ...single]
}

/** Limits how many lines and values are tried. */
function few(values: readonly Field[], { frame, range }: CommandCall): readonly Field[] {
  const different = [...new Map(values.map((value) => [display(value), value])).values()]
  if (different.length > MOST_FILLED)
    refuse(frame.reading, `more than ${MOST_FILLED} lines for a command`, range.start)
  return different.slice(0, MOST_FILLED)
}

function fillMark(field: Field, mark: string, value: Field): Field {
  if (!field.pieces.some((piece) => piece.kind === 'hole' && piece.source === mark)) return field
  const bits = field.pieces.flatMap((piece) =>
    piece.kind === 'hole' && piece.source === mark
      ? fieldValue(value)
      : fieldValue({ ...field, pieces: [piece] }),
  )
  return { ...field, pieces: toPieces(joinBits(bits)) }
}
