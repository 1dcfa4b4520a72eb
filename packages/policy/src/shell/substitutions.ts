import type { Arithmetic, ParameterPart, Redirect, Word, WordPart } from './ast.ts'
import { arithmeticRisk, assignedNames, boundNames, mayFail, type Risk } from './arithmetic.ts'
import { emitBound } from './assignment-fact.ts'
import { alternatives } from './choice.ts'
import { fromNetwork, refuse, say, type Frame } from './context.ts'
import { downloadedSince } from './downloads.ts'
import { readsSince } from './sent-files.ts'
import { display, type Field, type Range } from '../model/field.ts'
import type { Carrier } from '../model/part.ts'
import { allListed, listingOf } from './listings.ts'
import { assignUnknown, assign, fork, lookup, type State } from './state.ts'
import type { TildeMode } from './tilde.ts'
import { rootsPrintedSince } from './printed-roots.ts'
import {
  fieldValue,
  hole,
  isDownload,
  knownText,
  onlyHole,
  unionValues,
  type Hole,
  type Listing,
  type Value,
} from './value.ts'
import { expandValue } from './words.ts'

/** What the substitutions of one command may give. */
export type Outputs = Map<WordPart, readonly Value[]>

/**
 * Walks everything that runs while words are expanded, in order: all substitutions, arithmetic and the assignments in it, assigned
 * defaults. Afterwards the words can be read without side effects.
 */
export function walkWords(words: readonly Word[], state: State, frame: Frame, outputs: Outputs): void {
  for (const word of words) walkParts(word.parts, state, frame, outputs)
}

export function walkRedirectWords(
  redirects: readonly Redirect[],
  state: State,
  frame: Frame,
  outputs: Outputs,
): void {
  walkWords(
    redirects.map((redirect) => (redirect.kind === 'here' ? redirect.body : redirect.target)),
    state,
    frame,
    outputs,
  )
}

function walkParts(parts: readonly WordPart[], state: State, frame: Frame, outputs: Outputs): void {
  for (const part of parts) {
    switch (part.kind) {
      case 'text':
        break
      case 'parameter':
        walkParameter(part, state, frame, outputs)
        break
      case 'command':
        walkCommand(part, state, frame, outputs)
        break
      case 'process':
        walkProcess(part, state, frame, outputs)
        break
      case 'arithmetic':
        walkArithmetic(part.expression, state, frame, outputs)
        break
      default:
        part satisfies never
    }
  }
}

type CommandPart = Extract<WordPart, { readonly kind: 'command' }>
type ProcessPart = Extract<WordPart, { readonly kind: 'process' }>

function carrier(name: string, range: Range): Carrier {
  return { kind: 'substitution', name, transparent: true, range }
}

function walkCommand(part: CommandPart, state: State, frame: Frame, outputs: Outputs): void {
  const { reading } = frame
  const mark = reading.parts.length
  const inner = { ...frame, outputUsed: true, carriers: [...frame.carriers, carrier('$(…)', part.range)] }
  const { output, listing: piped } = reading.walkScript(part.script, fork(state), inner)
  const listing =
    output === undefined ? (piped ?? listedSince(mark, inner) ?? rootsPrintedSince(reading, mark)) : undefined
  const listed = listing === undefined ? [] : allListed(listing)
  const unknown: Value = [
    hole(part.source, 'data', {
      download: downloadedSince(reading, mark) || fromNetwork(frame),
      local: readsSince(reading, mark),
      torn: listing?.named === true && listed.length <= MOST_LISTED,
    }),
  ]
  if (listed.filter(isFar).length > MOST_FAR)
    refuse(reading, `a list of more than ${MOST_FAR} places`, part.range.start)
  outputs.set(
    part,
    output?.map((value) => sourced(withoutLastBreaks(value), part.source)) ?? [
      unknown,
      // Each could be part of the output; without the hole nothing would be certain.
      ...listed.filter((path, index) => index < MOST_LISTED || isFar(path)).map(fieldValue),
    ],
  )
}

const MOST_LISTED = 4
const MOST_FAR = 16

