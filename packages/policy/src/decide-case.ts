import { readCase, type Case } from './case.ts'
import { decide } from './decide.ts'
import { explainParts } from './explain/explain.ts'
import { compilePolicy, type Policy, type PolicySource } from './policy.ts'
import { err, ok, type Result } from './result.ts'
import type { Verdict } from './verdict.ts'

/** The answer to one case: one JSON object per line. */
export type CaseAnswer =
  | { readonly id: string; readonly decision: Verdict; readonly reasons: readonly string[] }
  | { readonly id: string | null; readonly error: string }

/** Answers cases one after the other. Caches compiled policies, because many cases share one. */
export interface CaseDecider {
  /** Answers a line of JSON. Never throws: an invalid line gets an error as its answer. */
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
      const json = parseJson(text)
      if (!json.ok) return { id: null, error: json.error }
      const read = readCase(json.value)
      if (!read.ok) return { id: read.error.id, error: read.error.message }
      const decision = decide(read.value.call, policyOf(read.value.policy))
      const reasons = explainParts(decision).map(
        ({ word, label, why }) => `${label === '' ? word : `${word} ${label}`}: ${why}`,
      )
      return { id: read.value.id, decision: decision.verdict, reasons }
    },
    verdict: (given) => decide(given.call, policyOf(given.policy)).verdict,
  }
}

function parseJson(text: string): Result<unknown, string> {
  try {
    return ok(JSON.parse(text))
  } catch (error) {
    return err(`this line is no JSON: ${error instanceof Error ? error.message : 'it cannot be read'}`)
  }
}
