import {
  declare,
  getopts,
  letArithmetic,
  mapfile,
  printfInto,
  readNames,
  testNames,
  unsetNames,
  waitFor,
} from './builtin-names.ts'
import { outcome, refuse, type BuiltinCall, type Outcome } from './context.ts'
import { display, literal, type Field } from '../model/field.ts'
import { noteCopy } from './linked-files.ts'
import {
  assign,
  changeDirectory,
  forgetAll,
  fork,
  lookup,
  moreDoubt,
  unionCwds,
  type State,
} from './state.ts'
import { fieldValue, hole, knownText } from './value.ts'
import { wordSet } from '../word-set.ts'

/** The changes that a builtin makes to the shell. Undefined: nothing that is tracked. */
export function runBuiltin(call: BuiltinCall): Outcome | undefined {
  const builtin = BUILTINS.get(call.name)
  if (builtin === undefined) return undefined
  return builtin(call) ?? outcome(call.state)
}

/** Changes the state of the call, or returns one state for success and one for failure. */
type Builtin = (call: BuiltinCall) => Outcome | undefined

const BUILTINS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ['cd', changeTo],
  ['pushd', pushTo],
  ['popd', ({ state }) => moved(state, [undefined])],
  ['export', declare],
  ['readonly', declare],
  ['declare', declare],
  ['typeset', declare],
  ['local', declare],
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
  ['hash', replacePrograms],
  ['enable', replacePrograms],
])

function changeTo({ args, state, environment }: BuiltinCall): Outcome {
  const [target] = withoutOptions(args)
  if (target === undefined) {
    return moved(state, (environment.get('HOME') ?? lookup(state, 'HOME')).values.map(knownText))
  }
  const text = literal(target)
  if (text === '-') {
    const given = environment.get('OLDPWD') ?? state.variables.get('OLDPWD')
    if (given !== undefined) return moved(state, given.values.map(knownText))
    const result = moved(state, [undefined])
    result.ok.cwds = state.previousCwds
    return result
  }
  // With CDPATH a relative name is searched elsewhere first.
  const searches = state.variables.has('CDPATH') || environment.has('CDPATH')
  const elsewhere = searches && text?.startsWith('/') !== true
  return moved(state, [elsewhere ? undefined : text])
}

function pushTo({ args, state }: BuiltinCall): Outcome {
  const [target] = withoutOptions(args)
  const text = literal(target)
  return moved(state, [text === undefined || /^[+-]/.test(text) ? undefined : text])
}

/** If the folder does not exist, the shell stays where it was. */
function moved(state: State, targets: readonly (string | undefined)[]): Outcome {
  const ok = fork(state)
  changeDirectory(ok, targets)
  if (state.doubt !== 'none') ok.cwds = unionCwds(state, ok.cwds, state.cwds)
  return { ok, fail: state }
}

function withoutOptions(args: readonly Field[]): readonly Field[] {
  const end = args.findIndex((arg) => literal(arg) === '--')
  if (end >= 0) return args.slice(end + 1)
  return args.filter((arg) => literal(arg) === '-' || literal(arg)?.startsWith('-') !== true)
}

/** Shell options that change how the rest of the text is parsed. */
const READING_OPTIONS =
  wordSet(`posix braceexpand histexpand history keyword onecmd expand_aliases lastpipe xpg_echo cdable_vars autocd
  cdspell failglob`)

function setOptions({ args, state, frame: { reading } }: BuiltinCall): undefined {
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]
    const text = arg === undefined ? '' : literal(arg)
    if (arg === undefined) return
    if (text === undefined) {
      state.positional = undefined
      refuse(reading, '`set` with options that are not known', arg.range.start)
      return
    }
    if (text === '--' || text === '-') return setPositional(args.slice(index + 1), text === '--', state)
    if (!/^[-+]./.test(text)) return setPositional(args.slice(index), true, state)
    const on = text.startsWith('-')
    const option = text.includes('o') ? args[++index] : undefined
    const name = option === undefined ? '' : literal(option)
    if (text.includes('a') || name === 'allexport') state.exportAll = on
    if (/[BHkt]/.test(text) || name === undefined || READING_OPTIONS.has(name)) {
      const shown = option === undefined ? text : `${text} ${display(option)}`
      refuse(reading, `\`set ${shown}\` changes how the rest is read`, arg.range.start)
    }
  }
}

