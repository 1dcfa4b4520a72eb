import type { ParameterOperation, ParameterPart } from './ast.ts'
import { valueAtoms, type Atom, type Context, type Expansion, type Words } from './expansion.ts'
import { changed, sliceNumber } from './parameter-operations.ts'
import { lookup } from './state.ts'
import { expandTilde } from './tilde.ts'
import { EMPTY, hole, knownText, textValue, type Value } from './value.ts'

/** The expansion of `$x`, `${x…}` and similar forms. */
export function parameterAtoms(part: ParameterPart, expansion: Expansion, words: Words): readonly Atom[] {
  return atomsOf(part, { ...expansion, words })
}

function atomsOf(part: ParameterPart, expansion: Context): readonly Atom[] {
  const { operation, quoted } = part
  if (operation?.kind === 'names') return unknownList(part)
  if (part.prefix === '!') return indirectAtoms(part, expansion)
  const list = listOf(part, expansion)
  if (part.prefix === '#') return lengthAtoms(part, list, expansion)
  if (list !== undefined) return listAtoms(part, list, expansion)
  const found = scalar(part, expansion)
  if (operation?.kind === 'default') return defaultAtoms(part, operation, found, expansion)
  if (operation === undefined) return valueAtoms(found.value, quoted)
  return valueAtoms(changed(part, operation, found.value, expansion), quoted)
}

interface Found {
  readonly value: Value
  readonly set: 'set' | 'unset' | 'maybe'
}

function unknownList(part: ParameterPart): readonly Atom[] {
  return valueAtoms([hole(part.source, 'data', { many: true })], part.quoted)
}

/** The words of `$@`, `$*`, `${a[@]}`, `${a[*]}`; `unknown` if they are unknown; undefined if it is not a list. */
function listOf(part: ParameterPart, expansion: Context): readonly Value[] | 'unknown' | undefined {
  const { state } = expansion
  const given = part.name === '@' || part.name === '*'
  const passed = given ? argumentsOf(expansion) : undefined
  if (passed !== undefined) return passed
  const subscript = part.index?.text
  if (!given && subscript !== '@' && subscript !== '*') return undefined
  const variable = lookup(state, given ? '@' : part.name)
  if (variable.unset === true) return []
  const known = variable.elements ?? variable.slots?.map(([, value]) => value)
  if (known !== undefined || variable.pool === undefined) return known ?? 'unknown'
  // Each of them may be among the words.
  const { pool } = variable
  const picked = pickedOf(part, pool, expansion)
  if (picked !== undefined) return [picked]
  // Or all of them, in the order in which they were put there.
  const { choice } = expansion
  const all = (choice.size <= 1 || choice.has(pool)) && choice.pick(pool, [false, true])
  return all === true ? pool : 'unknown'
}

/** The arguments of the shell or of the function, or one of the possible lists. */
function argumentsOf({ state, choice }: Context): readonly Value[] | undefined {
  const { positional, perhaps } = state
  if (positional !== undefined || perhaps.length === 0) return positional
  return choice.pick(ARGUMENTS, [undefined, ...perhaps])
}

const ARGUMENTS = '$@ as a list'

function listAtoms(
  part: ParameterPart,
  list: readonly Value[] | 'unknown',
  expansion: Context,
): readonly Atom[] {
  const { operation, quoted } = part
  if (operation?.kind === 'slice' && list !== 'unknown') {
    const at = sliceNumber(operation.offset, expansion)
    // Arguments are counted from one; the name of the shell precedes them.
    const from = part.index !== undefined || at === undefined ? at : at === 0 ? undefined : at - 1
    const length = operation.length === undefined ? undefined : sliceNumber(operation.length, expansion)
    const known = from !== undefined && from >= 0 && (operation.length === undefined || length !== undefined)
    const { operation: _, ...plain } = part
    if (known && (length ?? 0) >= 0)
      return listAtoms(plain, list.slice(from, length === undefined ? undefined : from + length), expansion)
  }
  if (list === 'unknown' || (operation !== undefined && operation.kind !== 'default'))
    return unknownList(part)
  if (operation !== undefined) {
    const value = list[0] ?? EMPTY
    return list.length > 1
      ? unknownList(part)
      : defaultAtoms(part, operation, { value, set: list.length > 0 ? 'set' : 'unset' }, expansion)
  }
  const star = part.name === '*' || part.index?.text === '*'
  if (list.length === 0) return quoted ? (star ? valueAtoms(EMPTY, true) : [{ kind: 'vanish' }]) : []
  if (quoted && star) return joinedAtoms(list, expansion)
  return list.flatMap((value, index) => [...(index === 0 ? [] : [BREAK]), ...valueAtoms(value, quoted)])
}

