import type { Rule } from '../model/rule.ts'

/** The rule as text: what `parseRule` reads back to the same rule. */
export function formatRule({ tool, pattern }: Pick<Rule, 'tool' | 'pattern'>): string {
  return pattern === undefined ? tool : `${tool}(${pattern})`
}
