import type { Field } from '../model/field.ts'
import type { Glob } from '../text/glob.ts'

const SEPARATOR_CODE = 0
/** Symbols that are not characters. */
const ANY = -1
const ANY_IN_WORD = -2

/** Beyond this many pairs the search stops and the answer is yes, the strict one. */
const MOST_PAIRS = 2_000_000

/**
 * Whether the words, including their unknown parts, could be a text that the pattern matches. Both sides have wildcards, so this asks
 * whether two patterns have a text in common: it visits pairs of positions, each once.
 */
export function mayMeet(glob: Glob, fields: readonly Field[]): boolean {
  const left = globSigns(glob)
  const right = fieldSigns(fields)
  if (!beginningsAgree(left, right)) return false
  const width = right.length + 1
  if ((left.length + 1) * width > MOST_PAIRS) return true
  const seen = new Uint8Array((left.length + 1) * width)
  const open: number[] = [0]
  const visit = (row: number, column: number): void => {
    const pair = row * width + column
    if (seen[pair] === 1) return
    seen[pair] = 1
    open.push(pair)
  }
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const row = Math.floor(pair / width)
    const column = pair % width
    if (row === left.length && column === right.length) return true
    step(left, right, { row, column }, visit)
  }
  return false
}

function step(
  left: readonly number[],
  right: readonly number[],
  { row, column }: { readonly row: number; readonly column: number },
  visit: (row: number, column: number) => void,
): void {
  const a = left[row]
  const b = right[column]
  if (a === ANY) visit(row + 1, column)
  if (b === ANY || b === ANY_IN_WORD) visit(row, column + 1)
  if (a === undefined || b === undefined) return
  if (a === ANY) visit(row, column + 1)
  else if (b === ANY || (b === ANY_IN_WORD && a !== SEPARATOR_CODE)) visit(row + 1, column)
  else if (a === b) visit(row + 1, column + 1)
}

function beginningsAgree(left: readonly number[], right: readonly number[]): boolean {
  for (let at = 0; ; at += 1) {
    const a = left[at]
    const b = right[at]
    if (a === undefined || b === undefined || a < 0 || b < 0) return true
    if (a !== b) return false
  }
}

function globSigns({ chunks }: Glob): readonly number[] {
  const signs: number[] = []
  for (const [index, chunk] of chunks.entries()) {
    if (index > 0) signs.push(ANY)
    pushText(signs, chunk)
  }
  return signs
}

function fieldSigns(fields: readonly Field[]): readonly number[] {
  const signs: number[] = []
  for (const [index, field] of fields.entries()) {
    const onlyUnknown = field.many && field.pieces.every((piece) => piece.kind !== 'text')
    // For words that may all be missing, the wildcard also matches the blank before them.
    if (index > 0 && !onlyUnknown) signs.push(SEPARATOR_CODE)
    for (const piece of field.pieces) {
      if (piece.kind === 'text') pushText(signs, piece.text)
      else if (onlyUnknown || (piece.kind === 'hole' && field.many)) signs.push(ANY)
      else signs.push(ANY_IN_WORD)
    }
  }
  return signs
}

function pushText(signs: number[], text: string): void {
  for (let at = 0; at < text.length; at += 1) signs.push(text.charCodeAt(at))
}
