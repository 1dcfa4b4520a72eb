import type { Place } from '../model/call.ts'
import { resolvePath } from './directory.ts'
import { isPlainFolder } from './plain-folder.ts'
import { EMPTY, hole, isDigits, isTooBig, sameValue, textValue, unionValues, type Value } from './value.ts'
import { wordSet } from '../word-set.ts'

/** The knowledge about a variable at one point of the text. At least one value is possible. */
export interface Variable {
  readonly values: readonly Value[]
  /** The elements of an array whose words are all known; `values` then holds the first. */
  readonly elements?: readonly Value[] | undefined
  /** The elements and their indexes, in order, if there are gaps. */
  readonly slots?: readonly (readonly [at: number, value: Value])[]
  /** Elements assigned under a known name; the last assignment of a name applies. */
  readonly named?: readonly (readonly [name: string, value: Value])[]
  /** Named elements that only some paths assign. */
  readonly maybeNamed?: Variable['named']
  /** Possible elements whose order or names are unknown. */
  readonly pool?: readonly Value[]
  readonly unset?: boolean
  /** Unset on at least one path: an empty value does not imply that the variable exists. */
  readonly maybeUnset?: boolean
  readonly exported?: boolean
  readonly readonly?: boolean
  /** Something changes it between commands, or changes assigned values (a trap, `declare -u`): its value is never known. */
  readonly volatile?: boolean
  /** Bash evaluates assigned values as arithmetic (`declare -i`). */
  readonly integer?: boolean
  /** Its elements have names instead of numbers (`declare -A`): their order is that of the names. */
  readonly keyed?: boolean
}

/**
 * The knowledge at one point of the text. Commands change it in place; `fork` it before a subshell or a branch. The map is copied at the
 * first change after a fork.
 */
export interface State {
  variables: Map<string, Variable>
  shared: boolean
  /** Possible working directories; an undefined entry: unknown. */
  cwds: readonly (string | undefined)[]
  previousCwds: readonly (string | undefined)[]
  /** `$1…`; undefined: unknown. */
  positional: readonly Value[] | undefined
  /** Possible argument lists, where `positional` is unknown. */
  perhaps: readonly (readonly Value[])[]
  exportAll: boolean
  /** A jump may have left this point already, so an assignment here may not happen. */
  doubt: Doubt
  /** Values assigned to integer variables, which bash evaluates. The caller still has to judge them. All forks share the list. */
  readonly evaluated: (readonly Value[])[]
  /** Limits that the text exceeded. All forks share the set. */
  readonly beyond: Set<string>
  readonly place: Place
}

/**
 * How far a jump may have gone: `loop` for `break` and `continue`, until the end of the loop; `function` for `return` and jumps out of
 * several loops; `line` for a failing expansion: bash drops the rest of the line, whatever contains it, and continues with the next one.
 */
export type Doubt = (typeof DOUBTS)[number]

const DOUBTS = ['none', 'loop', 'function', 'line'] as const

export function moreDoubt(a: Doubt, b: Doubt): Doubt {
  return DOUBTS.indexOf(a) >= DOUBTS.indexOf(b) ? a : b
}

/** The state where a command starts, in a clean environment and without arguments. */
export function startState(place: Place): State {
  return {
    variables: new Map([['HOME', { values: [textValue(place.home)], exported: true }]]),
    shared: false,
    cwds: [place.cwd],
    previousCwds: [undefined],
    positional: [],
    perhaps: [],
    exportAll: false,
    doubt: 'none',
    evaluated: [],
    beyond: new Set(),
    place,
  }
}

/**
 * The state of a script in another process: this shell's exported variables, and unknown arguments. Behind a wrapper (`env -i`, `sudo`) not
 * even those are certain, except for the home.
 */
export function childState(state: State, { wrapped }: { readonly wrapped: boolean }): State {
  const kept = [...state.variables].filter(
    ([name, { exported }]) => exported === true && (!wrapped || name === 'HOME'),
  )
  return {
    ...fork(state),
    variables: new Map(kept),
    shared: false,
    positional: undefined,
    perhaps: [],
    exportAll: false,
    doubt: 'none',
  }
}

/** A state in which every variable of `state` except the home may have changed: for a function that may be called from anywhere. */
export function unknownState(state: State): State {
  const variables = [...state.variables].map(
    ([name, variable]) => [name, unknownVariable(name, variable)] as const,
  )
  return {
    variables: new Map([...variables, ['HOME', lookup(state, 'HOME')]]),
    shared: false,
    // It may also be called where the text is.
    cwds: unionCwds(state, state.cwds, [undefined]),
    previousCwds: [undefined],
    positional: undefined,
    perhaps: [],
    exportAll: false,
    doubt: 'none',
    evaluated: state.evaluated,
    beyond: state.beyond,
    place: state.place,
  }
}

