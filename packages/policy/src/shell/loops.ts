import type { ArithmeticForNode, ForNode, LoopNode } from './ast.ts'
import { emitBound } from './assignment-fact.ts'
import { noteShell, singleValue } from './assignments.ts'
import { alternatives } from './choice.ts'
import { MAX_STEPS, outcome, refuse, say, step, type Frame, type Outcome } from './context.ts'
import { startsEndlessJobs } from './endless-jobs.ts'
import type { Field } from '../model/field.ts'
import type { ShellPart } from '../model/part.ts'
import { assign, assignUnknown, fork, join, widen, type State } from './state.ts'
import { walkArithmetic, walkWords, type Outputs } from './substitutions.ts'
import { fieldValue, hole, isDigits, knownText, unionValues, type Value } from './value.ts'
import { expandFields, splitCharacters } from './words.ts'

/**
 * Walks a repeated body. A first walk finds the variables that it changes, so that the second walk, whose findings are used, knows that
 * they may have changed before.
 */
function walkRounds(
  position: number,
  state: State,
  frame: Frame,
  round: (state: State, frame: Frame) => State,
): State {
  const { reading } = frame
  const { doubt } = state
  if (!step(reading, position)) return state
  if (!frame.prewalk) {
    const mark = reading.parts.length
    const after = round(fork(state), { ...frame, prewalk: true })
    reading.parts.length = mark
    widen(state, after)
  }
  const after = join(state, round(fork(state), frame))
  // A `break` ends here, a `return` does not.
  if (after.doubt === 'loop') after.doubt = doubt
  return after
}

/** Endless jobs exhaust the machine like a fork bomb. */
export function sayEndless(node: LoopNode | ArithmeticForNode, state: State, frame: Frame): void {
  if (frame.prewalk || !startsEndlessJobs(node)) return
  const breaker = { kind: 'fork-bomb' as const, target: 'a job in every round' }
  say({ kind: 'breaker', breaker }, { frame, state, range: node.range })
}

export function walkLoop(node: LoopNode, state: State, frame: Frame): Outcome {
  const after = walkRounds(node.range.start, state, frame, (start, inner) => {
    const { ok, fail } = frame.reading.walkScript(node.condition, start, inner)
    const end = frame.reading.walkScript(node.body, fork(node.until ? fail : ok), inner)
    return [ok, fail, end.ok, end.fail].reduce(join)
  })
  return outcome(after)
}

export function walkArithmeticFor(node: ArithmeticForNode, state: State, frame: Frame): Outcome {
  const outputs: Outputs = new Map()
  if (node.initialize !== undefined) walkArithmetic(node.initialize, state, frame, outputs)
  const after = walkRounds(node.range.start, state, frame, (start, inner) => {
    if (node.test !== undefined) walkArithmetic(node.test, start, inner, outputs)
    const end = frame.reading.walkScript(node.body, start, inner)
    const last = join(end.ok, end.fail)
    if (node.update !== undefined) walkArithmetic(node.update, last, inner, outputs)
    return last
  })
  return outcome(after)
}

export function walkFor(node: ForNode, state: State, frame: Frame): Outcome {
  const outputs: Outputs = new Map()
  walkWords(node.words ?? [], state, frame, outputs)
  const { values, inTurn } = loopValues(node, state, frame, outputs)
  if (node.kind === 'select') assignUnknown(state, 'REPLY')
  if (values.length > 0) {
    emitBound(node.name, singleValue({ values }), node.range, { state, frame })
    noteShell(node, { values }, frame)
  }
  const before = fork(state)
  const after = walkRounds(node.range.start, state, frame, (start, inner) => {
    if (values.length > 0) assign(start, node.name, { values })
    const end = frame.reading.walkScript(node.body, start, inner)
    return join(end.ok, end.fail)
  })
  const settled =
    node.kind === 'for' && inTurn.length > 0 && inTurn.every((value) => knownText(value) !== undefined)
  if (!settled || frame.prewalk) return outcome(after)
  const grows = growsIn(after, before)
  const last = inTurn.length <= FEW_ROUNDS || grows ? walkInTurn(node, inTurn, before, frame) : undefined
  if (last === undefined && grows)
    refuse(frame.reading, 'a loop puts more together than is followed', node.range.start)
  return outcome(last ?? after)
}

