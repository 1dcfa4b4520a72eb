import type { PartView } from '../../calls.ts'

/** Reasons that no rule and no mode can override. */
const LOCKS: ReadonlySet<string> = new Set(['breaker', 'destructive', 'unreadable', 'tool_asks', 'suspect'])

/** Whether this part makes its call always ask. Other parts of the same call may ask for reasons that a rule can override. */
export function alwaysAsks({ verdict, reason }: Pick<PartView, 'verdict' | 'reason'>): boolean {
  return verdict === 'ask' && LOCKS.has(reason.because)
}
