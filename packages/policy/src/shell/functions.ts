import type { FunctionNode, Node, Script } from './ast.ts'
import {
  deeper,
  outcome,
  say,
  type CommandCall,
  type Frame,
  type FunctionInfo,
  type Outcome,
  type Reading,
} from './context.ts'
import type { Field } from '../model/field.ts'
import type { Carrier } from '../model/part.ts'
import {
  assign,
  assignUnknown,
  forgetAll,
  fork,
  join,
  lookup,
  restore,
  unknownState,
  type State,
  type Variable,
} from './state.ts'
import { fieldValue, knownText, textValue } from './value.ts'

/** Records a function. Its body is walked when it is called, and at the end if its calls are not all known. */
export function defineFunction(node: FunctionNode, state: State, { reading }: Frame): void {
  assign(state, definition(node.name), { values: [textValue('defined')] })
  const known = reading.functions.get(node.name)
  if (known !== undefined) {
    if (!known.bodies.includes(node.body)) known.bodies.push(node.body)
    return
  }
  reading.functions.set(node.name, {
    name: node.name,
    bodies: [node.body],
    range: node.range,
    called: false,
    bomb: false,
  })
}

/** Functions are stored among the variables under a name that no variable can have, so they follow branches and subshells. */
function definition(name: string): string {
  return `${name}()`
}

/** True when a command of that name is certainly the function. */
export function isFunction(name: string, state: State): boolean {
  const values = state.variables.get(definition(name))?.values
  return values?.length === 1 && knownText(values[0] ?? []) === 'defined'
}

/** `unset -f`, or `unset` of a name that is not a variable. */
export function undefineFunction(name: string, state: State): void {
  if (state.variables.has(definition(name))) assignUnknown(state, definition(name))
}

/** Walks the bodies of a function with the arguments of a call. */
export function callFunction(info: FunctionInfo, args: readonly Field[], call: CommandCall): Outcome {
  const { state, frame, range } = call
  const at = frame.calls.lastIndexOf(info.name)
  if (at >= 0) {
    if (frame.spawned > at) sayBomb(info, state, frame)
    info.called = false
    forgetAll(state)
    return outcome(state)
  }
  const locals = new Map<string, Variable>()
  const inner = deeper(frame, carrierOf(info, range), {
    calls: [...frame.calls, info.name],
    stdin: call.stdin,
    locals,
  })
  if (inner === undefined) return outcome(state)
  const before = { positional: state.positional, perhaps: state.perhaps, doubt: state.doubt }
  for (const [name, variable] of call.environment) {
    locals.set(name, lookup(state, name))
    assign(state, name, variable)
  }
  const given = args.map(fieldValue)
  const certain = !args.some((arg) => arg.many)
  state.positional = certain ? given : undefined
  state.perhaps = certain || given.length === 0 ? [] : [given]
  const called = info.called
  info.called = true
  const results = info.bodies.map((body) => frame.reading.walkScript(bodyScript(body), fork(state), inner))
  if (!info.called && called) info.called = false
  const after = results.flatMap(({ ok, fail }) => [ok, fail]).reduce(join)
  restore(after, locals)
  after.positional = before.positional
  after.perhaps = before.perhaps
  if (after.doubt !== 'line') after.doubt = before.doubt
  return outcome(after, results.length === 1 ? results[0]?.output : undefined)
}

function bodyScript(body: Node): Script {
  return { statements: [{ node: body, background: false }], range: body.range }
}

function carrierOf(info: FunctionInfo, range: Carrier['range']): Carrier {
  return { kind: 'function', name: info.name, transparent: true, range }
}

/** A fork bomb: a function that starts itself twice, until the machine is exhausted. */
function sayBomb(info: FunctionInfo, state: State, frame: Frame): void {
  // A first walk leaves nothing behind, so its findings must be reported again.
  if (info.bomb || frame.prewalk) return
  info.bomb = true
  const breaker = { kind: 'fork-bomb' as const, target: `${info.name}()` }
  say({ kind: 'breaker', breaker }, { frame, state, range: info.range })
}

/**
 * Walks traps, and functions whose calls are not all known, with nothing known except which variables exist. A first walk finds the
 * variables that they set themselves. A body may define further functions.
 */
export function walkLater(reading: Reading, frame: Frame, end: State): void {
  if (reading.deferred.length === 0 && reading.functions.size === 0) return
  const mark = reading.parts.length
  const names = new Set<string>()
  walkAllLater(reading, { ...frame, prewalk: true }, unknownState(end), names)
  reading.parts.length = mark
  const state = fork(end)
  for (const name of names) assignUnknown(state, name)
  walkAllLater(reading, frame, unknownState(state), names)
}

/** Walks every such script once, each in `state`. The names that they set go into `names`. */
function walkAllLater(reading: Reading, frame: Frame, state: State, names: Set<string>): void {
  const done = new Set<unknown>()
  const walk = (key: unknown, body: Script, inner: Frame | undefined): void => {
    if (done.has(key) || inner === undefined) return
    done.add(key)
    const { ok, fail } = reading.walkScript(body, fork(state), inner)
    for (const after of new Set([ok.variables, fail.variables])) noteChanges(state.variables, after, names)
  }
  for (let before = -1; before !== done.size;) {
    before = done.size
    for (const { script, frame: inner } of reading.deferred)
      walk(script, script, { ...inner, prewalk: inner.prewalk || frame.prewalk })
    for (const info of reading.functions.values()) {
      if (info.called && !reading.unknownCalls) continue
      const inner = deeper(frame, carrierOf(info, info.range), { calls: [info.name], locals: new Map() })
      for (const body of info.bodies) walk(body, bodyScript(body), inner)
    }
  }
}

function noteChanges(before: State['variables'], after: State['variables'], names: Set<string>): void {
  if (before === after) return
  for (const [name, variable] of after) if (before.get(name) !== variable) names.add(name)
}