/** A place that is not plainly below the working directory: it may be a root, or a guarded file. */
function isFar(path: Field): boolean {
  return !/^\w[\w.-]*(?:\/\w[\w.-]*)*\/?$/.test(display(path))
}

/** A printed number or name is shown as the substitution. */
function sourced(value: Value, source: string): Value {
  const only = onlyHole(value)
  return only !== undefined && isNamed(only) ? [{ ...only, source }] : value
}

function isNamed({ origin, whole }: Hole): boolean {
  return origin === 'digits' || origin === 'plain' || whole === true
}

function walkProcess(part: ProcessPart, state: State, frame: Frame, outputs: Outputs): void {
  const { reading } = frame
  const mark = reading.parts.length
  const name = part.operator === '<' ? '<(…)' : '>(…)'
  const inner: Frame = {
    ...frame,
    outputUsed: true,
    carriers: [...frame.carriers, carrier(name, part.range)],
    spawned: frame.calls.length,
    // The input of `>(…)` is not known yet.
    ...(part.operator === '>' ? { stdin: { kind: 'data', download: false } } : {}),
  }
  const { output, listing: piped } = reading.walkScript(part.script, fork(state), inner)
  // Empty output is code that does nothing.
  const printed = output?.filter((value) => output.length === 1 || knownText(value)?.trim() !== '')
  const content = part.operator === '<' && printed?.length === 1 ? printed[0] : undefined
  const download =
    downloadedSince(reading, mark) ||
    (part.operator === '<' && (fromNetwork(frame) || printed?.some(isDownload) === true))
  const listing =
    content === undefined
      ? (piped ?? listedSince(mark, inner) ?? rootsPrintedSince(reading, mark))
      : undefined
  outputs.set(part, [
    [
      hole(part.source, 'data', {
        download,
        local: readsSince(reading, mark),
        content,
        listing,
        ...(part.operator === '<' && content === undefined && printed !== undefined
          ? { contents: printed }
          : {}),
      }),
    ],
  ])
}

/** The paths that the only command since `mark` prints. */
function listedSince(mark: number, { reading, carriers }: Frame): Listing | undefined {
  const [only, more] = reading.parts
    .slice(mark)
    .filter((part) => part.kind === 'command' && part.carriers.length === carriers.length)
  return only?.kind === 'command' && more === undefined ? listingOf(only.argv) : undefined
}

function walkParameter(part: ParameterPart, state: State, frame: Frame, outputs: Outputs): void {
  const { operation, index } = part
  if (index !== undefined && index.text !== '@' && index.text !== '*')
    walkArithmetic(index, state, frame, outputs)
  if (part.prefix === '!') judgeIndirect(part, state, frame)
  switch (operation?.kind) {
    case 'default':
      walkWords([operation.word], state, frame, outputs)
      if (operation.operator.endsWith('=')) assignDefault(part, operation.word, state, frame, outputs)
      break
    case 'remove':
      walkWords([operation.pattern], state, frame, outputs)
      break
    case 'replace':
      walkWords([operation.pattern, operation.by], state, frame, outputs)
      break
    case 'slice':
      walkArithmetic(operation.offset, state, frame, outputs)
      if (operation.length !== undefined) walkArithmetic(operation.length, state, frame, outputs)
      break
    case 'case':
      if (operation.pattern !== undefined) walkWords([operation.pattern], state, frame, outputs)
      break
    case 'transform':
    case 'names':
    case undefined:
      break
    default:
      operation satisfies never
  }
}

/** `${x:=word}` keeps the old value or sets the word: either is possible afterwards. */
function assignDefault(part: ParameterPart, word: Word, state: State, frame: Frame, outputs: Outputs): void {
  const values = valuesOf(word, state, frame, outputs, part.quoted ? 'none' : 'operand')
  const before = lookup(state, part.name)
  if (!isUsualPlace(part.name, values)) emitBound(part.name, undefined, part.range, { state, frame })
  const kept = before.unset === true ? [] : before.values
  assign(state, part.name, { values: unionValues(kept, values ?? [[hole(`$${part.name}`, 'data')]]) })
}

