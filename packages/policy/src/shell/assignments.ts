import type { ArrayElement, Assignment } from './ast.ts'
import { alternatives } from './choice.ts'
import { assignmentFact, emitAssignment } from './assignment-fact.ts'
import { deeper, refuse, type Frame } from './context.ts'
import type { Range } from '../model/field.ts'
import type { Carrier } from '../model/part.ts'
import { readScript } from './reader.ts'
import { assign, isKnownName, lookup, type State, type Variable } from './state.ts'
import { type Outputs, valuesOf, walkArithmetic, walkWords } from './substitutions.ts'
import {
  EMPTY,
  fieldValue,
  hole,
  isDownload,
  joinBits,
  knownText,
  textValue,
  unionValues,
  type Value,
} from './value.ts'
import { expandFields, expandValue } from './words.ts'
import { EXPANDED, OPTIONS, STARTED } from './variables.ts'

/** Walks the commands that run while an assignment's words are expanded. */
export function walkAssignmentWords(
  assignment: Assignment,
  state: State,
  frame: Frame,
  outputs: Outputs,
): void {
  if (assignment.index !== undefined && !isKey(assignment, state))
    walkArithmetic(assignment.index, state, frame, outputs)
  const { value } = assignment
  if (value.kind === 'word') return walkWords([value], state, frame, outputs)
  for (const { word, index } of value.elements) {
    walkWords([word], state, frame, outputs)
    if (index !== undefined) walkArithmetic(index, state, frame, outputs)
  }
}

/** Associative arrays: their subscripts are plain strings. */
function isKey({ name, index }: Assignment, state: State): boolean {
  const plain = index?.word.parts.every((part) => part.kind === 'text') === true
  return plain && (name === 'BASH_ALIASES' || name === 'BASH_CMDS') && !isKnownName(state, name)
}

/** The variable after the assignment. */
export function assignedVariable(
  assignment: Assignment,
  state: State,
  frame: Frame,
  outputs: Outputs,
): Variable {
  const { name, append, index, value } = assignment
  const unknown: Variable = { values: [[hole(`$${name}`, 'data')]] }
  if (value.kind === 'array') {
    const elements = arrayElements(value.elements, state, frame, outputs)
    const old = append ? (isFresh(name, state) ? NEW : lookup(state, name)) : { elements: [] }
    const before = old.elements
    if (elements === undefined || before === undefined || isKeyed(name, state)) {
      const some = pooled(unknown, old, elements ?? possibleElements(value.elements, state, frame, outputs))
      return elements === undefined ? some : { ...some, ...namedElements(value.elements, elements) }
    }
    if (value.elements.every(({ index }) => index === undefined)) {
      const all = [...before, ...elements]
      return { values: [all[0] ?? EMPTY], elements: all }
    }
    const placed = isKnownName(state, name) ? undefined : slotsOf(value.elements, elements)
    return withSlots(placed, pooled(unknown, old, elements))
  }
  const values = valuesOf(value, state, frame, outputs, 'assignment')
  if (values === undefined) return unknown
  if (index !== undefined) {
    const old = isKnownName(state, name) ? lookup(state, name) : NEW
    const some = pooled(unknown, old, values)
    if (isKeyed(name, state)) return { ...some, ...namedBy(old, index.text, append ? [] : values) }
    const known = assignElement(old, index.text, values, append)
    return known ?? withSlots(assignSlot(old, index.text, values, append), some)
  }
  if (!append) return { values }
  const before = lookup(state, name)
  const joined = before.values.flatMap((start) => values.map((end) => joinBits([...start, ...end])))
  return before.elements === undefined ? { values: unionValues([], joined) } : unknown
}

function isKeyed(name: string, state: State): boolean {
  return lookup(state, name).keyed === true
}

/** Nothing is known about the name; names from the environment are in capitals. */
function isFresh(name: string, state: State): boolean {
  return !isKnownName(state, name) && /[a-z]/.test(name)
}

