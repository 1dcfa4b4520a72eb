import type { PolicyCall } from './model/call.ts'
import { decide } from './decide.ts'
import { lint } from './lint/lint.ts'
import { explainFinding } from './lint/words.ts'
import { compilePolicy, type PolicySource } from './policy.ts'
import { parseRule, type RuleError } from './rules/parse.ts'

/** A part of a call that asked, with its decision. */
export interface AskingPart {
  readonly label: string
  readonly start?: number | undefined
  readonly end?: number | undefined
  /** An ask rule caused it, which takes precedence over every allow rule. */
  readonly byRule: boolean
}

/** The effect of an allow rule on a call that asks. */
export type RuleEffect =
  | { readonly kind: 'malformed'; readonly error: RuleError }
  | {
      readonly kind: 'readable'
      /** Parts that ask now and would run. */
      readonly runs: readonly string[]
      /** Parts that would still ask. */
      readonly asks: readonly string[]
      /** With this rule the whole call would run. */
      readonly enough: boolean
      /** Warnings for the person before keeping it. */
      readonly warnings: readonly string[]
    }

/**
 * Parses an allow rule and tries it on a call. `label` names a call that was not split into parts. Pure: fast enough for every keystroke.
 */
export function ruleEffect(
  text: string,
  call: PolicyCall,
  asked: { readonly label: string; readonly parts: readonly AskingPart[] },
): RuleEffect {
  const parsed = parseRule(text)
  if (!parsed.ok) return { kind: 'malformed', error: parsed.error }
  const source = onlyRule(text)
  const decision = decide(call, compilePolicy(source))
  const warnings = lint(source)
    .filter(({ kind }) => kind === 'broad' || kind === 'no-effect')
    .map(explainFinding)
  if (asked.parts.length === 0) {
    const enough = decision.verdict === 'run'
    const label = [asked.label]
    return { kind: 'readable', runs: enough ? label : [], asks: enough ? [] : label, enough, warnings }
  }
  const opened = new Set(
    decision.parts
      .filter(({ verdict }) => verdict === 'run')
      .map(({ label, range }) => placeOf({ label, start: range?.start, end: range?.end })),
  )
  const opens = (part: AskingPart) => !part.byRule && opened.has(placeOf(part))
  const labels = (parts: readonly AskingPart[]) => parts.map(({ label }) => label)
  return {
    kind: 'readable',
    runs: labels(asked.parts.filter(opens)),
    asks: labels(asked.parts.filter((part) => !opens(part))),
    enough: asked.parts.every(opens),
    warnings,
  }
}

/** In strict mode only the rule itself lets anything run, so whatever runs is due to it. */
export function onlyRule(rule: string): PolicySource {
  return { mode: 'strict', layers: [{ layer: 'user', lists: { allow: [rule] } }] }
}

function placeOf({ label, start, end }: Pick<AskingPart, 'label' | 'start' | 'end'>): string {
  return start === undefined ? label : `${start}:${end ?? ''}`
}
