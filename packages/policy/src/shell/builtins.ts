import { arithmeticRisk } from './arithmetic.ts'
import { undefineFunction } from './functions.ts'
import { outcome, refuse, type Frame, type Outcome } from './context.ts'
import { display, literal, type Field } from './field.ts'
import {
  assign,
  assignUnknown,
  changeDirectory,
  forgetAll,
  forgetVariables,
  fork,
  lookup,
  moreDoubt,
  setFlags,
  unionCwds,
  unset,
  type State,
} from './state.ts'
import { report } from './substitutions.ts'
import { fieldValue, isDownload, knownText, textValue, type Value } from './value.ts'

/** A builtin that runs in this very shell. `args`: its words after the name. */
export interface BuiltinCall {
  readonly name: string
  readonly args: readonly Field[]
  readonly state: State
  readonly frame: Frame
}

/** What a builtin changes in the shell. Undefined: it changes nothing that is kept track of. */
export function runBuiltin(call: BuiltinCall): Outcome | undefined {
  return BUILTINS.get(call.name)?.(call)
}

type Builtin = (call: BuiltinCall) => Outcome | undefined

const BUILTINS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ['cd', changeTo],
  ['pushd', changeTo],
  ['popd', popDirectory],
  ['export', (call) => declare(call, { exported: true })],
  ['readonly', (call) => declare(call, { readonly: true })],
  ['declare', (call) => declare(call, {})],
  ['typeset', (call) => declare(call, {})],
  ['local', (call) => declare(call, {})],
  ['unset', unsetNames],
  ['read', readNames],
  ['mapfile', mapfile],
  ['readarray', mapfile],
  ['printf', printfInto],
  ['getopts', getopts],
  ['wait', waitFor],
  ['let', letArithmetic],
  ['test', testNames],
  ['[', testNames],
  ['set', setOptions],
  ['shopt', shopt],
  ['shift', shift],
  ['return', leave],
  ['break', leave],
  ['continue', leave],
  ['source', loadFile],
  ['.', loadFile],
  ['alias', defineAlias],
  ['hash', hashNames],
  ['enable', hashNames],
  ['eval', () => undefined],
])

function changeTo({ name, args, state }: BuiltinCall): Outcome {
  const operands = args.filter(
    (arg, index) => !isOption(arg) || args.slice(0, index).some((each) => literal(each) === '--'),
  )
  const ok = fork(state)
  const [target] = operands
  const text = target === undefined ? undefined : literal(target)
  const searches = state.variables.has('CDPATH')
  if (name === 'pushd' && (target === undefined || text === undefined || /^[+-]/.test(text))) {
    changeDirectory(ok, [undefined])
  } else if (target === undefined) {
    const homes = lookup(state, 'HOME').values.map(knownText)
    changeDirectory(ok, operands.length === 0 && !args.some((arg) => arg.many) ? homes : [undefined])
  } else if (text === '-') {
    const previous = ok.previousCwds
    changeDirectory(ok, [undefined])
    ok.cwds = previous
  } else changeDirectory(ok, [searches && text?.startsWith('/') !== true ? undefined : text])
  if (state.doubt !== 'none') ok.cwds = unionCwds(ok.cwds, state.cwds)
  return { ok, fail: state }
}

function isOption(field: Field): boolean {
  const text = literal(field)
  return text !== undefined && text !== '-' && text.startsWith('-')
}

function popDirectory({ state }: BuiltinCall): Outcome {
  const ok = fork(state)
  changeDirectory(ok, [undefined])
  return { ok, fail: state }
}

interface Named {
  readonly name: string
  readonly append: boolean
  readonly value?: Value
}

/** `NAME`, `NAME=value` or `NAME+=value`; undefined when the name is not plainly there. */
export function readAssignment(field: Field): Named | undefined {
  const value = fieldValue(field)
  const [first, ...rest] = value
  if (first === undefined || first.kind !== 'text') return undefined
  const match = /^([A-Za-z_]\w*)(?:(\+?)=)?/.exec(first.text)
  const name = match?.[1]
  if (match === null || name === undefined) return undefined
  const tail = first.text.slice(match[0].length)
  if (match[2] === undefined) return tail === '' && rest.length === 0 ? { name, append: false } : undefined
  return { name, append: match[2] === '+', value: [...textValue(tail), ...rest] }
}

