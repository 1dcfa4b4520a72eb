import { builtinsOfPath } from '../builtins.ts'
import type { Place } from '../model/call.ts'
import { formOf } from '../paths/form.ts'
import { readWord, type ShapeName } from '../paths/shape.ts'
import { touchSubject } from '../paths/touch.ts'
import { holdsSecrets, mayBeSecret } from '../secrets.ts'
import type { BuiltinTag, Subject } from '../model/subject.ts'
import type { Around } from './around.ts'
import { coversCommand, coversRedirect, spellsPath } from './coverage.ts'
import { display, isTorn, literal, type Field } from '../model/field.ts'
import type { CommandPart, ReadPart, Touch, WritePart } from '../model/part.ts'

/**
 * File rules apply to the paths that a command's words show (SPEC P15, P16): for deny and ask, and a write or removal of a protected file
 * asks. Other reads and writes are covered by the rules for the command itself.
 */
export function touchedPaths(part: CommandPart, { place }: Around): readonly Subject[] {
  const { touches } = part.facts
  if (touches.length === 0) return []
  const whole = touches.filter(({ path }) => !isTorn(path))
  return distinct(whole).map((touch) => touched(touch, part, place))
}

function touched(touch: Touch, part: CommandPart, place: Place): Subject {
  const { act, path, recursive, perhaps = false, spread = false } = touch
  const secrets = secretsOf(path, part.cwds, place)
  return touchSubject(act, path, part.cwds, place, {
    recursive,
    perhaps,
    spread,
    keyed: true,
    range: path.range,
    carriers: part.carriers,
    builtins: recursive && secrets.length === 0 ? secretsBelow(touch, part.cwds, place) : secrets,
    spelledBy: ({ rule }) => coversCommand(rule, part) && spellsPath(rule, path),
  })
}

/** The same word twice touches the same path. */
function distinct(touches: readonly Touch[]): readonly Touch[] {
  if (touches.length < 2) return touches
  const keys = new Set<string>()
  return touches.filter(({ act, path, recursive, perhaps, spread }) => {
    const key = JSON.stringify([act, recursive, perhaps, spread, path.many, path.pieces])
    const isKnown = keys.has(key)
    keys.add(key)
    return !isKnown
  })
}

/** The same for the target of a redirect; an allow rule for its path covers the write. */
export function redirectedPath(part: WritePart | ReadPart, { place }: Around): Subject {
  const { target, cwds, range, carriers } = part
  const act = part.kind === 'write' ? 'write' : 'read'
  return touchSubject(act, target, cwds, place, {
    keyed: true,
    range,
    carriers,
    builtins: secretsOf(target, cwds, place),
    spelledBy: ({ rule }) => part.kind === 'write' && coversRedirect(rule, part) && spellsPath(rule, target),
  })
}

/** Well-known secrets that the word names or could match; unknown text is treated as a name or as nothing. */
function secretsOf(field: Field, cwds: readonly (string | undefined)[], place: Place): readonly BuiltinTag[] {
  const known = literal(field)
  if (known !== undefined) return secretsNamed(known, cwds, place)
  const word = readWord(field)
  if (word.kind === 'literal') return []
  const [first] = [...new Set([textOf(field, 'x'), textOf(field, '')])].flatMap((text) =>
    secretsNamed(text, cwds, place),
  )
  if (first !== undefined) return [first]
  const found = word.shapes.some(({ from, segments }) =>
    (from === 'cwd' ? cwds : [undefined]).some((cwd) => mayBeSecret([...sureNames(cwd), ...segments], place)),
  )
  return found ? [{ name: '@secrets', target: display(field) }] : []
}

function sureNames(path: string | undefined): readonly ShapeName[] {
  if (path === undefined) return []
  return formOf(path).names.map((literal) => ({ kind: 'name', tokens: [], literal, hole: false }))
}

/** Reading a whole folder that contains secrets. */
function secretsBelow(
  { act, path, recursive }: Touch,
  cwds: CommandPart['cwds'],
  place: Place,
): readonly BuiltinTag[] {
  const text = act === 'read' && recursive ? literal(path) : undefined
  if (text === undefined || text === '') return []
  const first = pathsOf(text, cwds).find((folder) => holdsSecrets(folder, place))
  return first === undefined ? [] : [{ name: '@secrets', target: first }]
}

/** The first path that is a secret. */
function secretsNamed(
  text: string,
  cwds: readonly (string | undefined)[],
  place: Place,
): readonly BuiltinTag[] {
  if (text === '' || text === '-') return []
  for (const path of pathsOf(text, cwds)) {
    const found = builtinsOfPath(path, place)
    if (found.length > 0) return found
  }
  return []
}

function pathsOf(text: string, cwds: readonly (string | undefined)[]): readonly string[] {
  const paths = text.startsWith('/') ? [text] : cwds.map((cwd) => `${cwd ?? ''}/${text}`)
  return paths.map((path) => formOf(path).path)
}

function textOf({ pieces }: Field, unknown: string): string {
  return pieces
    .map((piece) => (piece.kind === 'text' ? piece.text : piece.kind === 'hole' ? unknown : ''))
    .join('')
}