/** An element of `declare -A` with a plain name and one value; any other element may have any name. */
function namedBy(
  { named, elements }: Variable,
  key: string,
  values: readonly Value[],
): Pick<Variable, 'named'> {
  const [value, more] = values
  const known = named ?? (elements?.length === 0 || elements === undefined ? [] : undefined)
  if (value === undefined || more !== undefined || known === undefined || !/^[\w.-]+$/.test(key)) return {}
  return { named: [...known, [key, value]] }
}

/** `([a]=b [c]=d)`: all elements have plain names. */
function namedElements(elements: readonly ArrayElement[], values: readonly Value[]): Pick<Variable, 'named'> {
  const names = elements.map(({ index }) => index?.text ?? '')
  if (names.length !== values.length || !names.every((name) => /^[\w.-]+$/.test(name))) return {}
  return { named: names.map((name, at) => [name, values[at] ?? EMPTY] as const) }
}

type Slots = NonNullable<Variable['slots']>

/** `([1]=b [0]=a)`: the index of each element; an element without a number follows the one before it. */
function slotsOf(elements: readonly ArrayElement[], values: readonly Value[]): Slots | undefined {
  if (elements.length !== values.length) return undefined
  const slots = new Map<number, Value>()
  let next = 0
  for (const [position, { index }] of elements.entries()) {
    if (index !== undefined && !/^\d{1,3}$/.test(index.text)) return undefined
    next = index === undefined ? next : Number(index.text)
    slots.set(next, values[position] ?? EMPTY)
    next += 1
  }
  return [...slots].toSorted(([a], [b]) => a - b)
}

function assignSlot(
  { slots, elements }: Variable,
  index: string,
  values: readonly Value[],
  append: boolean,
): Slots | undefined {
  const [value] = values
  const before: Slots | undefined = slots ?? elements?.map((each, at) => [at, each] as const)
  if (append || before === undefined || values.length !== 1 || value === undefined) return undefined
  if (!/^\d{1,3}$/.test(index)) return undefined
  const at = Number(index)
  return [...before.filter(([each]) => each !== at), [at, value] as const].toSorted(([a], [b]) => a - b)
}

/** An array without gaps has known elements. */
function withSlots(slots: Slots | undefined, otherwise: Variable): Variable {
  if (slots === undefined) return otherwise
  const elements = slots.map(([, value]) => value)
  if (slots.every(([at], index) => at === index)) return { values: [elements[0] ?? EMPTY], elements }
  return { ...otherwise, slots }
}

/** A new, empty array. */
const NEW: Variable = { values: [EMPTY], elements: [] }

/** An array whose possible elements are known, but not their positions. */
function pooled(
  unknown: Variable,
  { pool, elements }: Pick<Variable, 'pool' | 'elements'>,
  more: readonly Value[],
): Variable {
  const all = unionValues(pool ?? elements ?? [], more)
  return all.length === 0 ? unknown : { ...unknown, pool: all }
}

function assignElement(
  before: Variable,
  index: string,
  values: readonly Value[],
  append: boolean,
): Variable | undefined {
  const { elements } = before
  const [value] = values
  const at = /^\d{1,3}$/.test(index) ? Number(index) : undefined
  if (append || elements === undefined || values.length !== 1 || value === undefined || at === undefined)
    return undefined
  if (at > elements.length) return undefined
  const all = at === elements.length ? [...elements, value] : elements.with(at, value)
  return { values: [all[0] ?? EMPTY], elements: all }
}

function arrayElements(
  elements: readonly ArrayElement[],
  state: State,
  frame: Frame,
  outputs: Outputs,
): readonly Value[] | undefined {
  const { home } = frame.reading.place
  const result = alternatives((choice) => {
    const expansion = { state, outputs, choice, home }
    return elements.map(({ word, index }) =>
      index === undefined
        ? expandFields(word, expansion)?.map((field) => (field.many ? undefined : fieldValue(field)))
        : [withoutName(expandValue(word, expansion, 'assignment'))],
    )
  })
  const [values] = result ?? []
  if (result?.length !== 1 || values === undefined) return undefined
  const all = values.flatMap((each) => each ?? [undefined])
  const known = all.flatMap((value) => (value === undefined ? [] : [value]))
  return known.length === all.length ? known : undefined
}

