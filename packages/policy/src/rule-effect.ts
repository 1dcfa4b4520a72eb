import { needsPerson, type PolicyCall } from './model/call.ts'
import { decide } from './decide.ts'
import type { NoEffect } from './lint/finding.ts'
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
  const warnings = lint(onlyRule(text))
    .filter(
      (finding) => finding.kind === 'broad' || (finding.kind === 'no-effect' && isTrueOf(finding.why, call)),
    )
    .map(explainFinding)
  const { all, places: opened } = openedBy(text, call)
  if (asked.parts.length === 0) {
    const label = [asked.label]
    return { kind: 'readable', runs: all ? label : [], asks: all ? [] : label, enough: all, warnings }
  }
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

/** A tool that asks a person for every call, as far as its name says, may have turned out milder for this one. */
const isTrueOf = (why: NoEffect, { tool }: PolicyCall): boolean => why !== 'always-asks' || needsPerson(tool)

/** In strict mode only the rule itself lets anything run, so whatever runs is due to it. */
export function onlyRule(rule: string): PolicySource {
  return { mode: 'strict', layers: [{ layer: 'user', lists: { allow: [rule] } }] }
}

interface Opened {
  /** The whole call runs because of the rule. */
  readonly all: boolean
  readonly places: ReadonlySet<string>
}

/**
 * The parts that run because of a rule. An exception to a built-in lets nothing run on its own, so it is tried next to a rule for the whole
 * tool: what that rule alone does not let run is due to the exception.
 */
function openedBy(rule: string, call: PolicyCall): Opened {
  if (!rule.trimStart().startsWith('@')) return runningIn(call, onlyRule(rule))
  const { name } = call.tool
  const without = runningIn(call, onlyRule(name))
  const both = runningIn(call, {
    mode: 'strict',
    layers: [{ layer: 'user', lists: { allow: [name, rule] } }],
  })
  return {
    all: both.all && !without.all,
    places: new Set([...both.places].filter((place) => !without.places.has(place))),
  }
}

/** A place runs if every part with that place does: a form that posts to its own page is two parts with one address. */
function runningIn(call: PolicyCall, source: PolicySource): Opened {
  const { verdict, parts } = decide(call, compilePolicy(source))
  const placed = parts.map(({ label, range, verdict: own }) => ({
    runs: own === 'run',
    place: placeOf({ label, start: range?.start, end: range?.end }),
  }))
  const held = new Set(placed.filter(({ runs }) => !runs).map(({ place }) => place))
  return {
    all: verdict === 'run',
    places: new Set(placed.map(({ place }) => place).filter((place) => !held.has(place))),
  }
}

function placeOf({ label, start, end }: Pick<AskingPart, 'label' | 'start' | 'end'>): string {
  return start === undefined ? label : `${start}:${end ?? ''}`
}