function declare(
  call: BuiltinCall,
  flags: { readonly exported?: boolean; readonly readonly?: boolean },
): Outcome {
  const { name, args, state, frame } = call
  const options = args
    .filter(isOption)
    .map((arg) => display(arg))
    .join('')
  const letters = /-([a-zA-Z]*)/g
  const on = [...options.matchAll(letters)].map((match) => match[1] ?? '').join('')
  const all = {
    ...flags,
    ...(on.includes('x') && name !== 'readonly' ? { exported: true } : {}),
    ...(on.includes('r') ? { readonly: true } : {}),
    ...(/[iluc]/.test(on) ? { volatile: true } : {}),
    ...(on.includes('i') ? { integer: true } : {}),
  }
  if (name !== 'export' && on.includes('n'))
    refuse(frame.reading, 'a name for another variable', args[0]?.range.start ?? 0)
  if (on.includes('f') || on.includes('F')) return outcome(state)
  const local = frame.locals !== undefined && name !== 'export' && name !== 'readonly' && !on.includes('g')
  for (const arg of args.filter((each) => !isOption(each))) {
    const named = readAssignment(arg)
    judgeName(arg, call, { arithmetic: on.includes('i') })
    if (named === undefined) {
      if (literal(arg) === undefined) forgetVariables(state)
      // It may be `-i`, and what follows evaluated.
      if (literal(arg) === undefined && name !== 'export' && name !== 'readonly') {
        report('opaque', { range: arg.range, download: isDownload(fieldValue(arg)) }, state, frame)
      }
      continue
    }
    if (local && !frame.locals.has(named.name))
      frame.locals.set(named.name, lookup(state, named.name))
    // Outside of a function bash refuses `local`, and what there was stays.
    if (name === 'local' && frame.locals === undefined) assignUnknown(state, named.name)
    else if (named.value !== undefined) assignNamed(named, named.value, state)
    else if (local) assign(state, named.name, { values: [[]], unset: true })
    if (Object.keys(all).length > 0) setFlags(state, named.name, all)
  }
  return outcome(state)
}

/** Array words of `declare -a x=(…)` come here as text that is not known. */
function assignNamed({ name, append }: Named, value: Value, state: State): void {
  const values = append ? lookup(state, name).values.map((before) => [...before, ...value]) : [value]
  assign(state, name, { values })
}

/** Bash evaluates a subscript in a name, and what is assigned to an integer. */
function judgeName(arg: Field, { state, frame }: BuiltinCall, { arithmetic = false } = {}): void {
  const value = fieldValue(arg)
  const text = display(arg)
  const evaluated =
    arithmetic || text.includes('[') || value.some((bit) => bit.kind === 'hole' && bit !== value.at(-1))
  const named = readAssignment(arg)
  if (named?.value !== undefined && !arithmetic) return
  if (!evaluated && literal(arg) !== undefined) return
  report(
    arithmeticRisk(named?.value ?? value, state),
    { range: arg.range, download: isDownload(value) },
    state,
    frame,
  )
}

function unsetNames(call: BuiltinCall): Outcome {
  const { args, state, frame } = call
  const operands = args.filter((arg) => !isOption(arg))
  for (const arg of operands) {
    judgeName(arg, call)
    const name = literal(arg)
    if (name !== undefined) undefineFunction(name, state)
    if (args.some((each) => literal(each) === '-f')) continue
    if (name === undefined) forgetVariables(state)
    else if (!/^[A-Za-z_]\w*$/.test(name)) setNames([name.split('[')[0] ?? ''], state)
    else if (frame.calls.length > 0) assignUnknown(state, name)
    else unset(state, name)
  }
  return outcome(state)
}