/** The initial state of a command on another machine or in a task: in one of `cwds`, or elsewhere. */
export function remoteState(state: State, cwds: Cwds): State {
  const variables = new Map([['HOME', { values: [textValue(state.place.home)], exported: true }]])
  return { ...unknownState(state), variables, cwds: unionCwds(state, cwds, [undefined]) }
}

export function fork(state: State): State {
  state.shared = true
  return { ...state }
}

/** The states in which words are split at blanks, and at each other separator that the text may set. */
export function withLikelyBlanks(state: State): readonly State[] {
  const assigned = lookup(state, 'IFS').values.filter((value) => value.every(({ kind }) => kind === 'text'))
  return [undefined, ...assigned].map((value) => {
    const variables = new Map(state.variables)
    if (value === undefined) variables.delete('IFS')
    else variables.set('IFS', { values: [value] })
    return { ...state, variables, shared: false }
  })
}

function own(state: State): Map<string, Variable> {
  if (state.shared) {
    state.variables = new Map(state.variables)
    state.shared = false
  }
  return state.variables
}

/** Maximum number of tracked values, elements or element names. */
const MAX_VALUES = 256

/** Variables that bash computes or maintains itself: an assignment does not determine them. */
const VOLATILE =
  wordSet(`_ BASHPID BASH_ARGC BASH_ARGV BASH_ARGV0 BASH_COMMAND BASH_LINENO BASH_SOURCE BASH_SUBSHELL BASH_ALIASES BASH_CMDS
  BASHOPTS SHELLOPTS COMP_WORDBREAKS DIRSTACK EPOCHREALTIME EPOCHSECONDS EUID FUNCNAME GROUPS HISTCMD LINENO
  BASH_VERSINFO BASH_REMATCH PIPESTATUS PPID RANDOM READLINE_LINE SECONDS SRANDOM UID`)

const NUMBERS = wordSet(
  'BASHPID BASH_SUBSHELL COLUMNS EPOCHSECONDS EUID HISTCMD LINENO LINES OPTIND PPID RANDOM SECONDS SHLVL SRANDOM UID',
)

/** Bash evaluates values of these as arithmetic, even without a declaration. */
const EVALUATED: ReadonlySet<string> = new Set(['HISTCMD', 'OPTIND', 'RANDOM', 'SRANDOM'])

export function lookup(state: State, name: string): Variable {
  const variable = state.variables.get(name)
  if (variable !== undefined) return variable
  if (NUMBERS.has(name)) return { values: [[hole(`$${name}`, 'digits')]] }
  if (VOLATILE.has(name)) return { values: [[hole(`$${name}`, 'data')]] }
  if (name === 'IFS') return { values: [textValue(' \t\n')] }
  if (name === 'PWD')
    return { values: state.cwds.map((cwd) => (cwd === undefined ? [hole('$PWD', 'data')] : textValue(cwd))) }
  if (name === 'OLDPWD')
    return {
      values: state.previousCwds.map((cwd) =>
        cwd === undefined ? [hole('$OLDPWD', 'data')] : textValue(cwd),
      ),
    }
  const usual = USUAL.get(name)
  const open: Value = [hole(`$${name}`, 'unset')]
  return { values: usual === undefined ? [open] : [open, textValue(usual)] }
}

/** The defaults that programs use for these variables, and the meaning of a set one. */
const USUAL: ReadonlyMap<string, string> = new Map([
  ['GIT_DIR', '.git'],
  ['GIT_COMMON_DIR', '.git'],
])

/** True when the text has said something about the variable. */
export function isKnownName(state: State, name: string): boolean {
  return state.variables.has(name)
}

/** Sets a variable as an assignment does: not if bash maintains it, and only possibly if the assignment may not happen. */
export function assign(state: State, name: string, variable: Variable): void {
  const before = state.variables.get(name)
  const kept = { ...flagsOf(before), ...(state.exportAll ? { exported: true } : {}), ...variable }
  if (kept.integer === true || EVALUATED.has(name))
    state.evaluated.push([...variable.values, ...(variable.elements ?? [])])
  if (VOLATILE.has(name)) return setVariable(state, name, unknownVariable(name, kept))
  if (kept.volatile === true) return setVariable(state, name, uncertain(state, name, kept, variable))
  if (before?.readonly === true) state.doubt = 'line'
  const doubtful = state.doubt !== 'none'
  const next = limited(state, name, kept)
  setVariable(state, name, doubtful ? joinVariable(state, lookup(state, name), next, name) : next)
}

function setVariable(state: State, name: string, variable: Variable): void {
  own(state).set(name, variable)
}

export function assignUnknown(state: State, name: string, origin: 'data' | 'digits' = 'data'): void {
  assign(state, name, { values: [[hole(`$${name}`, origin)]] })
}

