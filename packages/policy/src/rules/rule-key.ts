import { trimName } from '../paths/characters.ts'
import type { SubjectKeys } from '../subject.ts'
import { kindOfTool } from '../tools.ts'
import { parseAddress } from '../urls/address.ts'
import { compileUrlPattern } from '../urls/pattern.ts'
import type { Rule } from './rule.ts'
import { compileShellPattern, firstWord, type ShellPattern } from './shell-pattern.ts'

/** A word that a rule can only fit where it occurs: rules are found by it, so that others cost nothing. */
export interface RuleKey {
  readonly kind: KeyKind
  readonly key: string
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

/** Every form of the names on the way to a path that a name in a rule could mean. */
export function namesOfPath(path: string): readonly string[] {
  const names = new Set<string>()
  for (const name of path.split('/')) {
    if (name === '') continue
    names.add(name)
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
  return word === undefined ? undefined : { kind: 'words', key: baseName(word) }
}

/** A name without wildcards, escapes and letters that could be written in two ways. */
const PLAIN_NAME = /^[A-Za-z0-9._@+-]*[A-Za-z0-9_@+-]$/

function nameKey(pattern: string): RuleKey | undefined {
  const key = pattern.split('/').findLast((segment) => PLAIN_NAME.test(segment))
  return key === undefined ? undefined : { kind: 'names', key }
}

function hostKey(pattern: string): RuleKey | undefined {
  const compiled = compileUrlPattern(pattern)
  if (!compiled.ok || compiled.value.kind === 'every' || compiled.value.host.kind === 'any') return undefined
  const { host } = compiled.value.host
  // An address has many spellings, and names lead to it.
  return parseAddress(host) === undefined ? { kind: 'hosts', key: host } : undefined
}