const MAX_POSITIONAL = 256

function setPositional(args: readonly Field[], evenNone: boolean, state: State): undefined {
  if (args.length === 0 && !evenNone) return
  const values = args.map(fieldValue)
  const fits = values.length <= MAX_POSITIONAL && !args.some((arg) => arg.many)
  const known = fits && state.doubt === 'none'
  state.perhaps = fits && !known ? [values] : []
  state.positional = known ? values : undefined
  // The possible arguments are remembered: `set -- *; rm -rf "$@"`.
  if (!known) assign(state, '@', { values: [[hole('$@', 'data', { many: true })]], pool: values })
}

function shopt({ args, frame }: BuiltinCall): undefined {
  const changes = args.some((arg) => /^-[a-z]*[su]/.test(display(arg)) || literal(arg) === undefined)
  const bad = args.find((arg) => {
    const text = literal(arg)
    return text === undefined || READING_OPTIONS.has(text) || text.startsWith('compat')
  })
  if (changes && bad !== undefined) {
    refuse(frame.reading, `\`shopt\` of \`${display(bad)}\` changes how the rest is read`, bad.range.start)
  }
}

function shift({ args, state }: BuiltinCall): undefined {
  const [first] = args
  const text = first === undefined ? '1' : literal(first)
  const { positional } = state
  const count = Number(text)
  state.perhaps = state.perhaps.flatMap((list) => (list.length >= count ? [list.slice(count)] : []))
  if (positional === undefined) return
  const certain = text !== undefined && /^\d{1,4}$/.test(text) && state.doubt === 'none' && args.length <= 1
  if (!certain) {
    state.perhaps = [positional.slice(1)]
    state.positional = undefined
  } else if (count <= positional.length) state.positional = positional.slice(count)
}

/** The rest of the loop or the function may not run. */
function leave({ name, args, state }: BuiltinCall): undefined {
  const far = name === 'return' || args.length > 0
  state.doubt = moreDoubt(state.doubt, far ? 'function' : 'loop')
}

function loadFile({ state, frame }: BuiltinCall): undefined {
  frame.reading.unknownCalls = true
  forgetAll(state)
}

/** Bash expands aliases in a script only on request; other shells, which may run the same text, always do. */
function defineAlias({ args, frame: { reading, carriers } }: BuiltinCall): undefined {
  const elsewhere = carriers.some(({ kind }) => kind === 'inline' || kind === 'pipe' || kind === 'remote')
  for (const arg of args) {
    const text = display(arg)
    if (!text.includes('=')) continue
    reading.aliases.add(text.slice(0, text.indexOf('=')))
    if (elsewhere) refuse(reading, 'an alias changes how the rest is read', arg.range.start)
  }
}

/** `hash -p file name` and `enable -f file name` replace a program. */
function replacePrograms({ name, args, state, frame }: BuiltinCall): undefined {
  if (args.some((arg) => /^-[a-z]*[pf]/.test(display(arg)) || literal(arg) === undefined)) {
    for (const arg of args) frame.reading.aliases.add(display(arg))
  }
  if (name !== 'hash') return
  const at = args.findIndex((arg) => /^-[a-z]*p/.test(display(arg)))
  const joined = at === -1 ? '' : display(args[at]).replace(/^-[a-z]*?p/, '')
  const [file, ...names] =
    joined === '' ? args.slice(at + 1).map(display) : [joined, ...args.slice(at + 1).map(display)]
  if (at === -1 || file === undefined) return
  // The name now refers to that file, as a copy of it would.
  for (const each of names)
    for (const cwd of state.cwds) noteCopy(`/hashed/${each}`, [file], cwd, frame.reading.names)
}
