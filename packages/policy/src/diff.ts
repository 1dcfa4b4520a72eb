import type { PolicyCall } from './model/call.ts'
import { decide } from './decide.ts'
import type { Decision } from './decision.ts'
import { compilePolicy, type PolicySource } from './policy.ts'
import { isStricter, type Verdict } from './verdict.ts'

/** A call that two policies answer differently. */
export interface PolicyChange {
  /** Index in the calls that were given. */
  readonly index: number
  readonly direction: 'looser' | 'stricter'
  readonly before: Decision
  readonly after: Decision
}

export interface PolicyDiff {
  readonly total: number
  readonly changes: readonly PolicyChange[]
  /** How many calls went from one verdict to another, all nine pairs. */
  readonly moves: Readonly<Record<Verdict, Readonly<Record<Verdict, number>>>>
}

/** How the answers to these calls change when one policy replaces another: the looser answers need a look. */
export function diff(before: PolicySource, after: PolicySource, calls: readonly PolicyCall[]): PolicyDiff {
  const [left, right] = [compilePolicy(before), compilePolicy(after)]
  const moves = { run: noVerdicts(), ask: noVerdicts(), block: noVerdicts() }
  const changes: PolicyChange[] = []
  for (const [index, call] of calls.entries()) {
    const was = decide(call, left)
    const is = decide(call, right)
    moves[was.verdict][is.verdict] += 1
    if (was.verdict === is.verdict) continue
    const direction = isStricter(is.verdict, was.verdict) ? 'stricter' : 'looser'
    changes.push({ index, direction, before: was, after: is })
  }
  return { total: calls.length, changes, moves }
}

function noVerdicts(): Record<Verdict, number> {
  return { run: 0, ask: 0, block: 0 }
}
