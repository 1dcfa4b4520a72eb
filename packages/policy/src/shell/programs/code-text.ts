import { display, textField, type Field } from '../../model/field.ts'
import { fieldValue } from '../value.ts'
import { likelyNames } from './maybe-written.ts'
import type { Hazard, Inner, NotReadonly, ProgramFacts, Touch } from '../../model/part.ts'
import { possibleCommands } from './hidden-starts.ts'
import type { FactsPatch } from './spec.ts'

/** The effects of code in the words besides reading its input and printing. */
export interface CodeReading {
  /** Files that it writes; the empty string represents a computed name. */
  readonly writes: readonly string[]
  /** Files that it reads. */
  readonly reads: readonly string[]
  /** Shell commands that it starts; the empty string represents a computed one. */
  readonly starts: readonly string[]
  /** It builds more texts than are tracked. */
  readonly beyond?: boolean
  /** Why the code is not understood. */
  readonly unreadable?: string
}

/** Adds the effects of the code in a program's words to its facts. Several words are lines of one text. */
export function judgeCode(
  words: readonly Field[],
  read: (text: string) => CodeReading,
  facts: ProgramFacts,
): FactsPatch {
  const [whole] = words
  if (whole === undefined) return { touches: facts.touches }
  const texts = words.map(codeText)
  const unknown = words[texts.indexOf(undefined)]
  const reading = unknown === undefined ? read(texts.join('\n')) : NOT_KNOWN
  const touches = [
    ...facts.touches,
    ...reading.reads.flatMap((path) => touch('read', path, whole)),
    ...reading.writes.flatMap((path) => touch('write', path, whole)),
  ]
  const { unreadable, starts, writes } = reading
  // A computed name may be one of those that the code contains.
  if (writes.includes('')) {
    const names = texts.flatMap((text) => likelyNames(text ?? ''))
    touches.push(
      ...names.map((path): Touch => ({
        act: 'read',
        path: textField(path, whole.range),
        recursive: false,
        perhaps: true,
      })),
    )
  }
  if (writes.length + starts.length === 0 && unreadable === undefined) return { touches }
  const bad = unknown ?? whole
  const hazard: Hazard = {
    kind: starts.length > 0 || unreadable !== undefined ? 'starts' : 'writes',
    option: display(bad),
    range: bad.range,
    spellings: unknown === undefined ? words.map(display) : [],
  }
  return {
    touches,
    hazards: [...facts.hazards, hazard],
    inner: [
      ...facts.inner,
      ...starts.flatMap((command) => shellText(command, whole)),
      ...(starts.some(isShell) ? anyText(texts.join('\n'), whole) : []),
      ...(reading.beyond === true ? [{ kind: 'beyond', range: whole.range } as const] : []),
    ],
    opaque: facts.opaque || starts.includes(''),
    // Unreadable code could start something.
    ...(unreadable === undefined || unknown !== undefined ? {} : { hidden: true }),
    notReadonly: facts.notReadonly ?? notReadonly(facts.program ?? '', bad),
    arity: 0,
  }
}

const NOT_KNOWN: CodeReading = { writes: [], reads: [], starts: [], unreadable: 'not known' }

/**
 * The text of a word that contains code, with `1` in place of a number. Undefined if anything else in it is unknown: a glob may become file
 * names, a variable may become any code.
 */
export function codeText(field: Field): string | undefined {
  let text = ''
  for (const bit of fieldValue(field)) {
    if (bit.kind === 'text') text += bit.text
    else if (bit.kind === 'hole' && bit.origin === 'digits') text += '1'
    else return undefined
  }
  return field.many && field.pieces.length === 0 ? undefined : text
}

/** True when none of the code is visible: `python3 -c "$X"`. */
export function isHidden(field: Field): boolean {
  return field.pieces.length > 0 ? field.pieces.every((piece) => piece.kind === 'hole') : field.many
}

/** Why a word prevents a program from being read-only. */
export function notReadonly(program: string, field: Field): NotReadonly {
  return codeText(field) === undefined
    ? { because: 'unknown-word', program, range: field.range }
    : { because: 'not-readonly', program, argument: display(field) }
}

/** A computed command, or a shell that gets the output of the code. */
function isShell(command: string): boolean {
  return command === '' || /^\s*(?:\S*\/)?(?:ba|da|z|k|a)?sh\b/.test(command)
}

function touch(act: Touch['act'], path: string, { range }: Field): readonly Touch[] {
  return path === '' ? [] : [{ act, path: textField(path, range), recursive: false }]
}

/** The started command is computed: it could be any text in the code. */
function anyText(code: string, { range }: Field): readonly Inner[] {
  return possibleCommands(code).flatMap((command): readonly Inner[] =>
    command.kind === 'text'
      ? [{ kind: 'script', text: textField(command.text, range, { quoted: true }), remote: true }]
      : [],
  )
}

function shellText(command: string, { range }: Field): readonly Inner[] {
  return command === '' ? [] : [{ kind: 'script', text: textField(command, range, { quoted: true }) }]
}
