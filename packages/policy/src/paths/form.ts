import type { PathSubject, Place } from '../model/call.ts'
import type { Unreadable } from '../model/part.ts'
import { findHidden, isDotsAndBlanks, utf8Length } from '../text/characters.ts'

/** An absolute path without `.`, `..` and doubled slashes. */
export interface PathForm {
  readonly path: string
  /** The names on the way; none for the root. */
  readonly names: readonly string[]
}

/** The meaning of a path text: the lexical path, and why it is not certain. */
export interface PathReading {
  readonly form: PathForm
  readonly unreadable?: Unreadable
}

/** Reads a path that a model wrote. `~` is the home, a relative text starts at the working directory, and nothing else is expanded. */
export function normalisePath(text: string, place: Place): PathReading {
  const form = formOf(absolute(text, place))
  const unreadable = unreadableText(text) ?? descriptor(form)
  return unreadable === undefined ? { form } : { form, unreadable }
}

/** All forms of one path of a call: lexical, and after following links. */
export function pathForms(path: PathSubject, place: Place): readonly PathReading[] {
  const lexical = normalisePath(path.asked, place)
  if (path.resolved === undefined) return [lexical]
  const resolved = readResolved(path.resolved)
  return resolved.form.path === lexical.form.path && resolved.unreadable === undefined
    ? [lexical]
    : [lexical, resolved]
}

/** The form of an absolute path. */
export function formOf(path: string): PathForm {
  const names: string[] = []
  for (const name of path.split('/')) {
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
  }
  return { path: `/${names.join('/')}`, names }
}

/** The directories of a place as forms; computed once per place. */
export interface PlaceForms {
  readonly workspace: PathForm
  readonly cwd: PathForm
  readonly home: PathForm
  /** The gate's own folders. */
  readonly own: readonly PathForm[]
}

const places = new WeakMap<Place, PlaceForms>()

export function placeForms(place: Place): PlaceForms {
  const known = places.get(place)
  if (known !== undefined) return known
  const made = {
    workspace: formOf(place.workspace),
    cwd: formOf(place.cwd),
    home: formOf(place.home),
    own: (place.own ?? []).map(formOf),
  }
  places.set(place, made)
  return made
}

/** Whether `inner` is the directory `outer` or below it. */
export function isWithin(inner: PathForm, outer: PathForm): boolean {
  return inner.path === outer.path || outer.names.length === 0 || inner.path.startsWith(`${outer.path}/`)
}

function absolute(text: string, place: Place): string {
  // An unreadable text can have any length; deny rules are tried on a prefix that is longer than any path.
  const cut = text.length > MAX_TRIED ? text.slice(0, MAX_TRIED) : text
  if (cut === '~' || cut.startsWith('~/')) return place.home + cut.slice(1)
  return cut.startsWith('/') ? cut : `${place.cwd}/${cut}`
}

const MAX_TRIED = 16_384
const MAX_PATH = 4096
const MAX_NAME = 255

function readResolved(path: string): PathReading {
  const form = formOf(path.slice(0, MAX_TRIED))
  const unreadable = path.startsWith('/')
    ? (unreadableName(path) ?? descriptor(form))
    : { reason: 'where the path leads is not known', position: 0 }
  return unreadable === undefined ? { form } : { form, unreadable }
}

function unreadableText(text: string): Unreadable | undefined {
  if (text === '') return { reason: 'the path is empty', position: 0 }
  return unreadableStart(text) ?? unreadableName(text)
}

/** Texts that are paths only in another context: on Windows, in a browser, for a shell that knows the users. */
function unreadableStart(text: string): Unreadable | undefined {
  if (/^[a-z]:/i.test(text)) return { reason: 'the path begins with a drive letter', position: 0 }
  if (/^(?:file:|[a-z][a-z0-9+.-]*:\/\/)/i.test(text)) return { reason: 'a URL is not a path', position: 0 }
  if (text.startsWith('~') && text !== '~' && text[1] !== '/') {
    return { reason: 'the home of another user is not known', position: 0 }
  }
  return undefined
}

function unreadableName(text: string): Unreadable | undefined {
  const hidden = findHidden(text)
  if (hidden !== undefined)
    return { reason: 'the path has a control or invisible character', position: hidden }
  const backslash = text.indexOf('\\')
  if (backslash >= 0) return { reason: 'the path has a backslash', position: backslash }
  if (utf8Length(text) > MAX_PATH) return { reason: `the path is longer than ${MAX_PATH} bytes`, position: 0 }
  let position = 0
  for (const name of text.split('/')) {
    if (isDotsAndBlanks(name)) return { reason: 'a name in the path is made of dots and blanks', position }
    if (utf8Length(name) > MAX_NAME)
      return { reason: `a name in the path is longer than ${MAX_NAME} bytes`, position }
    position += name.length + 1
  }
  return undefined
}

/** Paths that mean something different for each process that opens them. */
function descriptor({ names }: PathForm): Unreadable | undefined {
  const [top, second] = names
  const found =
    (top === 'proc' &&
      second !== undefined &&
      (/^\d+$/.test(second) || second === 'self' || second === 'thread-self')) ||
    (top === 'dev' && second !== undefined && ['fd', 'stdin', 'stdout', 'stderr'].includes(second))
  return found ? { reason: 'the path means something else for each process', position: 0 } : undefined
}
