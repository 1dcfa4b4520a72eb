import { say, type Frame } from './context.ts'
import type { Field, Range } from '../model/field.ts'
import type { AssignmentFact } from '../model/part.ts'
import { lookup, type State } from './state.ts'
import { knownText, toPieces, type Value } from './value.ts'
import { isHarmlessName, loadsCode } from './variables.ts'

/** The fact of an assignment that programs see, or of one that stays in the shell. */
export function assignmentFact(
  name: string,
  value: Value | undefined,
  range: Range,
  how: 'environment' | 'shell',
): AssignmentFact {
  const text = value === undefined ? undefined : knownText(value)
  return {
    name,
    value: value === undefined ? undefined : valueField(value, range),
    harmless: isHarmlessName(name, how, text),
    ...(how === 'environment' && loadsCode(name, text) ? { loads: true } : {}),
    range,
  }
}

function valueField(value: Value, range: Range): Field {
  return { pieces: toPieces(value), quoted: true, many: false, range }
}

export function emitAssignment(
  assignment: AssignmentFact,
  exported: boolean,
  state: State,
  frame: Frame,
): void {
  say({ kind: 'assignment', assignment, exported }, { frame, state, range: assignment.range })
}

/**
 * A name that gets a value without an assignment: by a loop, by arithmetic, as a coprocess, by a redirect. It is a part if setting it would
 * ask, so that `for PATH in .` is judged like `PATH=.`.
 */
export function emitBound(
  name: string,
  value: Value | undefined,
  range: Range,
  { state, frame }: { readonly state: State; readonly frame: Frame },
): void {
  const exported = lookup(state, name).exported === true || state.exportAll
  const fact = assignmentFact(name, value, range, exported ? 'environment' : 'shell')
  if (!fact.harmless) emitAssignment(fact, exported, state, frame)
}
