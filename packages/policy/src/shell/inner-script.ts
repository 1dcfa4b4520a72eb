import type { Script } from './ast.ts'
import { deeper, outcome, refuse, say, step, type CommandCall, type Frame, type Outcome } from './context.ts'
import { isLostValue } from './concurrent-io.ts'
import type { Field, Range } from '../model/field.ts'
import type { Carrier } from '../model/part.ts'
import { readScript } from './reader.ts'
import { isEval, nameOf } from './runner-names.ts'
import {
  assign,
  childState,
  forgetAll,
  fork,
  lookup,
  remoteState,
  restore,
  setFlags,
  unknownState,
  type State,
  type Variable,
} from './state.ts'
import { fieldValue, isDownload, knownText, type Value } from './value.ts'
import { wordSet } from '../word-set.ts'

/** Reads visible shell text; invisible text is reported as opaque, together with anything recognised in the rest. */
export function readThrough(
  value: Value,
  range: Range,
  carrier: Carrier,
  call: CommandCall,
): Outcome | undefined {
  const { frame } = call
  const { reading } = frame
  const known = knownText(value)
  if (known === undefined) sayOpaque(call, isDownload(value) || (reading.fetched && isLostValue(value)))
  // None of it is visible.
  if (known === undefined && value.every((bit) => bit.kind === 'hole')) return losing(call)
  const { text, holes } = known === undefined ? spellHoles(value) : { text: known, holes: [] }
  const inner = deeper(frame, carrier, { child: false, stdin: call.stdin })
  if (inner === undefined || !step(reading, range.start, 1 + text.length / 50)) return undefined
  const parsed = readScript(text, positions(text, range, reading.text))
  // With a hole in it, it is not the text that will run: only plainly visible commands are used.
  if (known !== undefined && parsed.problem !== undefined)
    refuse(reading, parsed.problem.reason, parsed.problem.position)
  if (isEval(call) && !frame.child) {
    for (const [name, variable] of holes) assign(call.state, name, variable)
    return evalHere(parsed.script, known !== undefined, call, inner)
  }
  if (nameOf(call) === 'trap') walkTrap(parsed.script, call, inner)
  else {
    const environment = new Map([...call.environment, ...holes])
    reading.walkScript(parsed.script, stateOf(carrier, { ...call, environment }), inner)
  }
  return undefined
}

/** After `eval` of invisible text nothing is known; in another process this does not matter here. */
function losing(call: CommandCall): Outcome | undefined {
  if (!isEval(call) || call.frame.child) return undefined
  loseState(call)
  return outcome(call.state)
}

/** Shell text with variables in place of unknown parts, so that the rest can be parsed. */
function spellHoles(value: Value): {
  readonly text: string
  readonly holes: readonly (readonly [string, Variable])[]
} {
  const holes: (readonly [string, Variable])[] = []
  let text = ''
  for (const bit of value) {
    if (bit.kind !== 'hole') {
      text += bit.text
      continue
    }
    const name = `_${holes.length}`
    holes.push([name, { values: [[bit]] }])
    text += `\${${name}}`
  }
  return { text, holes }
}

/** `eval` runs in the current shell, with its leading variables set meanwhile. */
function evalHere(script: Script, whole: boolean, call: CommandCall, frame: Frame): Outcome {
  const { state } = call
  const hidden = new Map([...call.environment.keys()].map((name) => [name, lookup(state, name)]))
  for (const [name, variable] of call.environment) assign(state, name, variable)
  const result = frame.reading.walkScript(script, state, frame)
  restore(result.ok, hidden)
  if (result.fail !== result.ok) restore(result.fail, hidden)
  if (whole) return result
  loseState(call)
  return outcome(state)
}

/** Nothing is known about this shell's variables any more. */
export function loseState({ state, frame }: CommandCall): void {
  frame.reading.unknownCalls = true
  forgetAll(state)
}

/** Programs whose tasks run on this machine, and in this folder by default. */
const RUNS_HERE = wordSet('make gmake bmake just task npm pnpm yarn bun')

function stateOf(carrier: Carrier, call: CommandCall): State {
  const { state: outer, frame } = call
  const remote = carrier.kind === 'remote'
  const state = remote
    ? remoteState(outer, RUNS_HERE.has(nameOf(call)) ? outer.cwds : [frame.reading.place.home])
    : childState(outer, { wrapped: frame.child })
  for (const [name, variable] of call.environment) assign(state, name, variable)
  giveArguments(state, call.given)
  return state
}

/** `bash -c TEXT name a b`: `$0`, `$1` and `$2`. */
function giveArguments(state: State, given: readonly Field[] | undefined): void {
  if (given === undefined || given.some((field) => field.many)) return
  const [name, ...args] = given
  if (name !== undefined) assign(state, '0', { values: [fieldValue(name)] })
  state.positional = args.map(fieldValue)
}

/** A trap runs between any two commands: its variables are never known again, and it may see any state. */
function walkTrap(script: Script, call: CommandCall, frame: Frame): void {
  const { reading } = frame
  const mark = reading.parts.length
  const before = unknownState(call.state)
  const { ok } = reading.walkScript(script, fork(before), { ...frame, prewalk: true })
  reading.parts.length = mark
  for (const [name, variable] of ok.variables) {
    if (before.variables.get(name) !== variable) setFlags(call.state, name, { volatile: true })
  }
  if (!frame.prewalk) reading.deferred.push({ script, frame })
}

/** The command runs code that is not visible. */
export function sayOpaque(call: CommandCall, download: boolean): void {
  const { frame, range } = call
  const { parts } = frame.reading
  const source = download ? 'download' : 'unknown'
  const last = parts.at(-1)
  if (last?.kind === 'opaque' && last.source === source && last.range === range) return
  say({ kind: 'opaque', source }, call)
}

/** Maps positions of an inner text to the outer one: exactly if it appears there literally, otherwise approximately. */
function positions(text: string, range: Range, outer: string): (position: number) => number {
  const offset = outer.slice(range.start, range.end).indexOf(text)
  if (offset >= 0) return (position) => range.start + offset + position
  return (position) => Math.min(range.start + position, Math.max(range.start, range.end - 1))
}
