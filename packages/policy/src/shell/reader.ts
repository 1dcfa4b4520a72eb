import { parse } from 'unbash'
import type * as A from './ast.ts'
import { tornName } from './guard.ts'
import type { Unreadable } from '../model/part.ts'
import { preflight } from './preflight.ts'
import { convertScript } from './syntax/nodes.ts'
import { emptyScript, note, rangeOf, type Problems, type Source } from './syntax/source.ts'
import { convertPart } from './syntax/words.ts'

/** A syntax tree and, if it cannot be trusted, the reason. The tree then contains whatever was recognised. */
export interface Parsed {
  readonly script: A.Script
  readonly problem?: Unreadable
}

/**
 * Parses shell text. Only this and `syntax/` know the parser: they return our own tree. Never throws. `at` maps a position of `text` to one
 * of the text that people see.
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
    // Deep nesting ends in a RangeError of the parser or of this file; in any case the text was not parsed.
    const reason = error instanceof RangeError ? 'nested too deeply' : 'not readable'
    return { script: emptyScript(rangeOf(source, 0, text.length)), problem: { reason, position: at(0) } }
  }
}

function identity(position: number): number {
  return position
}
