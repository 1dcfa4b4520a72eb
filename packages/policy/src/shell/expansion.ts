import type { Word, WordPart } from './ast.ts'
import type { Choice } from './choice.ts'
import type { State } from './state.ts'
import type { TildeMode } from './tilde.ts'
import type { Bit, Value } from './value.ts'

/** The inputs for reading one word. Reading changes none of them. */
export interface Expansion {
  readonly state: State
  /** The possible outputs of substitutions, found when their scripts were walked. */
  readonly outputs: ReadonlyMap<WordPart, readonly Value[]>
  readonly choice: Choice
  /** The home folder of the person, for `~name`. */
  readonly home: string
}

/**
 * A piece of a word on its way to fields. `quoted`: neither split nor a pattern. `expanded`: from an expansion, so it is split unless
 * quoted. `break`: a new word begins; `vanish`: an empty `"$@"`.
 */
export type Atom =
  | { readonly kind: 'bit'; readonly bit: Bit; readonly quoted: boolean; readonly expanded: boolean }
  | { readonly kind: 'break' }
  | { readonly kind: 'vanish' }

/** Reads the words inside an expansion; `words.ts` provides it, so that expansions do not depend on their reader. */
export interface Words {
  readonly atoms: (parts: readonly WordPart[], expansion: Expansion) => readonly Atom[]
  readonly value: (word: Word, expansion: Expansion, tilde: TildeMode) => Value
}

/** The same with the functions that read the words inside. */
export interface Context extends Expansion {
  readonly words: Words
}

/** The value of an expansion. An empty one in quotes is still a word. */
export function valueAtoms(value: Value, quoted: boolean): readonly Atom[] {
  if (value.length === 0)
    return quoted ? [{ kind: 'bit', bit: { kind: 'text', text: '' }, quoted, expanded: true }] : []
  return value.map((bit) => ({ kind: 'bit', bit, quoted, expanded: true }))
}
