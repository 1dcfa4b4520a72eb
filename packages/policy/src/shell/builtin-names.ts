import { refuse, type BuiltinCall, type Outcome } from './context.ts'
import { display, knownPrefix, literal, type Field } from '../model/field.ts'
import { undefineFunction } from './functions.ts'
import { assign, assignUnknown, forgetVariables, lookup, setFlags, unset, type State } from './state.ts'
import { printedBy } from './outputs.ts'
import { keepList, keepRead } from './read-values.ts'
import { openedInput } from './redirects.ts'
import { judgeValue } from './substitutions.ts'
import { fieldValue, hole, knownText, textValue, type Value } from './value.ts'

/**
 * Builtins that set the variables named by their words. Bash evaluates a subscript in such a name and runs a command in it; an unknown word
 * may contain one.
 */

const NAME = /^[A-Za-z_]\w*$/

interface Named {
  readonly name: string
  readonly append: boolean
  readonly value?: Value
}

/** `NAME`, `NAME=value` or `NAME+=value`; undefined if the name is not plain. */
export function readAssignment(field: Field): Named | undefined {
  const [first, ...rest] = fieldValue(field)
  if (first?.kind !== 'text') return undefined
  const match = /^([A-Za-z_]\w*)(?:(\+?)=)?/.exec(first.text)
  const name = match?.[1]
  if (match === null || name === undefined) return undefined
  const tail = first.text.slice(match[0].length)
  if (match[2] === undefined) return tail === '' && rest.length === 0 ? { name, append: false } : undefined
  return { name, append: match[2] === '+', value: [...textValue(tail), ...rest] }
}

/** `export`, `readonly`, `declare`, `typeset` and `local`. */
export function declare(call: BuiltinCall): undefined {
  const { name, args, frame } = call
  const letters = args
    .filter(isOption)
    .map((arg) => display(arg).slice(1))
    .join('')
  if (name !== 'export' && letters.includes('n')) {
    refuse(frame.reading, 'a name for another variable', args[0]?.range.start ?? 0)
  }
  if (/[fF]/.test(letters)) return
  for (const arg of args.filter((each) => !isOption(each))) declareOne(arg, letters, call)
}

function isOption(field: Field): boolean {
  return literal(field)?.startsWith('-') === true
}

function declareOne(arg: Field, letters: string, call: BuiltinCall): void {
  const { name, state, frame } = call
  const named = readAssignment(arg)
  if (named === undefined) return declareOdd(arg, call)
  const local =
    frame.locals !== undefined && name !== 'export' && name !== 'readonly' && !letters.includes('g')
  if (local && !frame.locals.has(named.name)) frame.locals.set(named.name, lookup(state, named.name))
  // A value assigned to an integer is evaluated, so the attribute is set first; a readonly variable can be set this once.
  if (/[iluc]/.test(letters)) setFlags(state, named.name, { volatile: true, integer: letters.includes('i') })
  // Outside of a function bash refuses `local`, and nothing changes.
  if (name === 'local' && frame.locals === undefined) assignUnknown(state, named.name)
  else if (named.value !== undefined) assignNamed(named, named.value, state)
  else if (local) assign(state, named.name, { values: [[]], unset: true })
  if (name === 'export' || (letters.includes('x') && name !== 'readonly'))
    setFlags(state, named.name, { exported: true })
  if (letters.includes('A')) setFlags(state, named.name, { keyed: true })
  if (name === 'readonly' || letters.includes('r')) setFlags(state, named.name, { readonly: true })
}

function assignNamed({ name, append }: Named, value: Value, state: State): void {
  const values = append ? lookup(state, name).values.map((before) => [...before, ...value]) : [value]
  assign(state, name, { values })
}

/** `a[…]=x`, or an unknown word: it may be `-i`, which makes bash evaluate the rest. */
function declareOdd(arg: Field, call: BuiltinCall): void {
  const start = knownPrefix(arg)
  const base = /^([A-Za-z_]\w*)\[/.exec(start)?.[1]
  if (base !== undefined) {
    judgeSubscript(arg, call)
    assignUnknown(call.state, base)
  } else if (literal(arg) === undefined) {
    forgetVariables(call.state)
    if (call.name !== 'export' && call.name !== 'readonly') judgeSubscript(arg, call)
  }
}

/** Judges the subscript of a name: in `a[…]=x` the part before the value. */
function judgeSubscript(arg: Field, { state, frame }: BuiltinCall): void {
  const text = literal(arg)
  if (text !== undefined && !text.includes('[')) return
  const value = beforeValue(fieldValue(arg))
  judgeValue(value, arg.range, state, frame)
}

function beforeValue(value: Value): Value {
  const at = value.findIndex((bit) => bit.kind !== 'hole' && bit.text.includes(']='))
  const bit = value[at]
  if (bit === undefined || bit.kind === 'hole') return value
  return [...value.slice(0, at), ...textValue(bit.text.slice(0, bit.text.indexOf(']=')))]
}

/** The named variables get unknown values. */
function setNames(targets: readonly Field[], call: BuiltinCall): void {
  for (const target of targets) {
    judgeSubscript(target, call)
    const name = literal(target)?.split('[')[0]
    if (name === undefined) forgetVariables(call.state)
    else if (NAME.test(name)) assignUnknown(call.state, name)
  }
}

export function unsetNames(call: BuiltinCall): undefined {
  const { args, state, frame } = call
  const functions = args.some((arg) => literal(arg) === '-f')
  for (const arg of args.filter((each) => !isOption(each))) {
    const name = literal(arg)
    if (name !== undefined) undefineFunction(name, state)
    if (functions) continue
    // In a function it may be a local one, and then the outer one reappears.
    if (name !== undefined && NAME.test(name) && frame.calls.length === 0) unset(state, name)
    else setNames([arg], call)
  }
}

interface Parsed {
  readonly operands: readonly Field[]
  readonly values: ReadonlyMap<string, Field>
}

/** The operands of a builtin, and the values of its options; options in `withValue` take the next word. */
function parse(args: readonly Field[], withValue: string): Parsed {
  const values = new Map<string, Field>()
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]
    const text = literal(arg)
    if (arg === undefined || text === undefined || !/^-./.test(text))
      return { operands: args.slice(index), values }
    if (text === '--') return { operands: args.slice(index + 1), values }
    const at = [...text].findIndex((letter, position) => position > 0 && withValue.includes(letter))
    if (at < 0) continue
    const joined = text.slice(at + 1)
    const value: Field | undefined =
      joined === '' ? args[++index] : { ...arg, pieces: [{ kind: 'text', text: joined }] }
    if (value !== undefined) values.set(text.charAt(at), value)
  }
  return { operands: [], values }
}

