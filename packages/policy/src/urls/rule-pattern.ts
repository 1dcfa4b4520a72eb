import type { Rule } from '../rules/rule.ts'
import { compileUrlPattern, type UrlPattern } from './pattern.ts'

const compiled = new WeakMap<Rule, UrlPattern | 'broken'>()

/** The URL pattern of a rule, compiled once for each rule; a bare tool name is every use. Undefined: it cannot be read. */
export function urlPatternOf(rule: Rule): UrlPattern | undefined {
  const known = compiled.get(rule) ?? compile(rule)
  return known === 'broken' ? undefined : known
}

function compile(rule: Rule): UrlPattern | 'broken' {
  const result = compileUrlPattern(rule.pattern ?? '*')
  const pattern = result.ok ? result.value : 'broken'
  compiled.set(rule, pattern)
  return pattern
}