function unknownVariable(name: string, variable: Flags): Variable {
  return { values: [[hole(`$${name}`, NUMBERS.has(name) ? 'digits' : 'data')]], ...flagsOf(variable) }
}

/** The variable may hold anything, because something unseen may set it or the assignment may not happen; the known values stay possible. */
function uncertain(state: State, name: string, flags: Flags, variable: Variable): Variable {
  const { values, elements, pool = elements, named, maybeNamed = named } = variable
  const unknown = unknownVariable(name, flags)
  const possible = values.filter((value) => value.length === 0 || value.some(({ kind }) => kind !== 'hole'))
  return limited(state, name, {
    ...unknown,
    values: unionValues(unknown.values, possible),
    ...(pool === undefined ? {} : { pool }),
    ...(maybeNamed === undefined ? {} : { maybeNamed }),
  })
}

type Flags = Pick<Variable, 'exported' | 'readonly' | 'volatile' | 'integer' | 'keyed'>

function flagsOf(variable: Flags | undefined, other?: Flags): Flags {
  return {
    exported: variable?.exported === true || other?.exported === true,
    readonly: variable?.readonly === true || other?.readonly === true,
    volatile: variable?.volatile === true || other?.volatile === true,
    integer: variable?.integer === true || other?.integer === true,
    keyed: variable?.keyed === true || other?.keyed === true,
  }
}

function limited(state: State, name: string, variable: Variable): Variable {
  const { values, elements = [], named = [], maybeNamed = [], pool = [] } = variable
  const most = Math.max(values.length, elements.length, named.length, maybeNamed.length, pool.length)
  if (most <= MAX_VALUES && ![values, pool].some(isTooBig)) return variable
  state.beyond.add('values of a variable')
  return unknownVariable(name, variable)
}

export function unset(state: State, name: string): void {
  assign(state, name, { values: [EMPTY], unset: true, exported: false })
}

export function setFlags(state: State, name: string, flags: Flags): void {
  const variable = { ...lookup(state, name), ...flags }
  setVariable(state, name, flags.volatile === true ? unknownVariable(name, variable) : variable)
}

/** Restores the variables that `local` hid. The `local` may not have run, so both values stay possible. */
export function restore(state: State, hidden: ReadonlyMap<string, Variable>): void {
  for (const [name, variable] of hidden)
    setVariable(state, name, joinVariable(state, variable, lookup(state, name), name))
}

/** Unseen code ran in this shell and may have set any variable. */
export function forgetVariables(state: State): void {
  const variables = own(state)
  for (const [name, variable] of variables) variables.set(name, unknownVariable(name, variable))
  for (const name of ['PWD', 'IFS']) variables.set(name, { values: [[hole(`$${name}`, 'data')]] })
}

/** Unseen code ran in this shell: variables, working directory and arguments are unknown from here on. */
export function forgetAll(state: State): void {
  forgetVariables(state)
  state.cwds = [undefined]
  state.previousCwds = [undefined]
  state.perhaps = perhapsOf(state, state)
  state.positional = undefined
}

function joinVariable(state: State, a: Variable, b: Variable, name: string): Variable {
  const flags = flagsOf(a, b)
  const values = unionValues(a.values, b.values)
  const some = { ...poolOf(a, b), ...namedOf(a, b) }
  const sure = flags.volatile !== true && (a.elements === b.elements || sameList(a.elements, b.elements))
  if (!sure) return uncertain(state, name, flags, { values, ...some })
  return limited(state, name, {
    values,
    ...some,
    elements: a.elements,
    unset: a.unset === true && b.unset === true,
    maybeUnset: [a, b].some((one) => one.unset === true || one.maybeUnset === true),
    ...flags,
  })
}

/** The named elements of both; a join makes each of them merely possible. */
function namedOf(a: Variable, b: Variable): Pick<Variable, 'maybeNamed'> {
  const all = [a, b].flatMap(({ named = [], maybeNamed = [] }) => [...named, ...maybeNamed])
  return all.length === 0 ? {} : { maybeNamed: all }
}

function poolOf(a: Variable, b: Variable): Pick<Variable, 'pool'> {
  const [first, second] = [a, b].map(({ pool, elements }) => pool ?? elements)
  const pool = unionValues(first ?? [], second ?? [])
  const plain = a.pool === undefined && b.pool === undefined && a.elements === b.elements
  return plain || pool.length === 0 ? {} : { pool }
}

function sameList(a: readonly Value[] | undefined, b: readonly Value[] | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return a.length === b.length && a.every((value, index) => sameValue(value, b[index] ?? EMPTY))
}

