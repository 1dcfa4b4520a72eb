import { shellPatternOf } from '../rules/rule-key.ts'
import type { PlacedRule } from '../model/rule.ts'
import { isExact, type ShellPattern } from '../rules/shell-pattern.ts'

/** True when the rule spells out every one of these words, in any order: the program and the verb (SPEC P20). */
export function spellsWords({ rule }: PlacedRule, words: readonly string[]): boolean {
  const pattern = shellPatternOf(rule)
  if (pattern === undefined || pattern.any) return false
  if (isExact(pattern)) return true
  const spelled = new Set(pattern.words.flatMap(completeWords))
  return words.every((word) => spelled.has(word))
}

/** The words within one word of the rule that no `*` continues: all of `drop table users`, but only `drop table` of `drop table tmp_*`. */
function completeWords({ text, whole }: ShellPattern['words'][number]): readonly string[] {
  const words = text.split(/\s+/)
  return whole ? [text, ...words] : words.slice(0, -1)
}

/** True when the rule spells out the program and the beginning of every path, down to a folder that is not a root. */
export function spellsPaths(
  { rule }: PlacedRule,
  { program, paths }: { readonly program: string; readonly paths: readonly string[] },
  isRoot: (path: string) => boolean,
): boolean {
  const pattern = shellPatternOf(rule)
  if (pattern === undefined || pattern.any) return false
  if (isExact(pattern)) return true
  const [first, ...rest] = pattern.words
  if (first?.whole !== true || first.text !== program) return false
  return paths.every((path) => rest.some((word) => beginsPath(word, path, isRoot)))
}

/** Whether the rule's word is the path, a folder above it, or its beginning. */
export function beginsPath(
  { text, whole }: Pick<ShellPattern['words'][number], 'text' | 'whole'>,
  path: string,
  isRoot: (path: string) => boolean,
): boolean {
  if (whole)
    return text === path || (path.startsWith(text.endsWith('/') ? text : `${text}/`) && !isRoot(text))
  const folder = text.slice(0, text.lastIndexOf('/') + 1)
  return path.startsWith(text) && folder !== '' && !isRoot(folder)
}
