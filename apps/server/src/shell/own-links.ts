import type { Place, Started, StartedWord } from '@countersign/policy'
import { realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Maximum number of words that are resolved. Nobody reads a longer command. */
const MOST_WORDS = 500

/**
 * The first word of a command that leads to the gate's own files through a link or a mount; undefined: none does. The policy recognises
 * direct names by their text.
 */
export function leadsToOwn({ commands, redirects }: Started, place: Place): string | undefined {
  const own = place.own ?? []
  const folders = own.map((folder) => reached(folder) ?? folder)
  const words = [
    ...commands.flatMap(({ words: all, cwds }) => all.map((word) => ({ word, cwds }))),
    ...redirects.map(({ file, cwds }) => ({ word: file, cwds })),
  ].slice(0, MOST_WORDS)
  for (const { word, cwds } of words)
    for (const path of pathsOf(word, cwds, place)) {
      if (own.some((folder) => isBelow(path, folder))) continue
      const at = reached(path)
      if (at !== undefined && folders.some((folder) => isBelow(at, folder)))
        return word.text ?? `${word.prefix}…`
    }
  return undefined
}

/** The path that a word names; if its end is unknown, the folder that it certainly begins with. */
function pathsOf(
  { text, prefix }: StartedWord,
  cwds: readonly (string | undefined)[],
  { home }: Place,
): readonly string[] {
  const known = text ?? prefix.slice(0, prefix.lastIndexOf('/') + 1)
  const value = /^(?:--?)?[\w.-]+=(.+)$/s.exec(known)?.[1] ?? known
  if (value === '' || value.startsWith('-') || value.length > 4096 || value.includes('\0')) return []
  const path = value.replace(/^~(?=\/|$)/, home).replace(/^@(?=.)/, '')
  return cwds.flatMap((cwd) =>
    cwd === undefined && !path.startsWith('/') ? [] : [resolve(cwd ?? '/', path)],
  )
}

/** The target of a path, or the nearest existing folder above it. */
function reached(path: string): string | undefined {
  for (let at = path; ; at = dirname(at)) {
    try {
      return realpathSync.native(at)
    } catch {
      if (dirname(at) === at) return undefined
    }
  }
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`)
}