function setNames(names: readonly (string | undefined)[], state: State): void {
  for (const name of names) {
    if (name === undefined) forgetVariables(state)
    else if (/^[A-Za-z_]\w*$/.test(name)) assignUnknown(state, name)
  }
}

/** The operands of a builtin whose options in `withValue` take the next word. */
function operandsOf(
  args: readonly Field[],
  withValue: string,
): { operands: Field[]; values: Map<string, Field> } {
  const operands: Field[] = []
  const values = new Map<string, Field>()
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]
    if (arg === undefined) break
    const text = literal(arg)
    if (operands.length > 0 || text === undefined || !/^-[A-Za-z]/.test(text)) {
      if (text !== '--' || operands.length > 0) operands.push(arg)
      continue
    }
    const at = [...text].findIndex((letter, position) => position > 0 && withValue.includes(letter))
    if (at < 0) continue
    const letter = text.charAt(at)
    const joined = text.slice(at + 1)
    const next = joined === '' ? args[++index] : { ...arg, pieces: [{ kind: 'text' as const, text: joined }] }
    if (next !== undefined) values.set(letter, next)
  }
  return { operands, values }
}

function readNames(call: BuiltinCall): Outcome {
  const { operands, values } = operandsOf(call.args, 'adinNptu')
  const array = values.get('a')
  const targets = [...operands, ...(array === undefined ? [] : [array])]
  for (const target of targets) judgeName(target, call)
  setNames(
    targets.length === 0 ? ['REPLY'] : targets.map((target) => literal(target)?.split('[')[0]),
    call.state,
  )
  return outcome(call.state)
}

function mapfile(call: BuiltinCall): Outcome {
  const { operands } = operandsOf(call.args, 'dnOsucC')
  for (const target of operands) judgeName(target, call)
  setNames(operands.length === 0 ? ['MAPFILE'] : operands.map((target) => literal(target)), call.state)
  return outcome(call.state)
}

function printfInto(call: BuiltinCall): Outcome {
  const [first, second] = call.args
  const option = first === undefined ? '' : literal(first)
  if (option === undefined && first?.many === true) forgetVariables(call.state)
  if (option?.startsWith('-v') === true && first !== undefined) {
    const target =
      option === '-v' ? second : { ...first, pieces: [{ kind: 'text' as const, text: option.slice(2) }] }
    if (target !== undefined) {
      judgeName(target, call)
      setNames([literal(target)?.split('[')[0]], call.state)
    }
  }
  return outcome(call.state)
}

function getopts(call: BuiltinCall): Outcome {
  const target = call.args[1]
  if (target !== undefined) {
    judgeName(target, call)
    setNames([literal(target), 'OPTARG', 'OPTIND'], call.state)
  }
  return outcome(call.state)
}

function waitFor(call: BuiltinCall): Outcome {
  const target = operandsOf(call.args, 'p').values.get('p')
  if (target !== undefined) {
    judgeName(target, call)
    setNames([literal(target)], call.state)
  }
  return outcome(call.state)
}

function letArithmetic(call: BuiltinCall): Outcome {
  const { args, state, frame } = call
  for (const arg of args) {
    const value = fieldValue(arg)
    report(arithmeticRisk(value, state), { range: arg.range, download: isDownload(value) }, state, frame)
    for (const name of display(arg).match(/[A-Za-z_]\w*/g) ?? []) assignUnknown(state, name, 'digits')
    if (literal(arg) === undefined) forgetVariables(state)
  }
  return outcome(state)
}

/** `-v` and `-R` take a name, with a subscript if there is one; a word that is not known may be one of them. */
function testNames(call: BuiltinCall): Outcome {
  const { args } = call
  args.forEach((arg, index) => {
    const before = args[index - 1]
    if (before !== undefined && /^-[vR]$/.test(display(before))) judgeName(arg, call)
  })
  return outcome(call.state)
}

/** Options of the shell that change how the rest of the text is read. */
const READING_OPTIONS: ReadonlySet<string> = new Set(
  'posix braceexpand histexpand history keyword onecmd expand_aliases lastpipe xpg_echo cdable_vars autocd cdspell'.split(
    ' ',
  ),
)