const BREAK: Atom = { kind: 'break' }

function joinedAtoms(list: readonly Value[], { state }: Context): readonly Atom[] {
  const ifs = knownText(lookup(state, 'IFS').values[0] ?? EMPTY)
  const glue: Value = ifs === undefined ? [hole('$IFS', 'data')] : textValue(ifs.slice(0, 1))
  return list.flatMap((value, index) => valueAtoms(index === 0 ? value : [...glue, ...value], true))
}

function lengthAtoms(
  part: ParameterPart,
  list: readonly Value[] | 'unknown' | undefined,
  expansion: Context,
): readonly Atom[] {
  if (list === 'unknown') return valueAtoms([hole(part.source, 'digits')], part.quoted)
  if (list !== undefined) return valueAtoms(textValue(String(list.length)), part.quoted)
  const text = knownText(scalar(part, expansion).value)
  const length: Value =
    text === undefined ? [hole(part.source, 'digits')] : textValue(String([...text].length))
  return valueAtoms(length, part.quoted)
}

function indirectAtoms(part: ParameterPart, expansion: Context): readonly Atom[] {
  if (part.index !== undefined) return namesOfElements(part, expansion)
  const { prefix: _, ...direct } = part
  const name = knownText(scalar(direct, expansion).value)
  if (name === undefined || !/^(?:[A-Za-z_]\w*|\d+)$/.test(name)) {
    return name === '' ? [] : unknownList(part)
  }
  return atomsOf({ ...direct, name }, expansion)
}

/** `${!a[@]}`: the numbers of the elements, where these are known. */
function namesOfElements(part: ParameterPart, expansion: Context): readonly Atom[] {
  const { prefix: _, ...direct } = part
  const list = listOf(direct, expansion)
  const known = lookup(expansion.state, part.name).elements
  if (list === undefined || list === 'unknown' || known === undefined) return unknownList(part)
  return listAtoms(
    direct,
    known.map((_value, index) => textValue(String(index))),
    expansion,
  )
}

function scalar(part: ParameterPart, expansion: Context): Found {
  const { state, choice } = expansion
  const { name } = part
  if (/^\d+$/.test(name)) return positional(part, Number(name), expansion)
  if (name === '#') {
    const count = state.positional?.length
    return {
      value: count === undefined ? [hole(part.source, 'digits')] : textValue(String(count)),
      set: 'set',
    }
  }
  if (name === '?' || name === '$' || name === '!')
    return { value: [hole(part.source, 'digits')], set: 'set' }
  if (name === '-') return { value: [hole(part.source, 'data')], set: 'set' }
  const variable = lookup(state, name)
  if (variable.unset === true) return { value: EMPTY, set: 'unset' }
  if (part.index !== undefined) return element(part, variable, expansion)
  // It means the first element, and an array may have none.
  if (variable.elements?.length === 0) return { value: EMPTY, set: 'unset' }
  const value = choice.pick(`$${name}`, variable.values) ?? EMPTY
  // A variable with an unknown value may be unset, and an empty one may be unset on some path.
  const maybe = value.length === 0 ? variable.maybeUnset === true : value.every((bit) => bit.kind === 'hole')
  return { value, set: maybe ? 'maybe' : 'set' }
}

function positional(part: ParameterPart, number: number, expansion: Context): Found {
  const { state } = expansion
  const [name] = state.variables.get('0')?.values ?? []
  if (number === 0 && name !== undefined) return { value: name, set: 'set' }
  const list = number === 0 ? undefined : argumentsOf(expansion)
  if (list === undefined) return { value: [hole(part.source, 'data')], set: 'maybe' }
  const value = list[number - 1]
  return value === undefined ? { value: EMPTY, set: 'unset' } : { value, set: 'set' }
}

