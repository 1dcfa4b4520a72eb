import { parse } from 'unbash'
import type * as A from './ast.ts'
import { tornName } from './guard.ts'
import type { Unreadable } from '../model/part.ts'
import { preflight } from './preflight.ts'
import { convertScript } from './syntax/nodes.ts'
import { emptyScript, note, rangeOf, type Problems, type Source } from './syntax/source.ts'
import { convertPart } from './syntax/words.ts'

/** A syntax tree, and why it cannot be trusted where that is so. The tree then holds what could be made out. */
export interface Parsed {
  readonly script: A.Script
  readonly problem?: Unreadable
}

/**
 * Reads shell text. Only this and `syntax/` know the parser: what they return is our own tree. Never throws. `at` maps a
 * position of `text` to one of the text that people see.
 */
export function readScript(text: string, at: (position: number) => number = identity): Parsed {
  const problems: Problems = { first: undefined }
  const source: Source = { text, at, problems, nested: { script: convertScript, part: convertPart } }
  const refused = preflight(text)
  const torn = tornName(text)
  if (torn !== undefined) note(source, torn.reason, torn.position)
  if (refused !== undefined) return { script: emptyScript(rangeOf(source, 0, 0)), problem: refused }
  try {
    const script = convertScript(parse(text), source)
    return problems.first === undefined ? { script } : { script, problem: problems.first }
  } catch (error) {
    // Deep nesting ends in a RangeError of the parser or of this file; whatever it is, the text was not read.
    const reason = error instanceof RangeError ? 'nested too deeply' : 'not readable'
    return { script: emptyScript(rangeOf(source, 0, text.length)), problem: { reason, position: at(0) } }
  }
}

function identity(position: number): number {
  return position
}
