import { knownPrefix, literal, type Field } from '../field.ts'
import type { ClassifyContext } from './spec.ts'

/** Absolute lexical paths that a word could be, one for each possible directory; undefined: not known. */
export function placesOf(
  path: string,
  { cwds }: Pick<ClassifyContext, 'cwds'>,
): readonly (string | undefined)[] {
  if (path.startsWith('/')) return [normal(path)]
  return cwds.map((cwd) => (cwd === undefined ? undefined : normal(`${cwd}/${path}`)))
}

/** True when the word certainly is the workspace or a path below it, wherever the command runs. */
export function isInWorkspace(field: Field, context: ClassifyContext): boolean {
  const path = literal(field)
  if (path === undefined || path === '') return false
  const { workspace } = context.place
  return placesOf(path, context).every(
    (place) => place === workspace || place?.startsWith(`${workspace}/`) === true,
  )
}

/** Nodes below /dev that lead to no disk: terminals, streams, the null device and its like, shared memory. */
const NO_DISK =
  /^\/dev(?:$|\/(?:null|zero|full|random|urandom|console|ptmx|(?:std(?:in|out|err)|tty[^/]*)$|(?:fd|pts|shm|mqueue|tcp|udp)\/))/

/** True when writing the word could hit a device that holds data; holes may be any name. */
export function couldBeDisk(field: Field, context: Pick<ClassifyContext, 'cwds'>): boolean {
  const text = literal(field) ?? knownPrefix(field)
  return placesOf(text, context).some((place) => {
    if (place === undefined) return false
    if (literal(field) !== undefined) return place.startsWith('/dev/') && !NO_DISK.test(place)
    // `/dev/$X`, `/dev/sd?`: the known beginning has to lie below /dev.
    const open = text.endsWith('/') ? `${place}/` : place
    return open.startsWith('/dev/') && !NO_DISK.test(open)
  })
}

/** Lexically normal form of an absolute path. */
function normal(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return `/${parts.join('/')}`
}
