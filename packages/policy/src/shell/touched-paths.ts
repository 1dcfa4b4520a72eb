import { builtinsOfPath, builtinsOfPattern } from '../builtins.ts'
import type { Place } from '../call.ts'
import { formOf } from '../paths/form.ts'
import { touchSubject } from '../paths/touch.ts'
import type { BuiltinTag, Subject } from '../subject.ts'
import type { Around } from './around.ts'
import { coversCommand, coversRedirect, spellsPath } from './coverage.ts'
import { display, isTorn, literal, type Field } from './field.ts'
import type { CommandPart, ReadPart, Touch, WritePart } from './part.ts'

/**
 * File rules bind what a command says it touches (SPEC P15, P16): for deny and ask, and a write or removal of a
 * protected file asks. Where else a command reads and writes is the shell's business.
 */
export function touchedPaths(part: CommandPart, { place }: Around): readonly Subject[] {
  const { touches } = part.facts
  if (touches.length === 0) return []
  const meant = touches.filter(({ path }) => !isTorn(path))
  return distinct(meant).map((touch) => touched(touch, part, place))
}

function touched({ act, path, recursive }: Touch, part: CommandPart, place: Place): Subject {
  return touchSubject(act, path, part.cwds, place, {
    recursive,
    keyed: true,
    range: path.range,
    carriers: part.carriers,
    builtins: secretsOf(path, part.cwds, place),
    spelledBy: ({ rule }) => coversCommand(rule, part) && spellsPath(rule, path),
  })
}

/** The same word twice touches the same path. */
function distinct(touches: readonly Touch[]): readonly Touch[] {
  if (touches.length < 2) return touches
  const seen = new Set<string>()
  return touches.filter(({ act, path, recursive }) => {
    const key = JSON.stringify([act, recursive, path.many, path.pieces])
    const known = seen.has(key)
    seen.add(key)
    return !known
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

/** Well-known secrets that the word names: globs count as nothing, so that `.env*` is one, unknown text as a name or nothing. */
function secretsOf(field: Field, cwds: readonly (string | undefined)[], place: Place): readonly BuiltinTag[] {
  const known = literal(field)
  if (known !== undefined) return secretsNamed(known, cwds, place)
  const globs = field.pieces.some((piece) => piece.kind === 'glob') ? builtinsOfPattern(display(field)) : []
  const [first] = [...new Set([textOf(field, 'x'), textOf(field, '')])].flatMap((text) =>
    secretsNamed(text, cwds, place),
  )
  return first === undefined ? globs : [first]
}

/** The first path that is one. */
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
