import type { Word, WordPart } from './ast.ts'
import type { Choice } from './choice.ts'
import type { State } from './state.ts'
import type { TildeMode } from './tilde.ts'
import type { Bit, Value } from './value.ts'

/** What one reading of a word needs to know. Nothing in here is changed by reading. */
export interface Expansion {
  readonly state: State
  /** What substitutions may give, found when their scripts were walked. */
  readonly outputs: ReadonlyMap<WordPart, readonly Value[]>
  readonly choice: Choice
  /** The home folder of the person, for `~name`. */
  readonly home: string
}

/**
 * A piece of a word on its way to fields. `quoted`: neither split nor a pattern. `expanded`: came from an expansion, so
 * that it is split when it is not quoted. `break`: a new word begins; `vanish`: `"$@"` of nothing.
 */
export type Atom =
  | { readonly kind: 'bit'; readonly bit: Bit; readonly quoted: boolean; readonly expanded: boolean }
  | { readonly kind: 'break' }
  | { readonly kind: 'vanish' }

/** Reads the words inside an expansion; `words.ts` gives it, so that an expansion need not know who reads it. */
export interface Words {
  readonly atoms: (parts: readonly WordPart[], expansion: Expansion) => readonly Atom[]
  readonly value: (word: Word, expansion: Expansion, tilde: TildeMode) => Value
}

/** The same with who reads the words inside. */
export interface Context extends Expansion {
  readonly words: Words
}

/** A value that an expansion gave. An empty one in quotes is still a word. */
export function valueAtoms(value: Value, quoted: boolean): readonly Atom[] {
  if (value.length === 0)
    return quoted ? [{ kind: 'bit', bit: { kind: 'text', text: '' }, quoted, expanded: true }] : []
  return value.map((bit) => ({ kind: 'bit', bit, quoted, expanded: true }))
}
