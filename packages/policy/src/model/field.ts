/** A half-open range of the command's text, in UTF-16 units. */
export interface Range {
  readonly start: number
  readonly end: number
}

/**
 * A piece of a word after expansion: known text, an unquoted glob (its own characters), or a hole, which is text that the command does not
 * determine (`$X`, `$(date)`). A hole may be empty. `below`: names on the way to something found in a folder, so it leads nowhere else.
 * `torn`: the fragments of names that contain a blank, in addition to the names themselves.
 */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'glob'; readonly text: string }
  | {
      readonly kind: 'hole'
      readonly source: string
      readonly below?: boolean | undefined
      readonly torn?: boolean | undefined
    }

/**
 * One word of an argument vector, after tilde, brace, parameter and quote handling. Alternatives (loops over literal words, variables with
 * several possible values) are not represented here: each alternative is a separate argument vector.
 */
export interface Field {
  /** At least one piece unless the word is the empty string (`''`); adjacent text pieces are merged. */
  readonly pieces: readonly Piece[]
  /** Whether some part of the word was quoted. */
  readonly quoted: boolean
  /** It may expand to no word or to several (`$X` unquoted, `"$@"`, `"${a[@]}"`, an unquoted glob). */
  readonly many: boolean
  readonly range: Range
}

/**
 * The word if it is certain, otherwise undefined; also undefined for a missing word. A glob is not certain, because it expands to file
 * names.
 */
export function literal(field: Field | undefined): string | undefined {
  if (field === undefined) return undefined
  const { pieces, many } = field
  if (many || pieces.length > 1) return undefined
  const only = pieces[0]
  if (only === undefined) return ''
  return only.kind === 'text' ? only.text : undefined
}

/** The word as rules and people see it: known text, globs as written, holes as their source. */
export function display(field: Field | undefined): string {
  let text = ''
  for (const piece of field?.pieces ?? []) text += piece.kind === 'hole' ? piece.source : piece.text
  return text
}

/** The known text at the start of the word. */
export function knownPrefix(field: Field | undefined): string {
  const first = field?.pieces[0]
  return first?.kind === 'text' ? first.text : ''
}

/** True when the word has no hole: globs are allowed. */
export function isSettled(field: Field): boolean {
  return field.pieces.every((piece) => piece.kind !== 'hole')
}

/** Source of words that result from names with a blank in them: they name no path that anyone intended. */
export const TORN = 'stdin…'

/** True for such words. */
export function isTorn({ pieces: [only, ...rest] }: Field): boolean {
  return rest.length === 0 && only?.kind === 'hole' && (only.torn === true || only.source === TORN)
}

/** A word that is certainly `text`. */
export function textField(text: string, range: Range, options?: { readonly quoted?: boolean }): Field {
  const pieces: readonly Piece[] = text === '' ? [] : [{ kind: 'text', text }]
  return { pieces, quoted: options?.quoted ?? false, many: false, range }
}

/** A missing word. */
export const NOWHERE: Field = { pieces: [], quoted: false, many: false, range: { start: 0, end: 0 } }
