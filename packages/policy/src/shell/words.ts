import type { Word, WordPart } from './ast.ts'
import { expandBraces } from './braces.ts'
import { valueAtoms, type Atom, type Expansion, type Words } from './expansion.ts'
import type { Field } from '../model/field.ts'
import { buildFields } from './field-builder.ts'
import { parameterAtoms } from './parameter.ts'
import { lookup, type State } from './state.ts'
import { expandTilde, type TildeMode } from './tilde.ts'
import { hole, joinBits, knownText, textValue, type Bit, type Value } from './value.ts'

/** The fields that a word of a command becomes: none, one or several. Undefined: too many. */
export function expandFields(word: Word, expansion: Expansion): readonly Field[] | undefined {
  const plain = plainField(word)
  if (plain !== undefined) return [plain]
  const words = expandBraces(word.parts)
  if (words === undefined) return undefined
  const ifs = splitCharacters(expansion.state)
  return words.flatMap((parts) => {
    const atoms = wordAtoms(expandTilde(parts, 'word', expansion.home), expansion)
    return buildFields(atoms, { ifs, range: word.range })
  })
}

/** What bash expands in unquoted text: braces, a tilde, file names. */
const EXPANDED = /[{~*?[]/

/**
 * The field of a word that is only text, as most are: the same as from `expandFields`, without the work. Undefined: the word has to be
 * expanded.
 */
export function plainField({ parts, range }: Word): Field | undefined {
  let text = ''
  let quoted = false
  for (const part of parts) {
    if (part.kind !== 'text' || (!part.quoted && EXPANDED.test(part.text))) return undefined
    text += part.text
    quoted ||= part.quoted
  }
  return text === '' ? undefined : { pieces: [{ kind: 'text', text }], quoted, many: false, range }
}

/** The value of a word that is neither split nor expanded to file names: assignments, `case`, here-strings, `[[ ]]`. */
export function expandValue(word: Word, expansion: Expansion, tilde: TildeMode = 'word'): Value {
  const atoms = wordAtoms(expandTilde(word.parts, tilde, expansion.home), expansion)
  const bits = atoms.flatMap((atom): Bit[] => {
    if (atom.kind === 'break') return [{ kind: 'text', text: ' ' }]
    return atom.kind === 'vanish' ? [] : [atom.bit]
  })
  return joinBits(bits)
}

function wordAtoms(parts: readonly WordPart[], expansion: Expansion): readonly Atom[] {
  return parts.flatMap((part) => partAtoms(part, expansion))
}

function partAtoms(part: WordPart, expansion: Expansion): readonly Atom[] {
  switch (part.kind) {
    case 'text':
      return [{ kind: 'bit', bit: { kind: 'text', text: part.text }, quoted: part.quoted, expanded: false }]
    case 'parameter':
      return parameterAtoms(part, expansion, WORDS)
    case 'command': {
      const value = expansion.choice.pick(part, expansion.outputs.get(part) ?? [[hole(part.source, 'data')]])
      return valueAtoms(value ?? [], part.quoted)
    }
    case 'process': {
      const value = expansion.outputs.get(part)?.[0] ?? [hole(part.source, 'data')]
      return valueAtoms(value, true)
    }
    case 'arithmetic': {
      const text = knownText(expandValue(part.expression.word, expansion, 'none'))
      const number = text !== undefined && /^\s*(0|[1-9]\d{0,14})\s*$/.test(text)
      return valueAtoms(number ? textValue(text.trim()) : [hole(part.source, 'digits')], part.quoted)
    }
    default:
      return part satisfies never
  }
}

/** How expansions read the words inside them. */
const WORDS: Words = { atoms: wordAtoms, value: expandValue }

/** The characters that words are split at; undefined: not known. */
export function splitCharacters(state: State): string | undefined {
  const { values } = lookup(state, 'IFS')
  const [only] = values
  return values.length === 1 && only !== undefined ? knownText(only) : undefined
}
