import type { PolicyCall } from './model/call.ts'
import { decide } from './decide.ts'
import type { Decision } from './decision.ts'
import { compilePolicy, type LayerSource, type PolicySource } from './policy.ts'
import type { LayerName, ListName } from './model/rule.ts'
import type { Verdict } from './verdict.ts'

/** A recorded call: its facts, the policy's decision at the time, and a person's answer, if one was asked. */
export interface RecordedCall {
  readonly id: string
  readonly call: PolicyCall
  readonly decided: Verdict
  readonly answer?: 'allowed' | 'denied' | 'unanswered'
}

/** How a policy's answer differs from the record. */
export type Difference =
  /** It would run, but a person said no. These need a look. */
  | 'runs-what-was-denied'
  /** It would run without a question that a person answered with yes: one prompt saved. */
  | 'saves-a-question'
  /** It would be blocked, but a person said yes or it ran without a question. */
  | 'blocks-what-was-allowed'
  /** It would be blocked, as a person decided. */
  | 'blocks-what-was-denied'
  /** It would ask, but it ran without a question. */
  | 'asks-what-ran'
  /** It was blocked at the time, but would run or ask. */
  | 'opens-what-was-blocked'
  /** It would run, but nobody answered the question. */
  | 'runs-what-was-unanswered'

export interface BacktestRow {
  readonly id: string
  readonly difference: Difference
  readonly before: Verdict
  readonly after: Decision
}

/** How often a rule was the reason for a part of a call. */
export interface RuleUse {
  readonly layer: LayerName
  readonly list: ListName
  readonly text: string
  readonly calls: number
}

export interface Backtest {
  readonly total: number
  readonly verdicts: Readonly<Record<Verdict, number>>
  readonly differences: Readonly<Record<Difference, number>>
  /** Every call that differs, in the order of the record. */
  readonly rows: readonly BacktestRow[]
  /** Rules that decided something, most used first. */
  readonly uses: readonly RuleUse[]
}

/** What would have run, asked or been blocked under a policy, and where that differs from people's answers. */
export function backtest(source: PolicySource, calls: readonly RecordedCall[]): Backtest {
  const policy = compilePolicy(source)
  const verdicts = { run: 0, ask: 0, block: 0 }
  const differences = noDifferences()
  const rows: BacktestRow[] = []
  const uses = new Map<string, RuleUse>()
  for (const recorded of calls) {
    const after = decide(recorded.call, policy)
    verdicts[after.verdict] += 1
    countUses(uses, after)
    const difference = differenceOf(recorded, after.verdict)
    if (difference === undefined) continue
    differences[difference] += 1
    rows.push({ id: recorded.id, difference, before: recorded.decided, after })
  }
  return {
    total: calls.length,
    verdicts,
    differences,
    rows,
    uses: [...uses.values()].toSorted((a, b) => b.calls - a.calls),
  }
}

/** The policy with one more rule, to try it before it is kept. */
export function withRule(
  source: PolicySource,
  rule: { readonly list: ListName; readonly text: string; readonly layer?: LayerName },
): PolicySource {
  const added: LayerSource = {
    layer: rule.layer ?? 'user',
    lists: { [rule.list]: [rule.text] },
    trusted: true,
  }
  return { ...source, layers: [...source.layers, added] }
}

function noDifferences(): Record<Difference, number> {
  return {
    'runs-what-was-denied': 0,
    'saves-a-question': 0,
    'blocks-what-was-allowed': 0,
    'blocks-what-was-denied': 0,
    'asks-what-ran': 0,
    'opens-what-was-blocked': 0,
    'runs-what-was-unanswered': 0,
  }
}

function differenceOf({ decided, answer }: RecordedCall, after: Verdict): Difference | undefined {
  if (decided === 'block') return after === 'block' ? undefined : 'opens-what-was-blocked'
  if (decided === 'run')
    return after === 'run' ? undefined : after === 'ask' ? 'asks-what-ran' : 'blocks-what-was-allowed'
  if (after === 'ask') return undefined
  if (after === 'block') return answer === 'denied' ? 'blocks-what-was-denied' : 'blocks-what-was-allowed'
  if (answer === 'denied') return 'runs-what-was-denied'
  return answer === 'allowed' ? 'saves-a-question' : 'runs-what-was-unanswered'
}

/** Counts a rule once per call, however many parts it decides. */
function countUses(uses: Map<string, RuleUse>, { parts }: Decision): void {
  const found = new Map<string, Omit<RuleUse, 'calls'>>()
  for (const { reason } of parts) {
    if (reason.because !== 'rule') continue
    const { layer, list, text } = reason
    found.set(`${layer} ${list} ${text}`, { layer, list, text })
  }
  for (const [key, rule] of found) uses.set(key, { ...rule, calls: (uses.get(key)?.calls ?? 0) + 1 })
}
