import type { Rule } from '../rules/rule.ts'
import { compilePathPattern, type PathPattern } from './pattern.ts'

const compiled = new WeakMap<Rule, PathPattern | 'every' | 'broken'>()

/** The path pattern of a rule, compiled once for each rule. `every`: a bare tool name. Undefined: it cannot be read. */
export function patternOf(rule: Rule): PathPattern | 'every' | undefined {
  const known = compiled.get(rule) ?? compile(rule)
  return known === 'broken' ? undefined : known
}

function compile(rule: Rule): PathPattern | 'every' | 'broken' {
  const result = rule.pattern === undefined ? undefined : compilePathPattern(rule.pattern)
  const pattern = result === undefined ? 'every' : result.ok ? result.value : 'broken'
  compiled.set(rule, pattern)
  return pattern
}
