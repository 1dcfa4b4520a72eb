import type { Place } from '../model/call.ts'
import { trimName } from '../text/characters.ts'

/** A name without wildcards, escapes and letters with two encodings. */
export const PLAIN_NAME = /^[A-Za-z0-9._@+-]*[A-Za-z0-9_@+-]$/

/**
 * Every form of the names on the way to a path that a name in a rule could mean. Undefined: the path is a folder that contains all anchors,
 * so any rule could match.
 */
export function namesOfPath(
  path: string,
  { takesAlong, place }: { readonly takesAlong: boolean; readonly place: Place },
): readonly string[] | undefined {
  const bases = [place.workspace, place.cwd, place.home]
  if (takesAlong && (path === '/' || bases.some((base) => `${base}/`.startsWith(`${path}/`))))
    return undefined
  const names = new Set<string>()
  for (const name of path.split('/')) {
    if (name === '') continue
    names.add(name)
    if (PLAIN_NAME.test(name)) continue
    names.add(name.normalize('NFC'))
    names.add(trimName(name).normalize('NFC'))
  }
  return [...names]
}