function setOptions({ args, state, frame }: BuiltinCall): Outcome {
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]
    const text = arg === undefined ? '' : literal(arg)
    if (text === undefined) {
      forgetPositional(state)
      return outcome(state)
    }
    if (!/^[-+]./.test(text) || text === '--') {
      const rest = args.slice(text === '--' || text === '-' ? index + 1 : index)
      if (text === '--' || rest.length > 0) setPositional(rest, state)
      return outcome(state)
    }
    const on = text.startsWith('-')
    if (text.includes('a')) state.exportAll = on
    if (/[BHkt]/.test(text))
      refuse(frame.reading, `\`set ${text}\` changes how the rest is read`, arg?.range.start ?? 0)
    if (!text.includes('o')) continue
    const option = args[++index]
    const name = option === undefined ? '' : literal(option)
    if (name === 'allexport') state.exportAll = on
    if (name === undefined || READING_OPTIONS.has(name)) {
      refuse(
        frame.reading,
        `\`set ${text} ${option === undefined ? '' : display(option)}\` changes how the rest is read`,
        arg?.range.start ?? 0,
      )
    }
  }
  return outcome(state)
}

const MAX_POSITIONAL = 256

function setPositional(args: readonly Field[], state: State): void {
  if (state.doubt !== 'none' || args.length > MAX_POSITIONAL || args.some((arg) => arg.many)) forgetPositional(state)
  else state.positional = args.map(fieldValue)
}

function forgetPositional(state: State): void {
  state.positional = undefined
}

function shopt({ args, state, frame }: BuiltinCall): Outcome {
  const changes = args.some((arg) => /^-[a-z]*[su]/.test(display(arg)) || literal(arg) === undefined)
  const bad = args.find((arg) => {
    const text = literal(arg)
    return text === undefined || READING_OPTIONS.has(text) || text.startsWith('compat')
  })
  if (changes && bad !== undefined) {
    refuse(frame.reading, `\`shopt\` of \`${display(bad)}\` changes how the rest is read`, bad.range.start)
  }
  return outcome(state)
}

function shift({ args, state }: BuiltinCall): Outcome {
  const [first] = args
  const text = first === undefined ? '1' : literal(first)
  if (state.positional === undefined) return outcome(state)
  const certain = text !== undefined && /^\d{1,4}$/.test(text) && state.doubt === 'none' && args.length <= 1
  if (!certain) forgetPositional(state)
  else if (Number(text) <= state.positional.length) state.positional = state.positional.slice(Number(text))
  return outcome(state)
}

function leave({ name, args, state }: BuiltinCall): Outcome {
  const far = name === 'return' || args.length > 0
  state.doubt = moreDoubt(state.doubt, far ? 'function' : 'loop')
  return outcome(state)
}

function loadFile({ state, frame }: BuiltinCall): Outcome {
  frame.reading.unknownCalls = true
  forgetAll(state)
  return outcome(state)
}

/** Bash itself replaces aliases only when it is told to; other shells that a text may be given to do it always. */
function defineAlias({ args, state, frame }: BuiltinCall): Outcome {
  const elsewhere = frame.carriers.some(({ kind }) => kind === 'inline' || kind === 'pipe' || kind === 'remote')
  for (const arg of args) {
    const text = display(arg)
    if (!text.includes('=')) continue
    frame.reading.aliases.add(text.slice(0, text.indexOf('=')))
    if (elsewhere) refuse(frame.reading, 'an alias changes how the rest is read', arg.range.start)
  }
  return outcome(state)
}

/** `hash -p file name` and `enable -f file name` put something else in the place of a program. */
function hashNames({ args, state, frame }: BuiltinCall): Outcome {
  if (args.some((arg) => /^-[a-z]*[pf]/.test(display(arg)) || literal(arg) === undefined)) {
    for (const arg of args) frame.reading.aliases.add(display(arg))
  }
  return outcome(state)
}
