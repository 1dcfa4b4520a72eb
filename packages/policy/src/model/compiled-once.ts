import type { Result } from '../result.ts'
import type { Rule } from './rule.ts'

/** Compiles the pattern of each rule once. Undefined for an invalid pattern. */
/* @__NO_SIDE_EFFECTS__ */
export function compiledOnce<Pattern>(
  compile: (pattern: string | undefined) => Result<Pattern, unknown>,
): (rule: Rule) => Pattern | undefined {
  const compiled = new WeakMap<Rule, Result<Pattern, unknown>>()
  return (rule) => {
    let result = compiled.get(rule)
    if (result === undefined) compiled.set(rule, (result = compile(rule.pattern)))
    return result.ok ? result.value : undefined
  }
}