function element(part: ParameterPart, variable: ReturnType<typeof lookup>, expansion: Context): Found {
  const text =
    part.index === undefined
      ? undefined
      : knownText(expansion.words.value(part.index.word, expansion, 'none'))
  if (text !== undefined && variable.elements !== undefined && /^-?\d+$/.test(text)) {
    const value = variable.elements.at(Number(text))
    return value === undefined ? { value: EMPTY, set: 'unset' } : { value, set: 'set' }
  }
  const named = variable.keyed === true ? variable.named?.findLast(([name]) => name === text) : undefined
  if (named !== undefined) return { value: named[1], set: 'set' }
  const perhaps = variable.maybeNamed?.flatMap(([name, value]) => (name === text ? [value] : [])) ?? []
  if (perhaps.length > 0)
    return {
      value: expansion.choice.pick(part, [[hole(part.source, 'data')], ...perhaps]) ?? EMPTY,
      set: 'maybe',
    }
  // Without a number it means the first element.
  const [first, more] = text === '0' && variable.elements === undefined ? variable.values : []
  if (first !== undefined && more !== undefined && variable.keyed !== true)
    return { value: expansion.choice.pick(`$${part.name}`, variable.values) ?? first, set: 'maybe' }
  const picked = pickedOf(part, variable.elements ?? variable.pool ?? [], expansion)
  if (picked !== undefined) return { value: picked, set: 'maybe' }
  const known = variable.values.length === 1 ? variable.values[0]?.[0] : undefined
  const origin = known?.kind === 'hole' && known.origin === 'unset' ? 'unset' : 'data'
  return { value: [hole(part.source, origin)], set: 'maybe' }
}

const MOST_PICKED = 16

/** One of several elements, when it is unknown which: only possible folders matter. */
function pickedOf(
  part: ParameterPart,
  elements: readonly Value[],
  { choice, state }: Context,
): Value | undefined {
  const folders = elements.filter(
    ([bit]) => bit?.kind === 'glob' || (bit?.kind === 'text' && /^[./~]/.test(bit.text)),
  )
  if (folders.length === 0) return undefined
  if (folders.length > MOST_PICKED || (choice.size > 1 && !choice.has(part))) {
    state.beyond.add('elements that may be meant')
    return undefined
  }
  return choice.pick(part, [undefined, ...folders])
}

type Default = Extract<ParameterOperation, { readonly kind: 'default' }>

function defaultAtoms(
  part: ParameterPart,
  operation: Default,
  found: Found,
  expansion: Context,
): readonly Atom[] {
  const own = (): readonly Atom[] => valueAtoms(found.value, part.quoted)
  const other = (): readonly Atom[] => operandAtoms(part, operation, expansion)
  const nothing = (): readonly Atom[] => valueAtoms(EMPTY, part.quoted)
  const there = presence(found, operation.operator.startsWith(':'))
  const letter = operation.operator.at(-1)
  if (letter === '?') return own()
  const [ifThere, ifNot] = letter === '+' ? [other, nothing] : [own, other]
  if (there === 'yes') return ifThere()
  if (there === 'no') return ifNot()
  return either(part, ifThere, ifNot, expansion)
}

/** The operand's unquoted text is split like an expansion. */
function operandAtoms(part: ParameterPart, operation: Default, expansion: Context): readonly Atom[] {
  const { parts } = operation.word
  return expansion.words
    .atoms(part.quoted ? parts : expandTilde(parts, 'operand', expansion.home), expansion)
    .map((atom) => (atom.kind === 'bit' ? { ...atom, expanded: true } : atom))
}

function presence({ value, set }: Found, emptyCounts: boolean): 'yes' | 'no' | 'maybe' {
  if (set === 'unset') return 'no'
  if (!emptyCounts) return set === 'set' ? 'yes' : 'maybe'
  if (value.length === 0) return 'no'
  return value.some((bit) => bit.kind !== 'hole') ? 'yes' : 'maybe'
}

/** Few commands depend on a default: fork on this many, and beyond that only on important ones. */
const FEW_FORKS = 3
const MAX_FORKS = 5
/** A word that is not a path, an option or a command with arguments; or nothing. */
const PLAIN_DEFAULT = /^\$\{\w+:?[-+=](?:\w[\w:@%+,-]*)?\}$/

function either(
  part: ParameterPart,
  a: () => readonly Atom[],
  b: () => readonly Atom[],
  { choice, state }: Context,
): readonly Atom[] {
  const plain = PLAIN_DEFAULT.test(part.source)
  if (choice.size >= (plain ? FEW_FORKS : MAX_FORKS) && !choice.has(part)) {
    if (!plain) state.beyond.add('defaults in one command')
    return unknownList(part)
  }
  return choice.pick(part, [a, b])?.() ?? []
}
