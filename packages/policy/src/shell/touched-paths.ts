import { builtinsOfPath, builtinsOfPattern } from '../builtins.ts'
import type { Place } from '../call.ts'
import { formOf } from '../paths/form.ts'
import { touchSubject } from '../paths/touch.ts'
import { namesOfPath } from '../rules/rule-key.ts'
import type { BuiltinTag, Subject } from '../subject.ts'
import type { Around } from './around.ts'
import { coversCommand, coversRedirect, spellsPath } from './coverage.ts'
import { display, isTorn, type Field } from './field.ts'
import type { CommandPart, ReadPart, Touch, WritePart } from './part.ts'

/**
 * File rules bind what a command says it touches (SPEC P15, P16): for deny and ask, and a write or removal of a
 * protected file asks. Where else a command reads and writes is the shell's business.
 */
export function touchedPaths(part: CommandPart, { place }: Around): readonly Subject[] {
  const meant = part.facts.touches.filter(({ path }) => !isTorn(path))
  return distinct(meant).map((touch) => touched(touch, part, place))
}

function touched({ act, path, recursive }: Touch, part: CommandPart, place: Place): Subject {
  const subject = touchSubject(act, path, part.cwds, place, {
    recursive,
    range: path.range,
    carriers: part.carriers,
    spelledBy: ({ rule }) => coversCommand(rule, part) && spellsPath(rule, path),
  })
  return { ...subject, ...keysOf(subject, recursive, place), builtins: secretsOf(path, part.cwds, place) }
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
  const subject = touchSubject(act, target, cwds, place, {
    range,
    carriers,
    spelledBy: ({ rule }) => part.kind === 'write' && coversRedirect(rule, part) && spellsPath(rule, target),
  })
  return { ...subject, ...keysOf(subject, false, place), builtins: secretsOf(target, cwds, place) }
}

/** Names by which rules are found, where the path is certain. */
function keysOf({ path }: Subject, takesAlong: boolean, place: Place): Pick<Subject, 'keys'> {
  const names = path === undefined ? undefined : namesOfPath(path, { takesAlong, place })
  return names === undefined ? {} : { keys: { names } }
}

/** Well-known secrets that the word names: globs count as nothing, so that `.env*` is one, unknown text as a name or nothing. */
function secretsOf(field: Field, cwds: readonly (string | undefined)[], place: Place): readonly BuiltinTag[] {
  const globs = field.pieces.some((piece) => piece.kind === 'glob') ? builtinsOfPattern(display(field)) : []
  const [first] = [...new Set([textOf(field, 'x'), textOf(field, '')])].flatMap((text) =>
    text === '' || text === '-' ? [] : pathsOf(text, cwds).flatMap((path) => builtinsOfPath(path, place)),
  )
  return first === undefined ? globs : [first]
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