/** A variable grows at its end or its beginning: `c="$c $w"`. */
function growsIn(after: State, before: State): boolean {
  return [...after.variables].some(([name, variable]) => {
    const own = (value: Value): boolean =>
      value.some((bit) => bit.kind === 'hole' && bit.source === `$${name}`)
    return (
      before.variables.get(name) !== variable &&
      variable.values.some((value) => value.length > 1 && own(value))
    )
  })
}

/** More rounds than these are walked one by one only if something grows. */
const FEW_ROUNDS = 8
const MOST_STEPS = 200

/**
 * Fully known words are walked one after the other, so that texts that a loop builds from them are known: the state after the last one.
 * Commands that only this walk finds (`c="$c $w"; $c`) are added to those of the usual walk.
 */
function walkInTurn(node: ForNode, values: readonly Value[], start: State, frame: Frame): State | undefined {
  const { reading } = frame
  const inner: Frame = { ...frame, inTurn: true }
  const mark = reading.parts.length
  const before = { steps: reading.steps, unreadable: reading.unreadable }
  // This walk only adds knowledge: if it would be long it is abandoned without charging the text; inside another such walk it charges that
  // one.
  reading.steps = Math.max(reading.steps, MAX_STEPS - MOST_STEPS)
  let state = start
  const { doubt } = start
  for (const value of values) {
    if (!step(reading, node.range.start)) break
    assign(state, node.name, { values: [value] })
    const end = frame.reading.walkScript(node.body, state, inner)
    state = join(end.ok, end.fail)
  }
  const left = reading.steps > MAX_STEPS
  if (frame.inTurn !== true) reading.steps = before.steps
  if (left) {
    reading.unreadable = before.unreadable
    reading.parts.length = mark
    return undefined
  }
  if (state.doubt === 'loop') state.doubt = doubt
  const known = new Set(reading.parts.slice(0, mark).map(shape))
  const more = reading.parts.splice(mark).filter((part) => !known.has(shape(part)))
  reading.parts.push(...more)
  return state
}

/** A part by its content, to find it again. */
function shape(part: ShellPart): string {
  const content =
    part.kind === 'command' ? part.argv.map(({ pieces }) => pieces) : { ...part, cwds: [], carriers: [] }
  return `${part.kind} ${part.range.start} ${JSON.stringify(content)}`
}

const MAX_VALUES = 64

interface LoopValues {
  readonly values: readonly Value[]
  /** One value for each round, if certain. */
  readonly inTurn: readonly Value[]
}

function loopValues(node: ForNode, state: State, frame: Frame, outputs: Outputs): LoopValues {
  const unknown: LoopValues = { values: [[hole(`$${node.name}`, 'data')]], inTurn: [] }
  if (node.words === undefined)
    return state.positional === undefined ? unknown : { values: state.positional, inTurn: state.positional }
  const { home } = frame.reading.place
  const fields: Field[] = []
  let certain = true
  for (const word of node.words) {
    const all = alternatives((choice) => expandFields(word, { state, outputs, choice, home }))
    const flat = all?.flatMap((each) => each ?? [])
    if (flat === undefined || all?.includes(undefined) === true) {
      refuse(frame.reading, 'too many words', word.range.start)
      return unknown
    }
    certain &&= all?.length === 1 && !flat.some(({ many }) => many)
    fields.push(...flat)
  }
  const given = splitCharacters(state) === ' \t\n' ? fields.map(eachWord) : fields.map(fieldValue)
  if (given.length > 8 && given.every(isDigits))
    return { values: [[hole(`$${node.name}`, 'digits')]], inTurn: [] }
  if (given.length > MAX_VALUES) {
    refuse(frame.reading, `a loop over more than ${MAX_VALUES} words`, node.range.start)
    return unknown
  }
  return { values: unionValues([], given), inTurn: certain ? given : [] }
}

/** `for x in $(…)`: whatever is printed there, each value is one word of it. */
function eachWord(field: Field): Value {
  const value = fieldValue(field)
  if (field.quoted || !field.many) return value
  return value.map((bit) => (bit.kind === 'hole' && !bit.many ? { ...bit, whole: true } : bit))
}