/** Everything that is possible in either state. */
export function join(a: State, b: State): State {
  if (a === b) return a
  const result = fork(a)
  if (a.variables !== b.variables) {
    for (const [name, variable] of b.variables) {
      const other = lookup(a, name)
      if (other !== variable) setVariable(result, name, joinVariable(a, other, variable, name))
    }
    for (const [name, variable] of a.variables) {
      if (!b.variables.has(name)) setVariable(result, name, joinVariable(a, variable, lookup(b, name), name))
    }
  }
  result.cwds = unionCwds(a, a.cwds, b.cwds)
  result.previousCwds = unionCwds(a, a.previousCwds, b.previousCwds)
  result.perhaps = perhapsOf(a, b)
  if (!sameList(a.positional, b.positional)) result.positional = undefined
  result.exportAll = a.exportAll || b.exportAll
  result.doubt = moreDoubt(a.doubt, b.doubt)
  return result
}

/** A loop that shifts its arguments leaves one list for each of them. */
const MOST_LISTS = 16

/** The arguments that either state may have. */
function perhapsOf(a: State, b: State): State['perhaps'] {
  if (a.perhaps === b.perhaps && sameList(a.positional, b.positional)) return a.perhaps
  return listsOf(a, [...argumentsOf(a), ...argumentsOf(b)])
}

function argumentsOf({ positional, perhaps }: State): State['perhaps'] {
  return positional === undefined ? perhaps : [positional, ...perhaps]
}

function listsOf({ beyond }: State, all: State['perhaps']): State['perhaps'] {
  const different = all.filter(
    (list, at) => list.length > 0 && all.findIndex((each) => sameList(each, list)) === at,
  )
  if (different.length > MOST_LISTS) beyond.add('lists of arguments')
  return different.slice(0, MOST_LISTS)
}

/** Variables that a loop's body changed in a first walk may have any value before its next round. */
export function widen(state: State, after: State): void {
  for (const [name, variable] of after.variables) {
    const before = lookup(state, name)
    if (before === variable || sameVariable(before, variable)) continue
    const numeric = [...before.values, ...variable.values].every(isDigits) && variable.elements === undefined
    const widened = limited(state, name, {
      ...uncertain(state, name, flagsOf(variable), { values: unionValues(before.values, variable.values) }),
      ...poolOf(before, variable),
    })
    setVariable(state, name, {
      ...widened,
      ...(numeric ? { values: [[hole(`$${name}`, 'digits')]] } : {}),
    })
  }
  if (!sameCwds(state.cwds, after.cwds)) state.cwds = unionCwds(state, state.cwds, [...after.cwds, undefined])
  if (!sameCwds(state.previousCwds, after.previousCwds)) state.previousCwds = [undefined]
  if (state.perhaps !== after.perhaps || !sameList(state.positional, after.positional)) {
    // Later rounds take later arguments.
    const rest = argumentsOf(state).flatMap((list) => list.map((_, at) => list.slice(at)))
    state.perhaps = listsOf(state, [...rest, ...argumentsOf(after)])
    if (!sameList(state.positional, after.positional)) state.positional = undefined
  }
  state.exportAll ||= after.exportAll
}

function sameVariable(a: Variable, b: Variable): boolean {
  return (
    a.values.length === b.values.length &&
    a.values.every((value, index) => sameValue(value, b.values[index] ?? EMPTY)) &&
    (a.exported === true) === (b.exported === true) &&
    (a.unset === true) === (b.unset === true) &&
    (a.maybeUnset === true) === (b.maybeUnset === true) &&
    sameList(a.elements, b.elements)
  )
}

type Cwds = readonly (string | undefined)[]

const MAX_CWDS = 32

/** Every `cd` may fail, so a script of ten steps has many paths: insignificant ones are merged into an unknown one. */
export function unionCwds({ beyond, place }: State, a: Cwds, b: Cwds): Cwds {
  if (a === b) return a
  const all = [...new Set([...a, ...b])]
  if (all.length <= MAX_CWDS) return all
  const telling = all.filter((cwd) => cwd !== undefined && !isPlainFolder(cwd, place))
  if (telling.length < MAX_CWDS) return [...telling, undefined]
  beyond.add('working directories')
  return [undefined]
}

function sameCwds(a: Cwds, b: Cwds): boolean {
  return a.length === b.length && a.every((cwd, index) => cwd === b[index])
}

/** The working directories after a `cd` to any of `targets` that succeeds. */
export function changeDirectory(state: State, targets: readonly (string | undefined)[]): void {
  const next = state.cwds.flatMap((cwd) => targets.map((target) => resolvePath(target, cwd)))
  state.previousCwds = state.cwds
  state.cwds = unionCwds(state, next, [])
  if (state.variables.has('PWD')) own(state).delete('PWD')
  if (state.variables.has('OLDPWD')) own(state).delete('OLDPWD')
}
