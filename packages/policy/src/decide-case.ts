import { readCase, type Case } from './case.ts'
import { decide } from './decide.ts'
import { explainParts } from './explain/explain.ts'
import { compilePolicy, type Policy, type PolicySource } from './policy.ts'
import type { Verdict } from './verdict.ts'

/** The answer to one case, as it goes out: one JSON object a line. */
export type CaseAnswer =
  | { readonly id: string; readonly decision: Verdict; readonly reasons: readonly string[] }
  | { readonly id: string | null; readonly error: string }

/** Answers cases, one after the other. Keeps compiled policies, for many cases share one. */
export interface CaseDecider {
  /** A line of JSON. Never throws: a bad line is answered with an error. */
  line(text: string): CaseAnswer
  verdict(given: Case): Verdict
}

const MOST_POLICIES = 500

export function caseDecider(): CaseDecider {
  const policies = new Map<string, Policy>()
  const policyOf = (source: PolicySource): Policy => {
    const key = JSON.stringify(source)
    const known = policies.get(key)
    if (known !== undefined) return known
    const made = compilePolicy(source)
    if (policies.size >= MOST_POLICIES) policies.clear()
    policies.set(key, made)
    return made
  }
  return {
    line(text) {
      const read = readCase(parseJson(text))
      if (!read.ok) return { id: read.error.id, error: read.error.message }
      const decision = decide(read.value.call, policyOf(read.value.policy))
      const reasons = explainParts(decision).map((part) => `${part.word} ${part.label}: ${part.why}`)
      return { id: read.value.id, decision: decision.verdict, reasons }
    },
    verdict: (given) => decide(given.call, policyOf(given.policy)).verdict,
  }
}

/** What is no JSON is no case: `readCase` says so. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