export function readNames(call: BuiltinCall): Outcome | undefined {
  const { operands, values } = parse(call.args, 'adinNptu')
  const array = values.get('a')
  const targets = [...operands, ...(array === undefined ? [] : [array])]
  if (targets.length === 0) assignUnknown(call.state, 'REPLY')
  setNames(targets, call)
  const names = operands.length === 0 ? ['REPLY'] : operands.map((target) => literal(target) ?? '')
  const input = inputOf(values.get('u'), call)
  if (array !== undefined) {
    const whole = [...values.keys()].every((option) => 'aptu'.includes(option))
    if (whole && NAME.test(literal(array) ?? '')) keepList(literal(array) ?? '', 'words', input)
    return undefined
  }
  // Less than a line, or more than one: then only a listing is known.
  const cut = ['d', 'n', 'N'].some((option) => values.has(option)) && input.stdin.kind === 'text'
  return !cut && names.every((name) => NAME.test(name)) ? keepRead(names, input) : undefined
}

/** `read -u 3`: the input that was opened there. */
function inputOf(descriptor: Field | undefined, call: BuiltinCall): BuiltinCall {
  return descriptor === undefined || literal(descriptor) === '0'
    ? call
    : { ...call, stdin: openedInput(descriptor, call.frame.reading) }
}

export function mapfile(call: BuiltinCall): undefined {
  const { operands, values } = parse(call.args, 'dnOsucC')
  if (operands.length === 0) assignUnknown(call.state, 'MAPFILE')
  setNames(operands, call)
  const name = operands[0] === undefined ? 'MAPFILE' : (literal(operands[0]) ?? '')
  const input = inputOf(values.get('u'), call)
  const listed = input.stdin.kind === 'data'
  const whole = [...values.keys()].every((option) => option === 'u' || (listed && option !== 'C'))
  if (whole && NAME.test(name)) keepList(name, 'lines', input)
}

export function printfInto(call: BuiltinCall): undefined {
  const [first] = call.args
  const target = parse(call.args, 'v').values.get('v')
  if (target !== undefined) {
    setNames([target], call)
    keepPrinted(target, call)
  } else if (first !== undefined && knownPrefix(first) === '' && literal(first) === undefined)
    forgetVariables(call.state)
}

/** `printf -v X …`: the variable gets the text that would have been printed. */
function keepPrinted(target: Field, { args, state }: BuiltinCall): void {
  const name = literal(target) ?? ''
  const value = printedBy(args.slice(args.indexOf(target) + 1))
  if (NAME.test(name) && args.includes(target) && value !== undefined)
    assign(state, name, { values: [value] })
}

/** The possible values of an option: any word, or the text attached to one. */
function optionValues({ args, state }: BuiltinCall): readonly Value[] {
  const own = args.slice(2).map(fieldValue)
  const given = own.length > 0 ? [own] : state.positional === undefined ? state.perhaps : [state.positional]
  const words = given.flat().flatMap((value) => knownText(value) ?? [])
  return [...new Set(words.map((word) => word.replace(/^-[^-]/, '')))]
    .filter((word) => word !== '')
    .map(textValue)
}

export function getopts(call: BuiltinCall): undefined {
  const target = call.args[1]
  if (target === undefined) return
  setNames([target], call)
  assign(call.state, 'OPTARG', { values: [[hole('$OPTARG', 'data')], ...optionValues(call)] })
  assignUnknown(call.state, 'OPTIND', 'digits')
}

export function waitFor(call: BuiltinCall): undefined {
  const target = parse(call.args, 'p').values.get('p')
  if (target !== undefined) setNames([target], call)
}

export function letArithmetic({ args, state, frame }: BuiltinCall): undefined {
  for (const arg of args) {
    const value = fieldValue(arg)
    judgeValue(value, arg.range, state, frame)
    for (const name of display(arg).match(/[A-Za-z_]\w*/g) ?? []) assignUnknown(state, name, 'digits')
    if (literal(arg) === undefined) forgetVariables(state)
  }
}

/** `-v` and `-R` take a name. */
export function testNames(call: BuiltinCall): undefined {
  call.args.forEach((arg, index) => {
    const before = call.args[index - 1]
    if (before !== undefined && /^-[vR]$/.test(display(before))) judgeSubscript(arg, call)
  })
}
