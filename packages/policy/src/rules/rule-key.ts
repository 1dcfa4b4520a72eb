import { compiledOnce } from '../model/compiled-once.ts'
import { err, ok } from '../result.ts'
import { baseName } from '../text/base-name.ts'
import { PLAIN_NAME } from '../paths/names.ts'
import { literal, type Field } from '../model/field.ts'
import type { SubjectKeys } from '../model/subject.ts'
import { kindOfTool } from '../tools.ts'
import { parseAddress } from '../urls/address.ts'
import { compileUrlPattern } from '../urls/pattern.ts'
import type { Rule } from '../model/rule.ts'
import { compileShellPattern, firstWord, SEPARATOR, type ShellPattern } from './shell-pattern.ts'

/** A rule can only match where one of these words occurs. The index uses them, so that other rules cost nothing. */
export interface RuleKey {
  readonly kind: KeyKind
  readonly keys: readonly string[]
}

export type KeyKind = Exclude<keyof SubjectKeys, 'beside'>

/** The key of a rule; undefined: it must be tried on every call of its tool. */
export function keyOfRule(rule: Rule): RuleKey | undefined {
  if (rule.pattern === undefined) return undefined
  switch (kindOfTool(rule.tool)) {
    case 'shell':
      return wordKey(rule)
    case 'path':
      return nameKey(rule.pattern)
    case 'url':
      return hostKey(rule.pattern)
    case 'text':
    case undefined:
      return undefined
  }
}

/**
 * Keys of a command: its first word, its first two, its first three. Empty if the program is unknown; undefined if the second word is
 * unknown, because then any rule for the program could match. If a later word is unknown, any rule with a third word could.
 */
export function wordsOfCommand(fields: readonly Field[]): readonly string[] | undefined {
  const [first, second, third] = fields
  const name = literal(first)
  if (name === undefined) return []
  const one = baseName(name)
  if (second === undefined) return [one]
  const next = literal(second)
  if (next === undefined) return undefined
  const two = one + SEPARATOR + next
  if (third === undefined) return [one, two]
  const known = fields.every((field) => literal(field) !== undefined) ? literal(third) : undefined
  return [one, two, two + SEPARATOR + (known ?? ANY_WORD)]
}

/** Represents an unknown word; no real word equals it. */
const ANY_WORD = '\u0000'

/** The shell pattern of a rule; undefined for a bare tool name. */
export const shellPatternOf = compiledOnce<ShellPattern>((pattern) =>
  pattern === undefined ? err(undefined) : ok(compileShellPattern(pattern)),
)

function wordKey(rule: Rule): RuleKey | undefined {
  const pattern = shellPatternOf(rule)
  const word = pattern === undefined ? undefined : firstWord(pattern)
  if (word === undefined) return undefined
  const [, second, third] = pattern?.words ?? []
  const one = baseName(word)
  if (second?.fixed !== true) return { kind: 'words', keys: [one] }
  const two = one + SEPARATOR + second.text
  const three = third?.fixed === true ? [third.text, ANY_WORD].map((next) => two + SEPARATOR + next) : [two]
  return { kind: 'words', keys: three }
}

/** The last plain name for paths that the rule matches; the first for a folder that contains such paths. */
function nameKey(pattern: string): RuleKey | undefined {
  const segments = pattern.split('/').filter((segment) => !ANCHORS.has(segment))
  const [first = ''] = segments
  const last = segments.findLast((segment) => PLAIN_NAME.test(segment))
  const opaque = !PLAIN_NAME.test(first) && !/[*?[]/.test(first)
  return last === undefined || opaque
    ? undefined
    : { kind: 'names', keys: last === first ? [last] : [last, first] }
}

const ANCHORS: ReadonlySet<string> = new Set(['', '~', '.'])

function hostKey(pattern: string): RuleKey | undefined {
  const compiled = compileUrlPattern(pattern)
  if (!compiled.ok || compiled.value.kind === 'every' || compiled.value.host.kind === 'any') return undefined
  const { host } = compiled.value.host
  // An address has many spellings, and host names resolve to it.
  return parseAddress(host) === undefined ? { kind: 'hosts', keys: [host] } : undefined
}
