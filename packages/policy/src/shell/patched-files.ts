import { literal, type Field } from '../model/field.ts'

/** True for a program that applies a patch. */
export function takesPatch(program: string, argv: readonly Field[]): boolean {
  if (program === 'patch' || program === 'gpatch') return true
  return program === 'git' && argv.some((word) => /^(?:apply|am)$/.test(literal(word) ?? ''))
}

/**
 * Files named by a patch, with their full prefixes: only the program knows how many components it strips, and a file is the same wherever
 * it is.
 */
export function patchedFiles(patch: string): readonly string[] {
  const found: string[] = []
  for (const [, marked, moved] of patch.matchAll(NAMED)) {
    const name =
      (marked ?? moved ?? '')
        .split('\t')[0]
        ?.trim()
        .replace(/^"(.*)"$/, '$1') ?? ''
    if (name !== '' && name !== '/dev/null') found.push(name)
  }
  return found
}

const NAMED = /^(?:(?:\+\+\+|---|\*\*\*|Index:|diff --git \S+)[ \t]+(\S.*)|(?:rename|copy) to[ \t]+(\S.*))$/gm
