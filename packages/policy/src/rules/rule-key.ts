import type { Place } from '../call.ts'
import { trimName } from '../paths/characters.ts'
import { literal, type Field } from '../shell/field.ts'
import type { SubjectKeys } from '../subject.ts'
import { kindOfTool } from '../tools.ts'
import { parseAddress } from '../urls/address.ts'
import { compileUrlPattern } from '../urls/pattern.ts'
import type { Rule } from './rule.ts'
import { compileShellPattern, firstWord, SEPARATOR, type ShellPattern } from './shell-pattern.ts'

/** Words of which one must occur where the rule fits: rules are found by them, so that others cost nothing. */
export interface RuleKey {
  readonly kind: KeyKind
  readonly keys: readonly string[]
}

export type KeyKind = Exclude<keyof SubjectKeys, 'beside'>

/** The key of a rule; undefined: it must be tried on everything that its tool does. */
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
 * Keys of a command: its first word, its first two, its first three. None when the program is not known; undefined when
 * the second word is not, for then any rule for the program could be meant. Where a word behind them is not known, any
 * rule with a third word could be.
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

/** Stands for a word that is not known; no word is this one. */
const ANY_WORD = '\u0000'

/**
 * Every form of the names on the way to a path that a name in a rule could mean. Undefined: the path is a folder that
 * takes along all that rules are anchored at, so that any rule could be meant.
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

/** A host and the domains that it is below. */
export function domainsOf(host: string): readonly string[] {
  if (parseAddress(host) !== undefined) return []
  const labels = host.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}

/** The last part of a program's path: rules and commands meet in it. */
export function baseName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1)
}

const patterns = new WeakMap<Rule, ShellPattern>()

/** The shell pattern of a rule, compiled once; undefined for a bare tool name. */
export function shellPatternOf(rule: Rule): ShellPattern | undefined {
  if (rule.pattern === undefined) return undefined
  const known = patterns.get(rule)
  if (known !== undefined) return known
  const made = compileShellPattern(rule.pattern)
  patterns.set(rule, made)
  return made
}

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

/** A name without wildcards, escapes and letters that could be written in two ways. */
const PLAIN_NAME = /^[A-Za-z0-9._@+-]*[A-Za-z0-9_@+-]$/

/** The last plain name, for what the rule matches; the first, for a folder that takes along what the rule matches. */
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
  // An address has many spellings, and names lead to it.
  return parseAddress(host) === undefined ? { kind: 'hosts', keys: [host] } : undefined
}