/** `${TMPDIR:=/tmp}`: if unset, the default that every program uses. */
function isUsualPlace(name: string, values: readonly Value[] | undefined): boolean {
  const places = values?.map(knownText) ?? [undefined]
  return (
    /^(?:TMPDIR|TMP|TEMP)$/.test(name) && places.every((place) => /^(?:\/var)?\/tmp\/?$/.test(place ?? ''))
  )
}

/** `${!x}` with a value `a[$(command)]` runs the command. */
function judgeIndirect(part: ParameterPart, state: State, frame: Frame): void {
  // `${!m[@]}` lists the keys of an array and reads no value.
  if (part.operation === undefined && /^[@*]$/.test(part.index?.text ?? '')) return
  const { values, unset } = lookup(state, part.name)
  const isName = (value: Value): boolean => /^[A-Za-z_]\w*$/.test(knownText(value) ?? '')
  const list = part.index !== undefined || part.operation?.kind === 'names'
  if (!list && (unset === true || !values.every(isName))) state.doubt = 'line'
  for (const value of values) {
    if (knownText(value)?.includes('[') === false) continue
    judgeValue(value, part.range, state, frame)
  }
}

/** Walks the expansions of an arithmetic text, judges what it evaluates, and sets what it assigns. */
export function walkArithmetic(arithmetic: Arithmetic, state: State, frame: Frame, outputs: Outputs): void {
  walkWords([arithmetic.word], state, frame, outputs)
  judgeArithmetic(arithmetic.word, state, frame, outputs)
  if (mayFail(arithmetic.text, state)) state.doubt = 'line'
  for (const name of assignedNames(arithmetic)) assignUnknown(state, name, 'digits')
}

/** Judges a word that bash evaluates as arithmetic, or as a name with a subscript. */
export function judgeArithmetic(word: Word, state: State, frame: Frame, outputs: Outputs): void {
  const values = valuesOf(word, state, frame, outputs)
  for (const value of values ?? [[hole('…', 'data')]]) {
    judgeValue(value, word.range, state, frame)
  }
}

/** Judges an expanded text that bash evaluates: what it may run, and the names that it sets. */
export function judgeValue(value: Value, range: Range, state: State, frame: Frame): void {
  report(arithmeticRisk(value, state), { range, download: isDownload(value) }, state, frame)
  for (const name of boundNames(value, state)) {
    emitBound(name, undefined, range, { state, frame })
    assignUnknown(state, name, 'digits')
  }
}

/** Reports the possible effects of evaluating a text: a command in a string, or an invisible one. */
function report(
  risk: Risk,
  { range, download }: { readonly range: Range; readonly download: boolean },
  state: State,
  frame: Frame,
): void {
  if (risk === 'command') refuse(frame.reading, 'a command in a text that bash evaluates', range.start)
  if (risk === 'opaque') {
    say({ kind: 'opaque', source: download ? 'download' : 'unknown' }, { frame, state, range })
  }
}

/** The possible values of a word; undefined: too many, which is reported. */
export function valuesOf(
  word: Word,
  state: State,
  frame: Frame,
  outputs: Outputs,
  tilde: TildeMode = 'none',
): readonly Value[] | undefined {
  const { home } = frame.reading.place
  const all = alternatives((choice) => expandValue(word, { state, outputs, choice, home }, tilde))
  if (all === undefined) refuse(frame.reading, 'too many alternatives', word.range.start)
  return all?.reduce<readonly Value[]>((known, value) => unionValues(known, [value]), []) ?? undefined
}

/** Drops the line breaks that `$(…)` drops. */
function withoutLastBreaks(value: Value): Value {
  const last = value.at(-1)
  if (last?.kind !== 'text' || !last.text.endsWith('\n')) return value
  const text = last.text.replace(/\n+$/, '')
  return text === '' ? withoutLastBreaks(value.slice(0, -1)) : [...value.slice(0, -1), { kind: 'text', text }]
}
