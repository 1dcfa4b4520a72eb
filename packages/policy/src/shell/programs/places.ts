import { literal, type Field } from '../../model/field.ts'
import type { ClassifyContext } from './spec.ts'

/** True when the word certainly is the workspace or a path below it, wherever the command runs. */
export function isInWorkspace(field: Field, context: ClassifyContext): boolean {
  const path = literal(field)
  if (path === undefined || path === '') return false
  const { workspace } = context.place
  return placesOf(path, context).every(
    (place) => place === workspace || place?.startsWith(`${workspace}/`) === true,
  )
}

/** Possible absolute lexical paths of a word, one for each possible directory; undefined: unknown. */
function placesOf(path: string, { cwds }: ClassifyContext): readonly (string | undefined)[] {
  if (path.startsWith('/')) return [normal(path)]
  return cwds.map((cwd) => (cwd === undefined ? undefined : normal(`${cwd}/${path}`)))
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