/** `a=(*)`, `a=($(ls))`: the possible elements. */
function possibleElements(
  elements: readonly ArrayElement[],
  state: State,
  frame: Frame,
  outputs: Outputs,
): readonly Value[] {
  const { home } = frame.reading.place
  const all = alternatives((choice) =>
    elements.flatMap(({ word, index }) =>
      index === undefined ? (expandFields(word, { state, outputs, choice, home }) ?? []).map(fieldValue) : [],
    ),
  )
  return unionValues([], all?.flat() ?? [])
}

/** The value of `[name]=value`. */
function withoutName(value: Value): Value {
  const at = value.findIndex((bit) => bit.kind !== 'hole' && bit.text.includes(']'))
  const bit = value[at]
  if (bit === undefined || bit.kind === 'hole') return value
  const text = bit.text.slice(bit.text.indexOf(']')).replace(/^\]\+?=/, '')
  return joinBits([{ ...bit, text }, ...value.slice(at + 1)])
}

/** Standalone assignments: each is a part, and changes the shell. */
export function walkAssignments(
  assignments: readonly Assignment[],
  state: State,
  frame: Frame,
  outputs: Outputs,
): void {
  for (const assignment of assignments) {
    const { name, range } = assignment
    const variable = assignedVariable(assignment, state, frame, outputs)
    const exported = lookup(state, name).exported === true || state.exportAll
    emitAssignment(
      assignmentFact(name, singleValue(variable), range, exported ? 'environment' : 'shell'),
      exported,
      state,
      frame,
    )
    noteShell(assignment, variable, frame)
    assign(state, name, variable)
  }
}

export function singleValue({ values, elements }: Variable): Value | undefined {
  return values.length === 1 && elements === undefined ? values[0] : undefined
}

/** The command that such a value contains, if it is more than plain options. */
function commandOf(program: string, value: Value): Value | undefined {
  const text = knownText(value)
  if (text === undefined || !/[!`]|\$\(|exec|eval|system|command|shell|preview/.test(text)) return undefined
  const words = program.endsWith(' ') ? [text] : text.trim().split(/\s+(?=--)/)
  return textValue(
    `${program} ${words.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ')}`,
  )
}

/** Some program may start the value at some time, so it is judged with nothing else known. */
function walkStarted(name: string, value: Value, range: Range, frame: Frame): void {
  const text = knownText(value)?.replace(/^\|+-?/, '')
  if (text === undefined || text.trim() === '' || frame.prewalk) return
  // A value that only reads is harmless (`GIT_EDITOR=true`).
  const carrier: Carrier = { kind: 'inline', name, transparent: true, range }
  const inner = deeper(frame, carrier, { child: false })
  const parsed = readScript(text, () => range.start)
  if (inner !== undefined) frame.reading.deferred.push({ script: parsed.script, frame: inner })
}

/** Records variables that make bash itself run something else. */
export function noteShell(
  { name, index, range }: Pick<Assignment, 'name' | 'index' | 'range'>,
  { values }: Pick<Variable, 'values'>,
  frame: Frame,
): void {
  const { reading } = frame
  if (STARTED.has(name)) for (const value of values) walkStarted(name, value, range, frame)
  const program = OPTIONS.get(name)
  if (program !== undefined)
    for (const value of values) walkStarted(name, commandOf(program, value) ?? EMPTY, range, frame)
  if (name === 'BASH_ALIASES' || name === 'BASH_CMDS') reading.aliases.add(index?.text ?? '')
  if (name.startsWith('BASH_FUNC_')) refuse(reading, 'a function in a variable', range.start)
  const code = STARTED.has(name) || program !== undefined || EXPANDED.has(name)
  if (code && values.some(isDownload))
    reading.parts.push({ kind: 'opaque', source: 'download', range, carriers: frame.carriers, cwds: [] })
  const texts = values.flat().map((bit) => (bit.kind === 'hole' ? '' : bit.text))
  if (EXPANDED.has(name) && texts.some((text) => /\$\(|`|\$\{/.test(text))) {
    refuse(reading, `commands in \`${name}\``, range.start)
  }
}
