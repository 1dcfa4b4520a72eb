import { ADDRESS_BUILTINS } from '../builtins.ts'
import type { PolicyCall } from '../model/call.ts'
import { judge, type Judged } from '../decide.ts'
import { explainReason } from '../explain/explain.ts'
import { broadness } from '../lint/broad.ts'
import { patternOfPath } from '../paths/rule-text.ts'
import type { Policy } from '../policy.ts'
import { assertNever } from '../result.ts'
import { indexRules } from '../rules/rule-index.ts'
import type { PlacedRule } from '../model/rule.ts'
import type { Subject } from '../model/subject.ts'
import { subjectsOf } from '../subjects.ts'
import { candidate } from './candidate.ts'
import type { Candidate, Offer, Scope } from './offer.ts'
import { pathCandidates } from './path-candidates.ts'
import { shellCandidates } from './shell-candidates.ts'
import { textCandidates } from './text-candidates.ts'
import { addressExceptions, urlCandidates } from './url-candidates.ts'

/** More choices would be too many to compare. */
const MOST_OFFERS = 5

/**
 * Rules for "always allow", from the exact call to the sensible generalisation. Each is tried before it is offered: added to the policy, it
 * lets at least one asking part of the call run. Empty if no rule can open the call.
 */
export function offers(call: PolicyCall, policy: Policy): readonly Offer[] {
  const judged = subjectsOf(call).map((subject) => judge(subject, { call, policy }))
  if (judged.some(({ opinion }) => opinion.lock !== undefined || opinion.verdict === 'block')) return []
  const asking = judged.filter(({ opinion }) => opinion.verdict === 'ask')
  const found = new Map<string, Offer>()
  for (const wanted of [...candidatesOf(call, asking), ...exceptions(call, asking)]) {
    if (found.has(wanted.rule.text) || broadness(wanted.rule) !== undefined) continue
    const offer = tryOut(wanted, asking, { call, policy })
    if (offer !== undefined) found.set(wanted.rule.text, offer)
  }
  return choose([...found.values()])
}

function candidatesOf(call: PolicyCall, asking: readonly Judged[]): readonly Candidate[] {
  const { specifier, tool, place } = call
  switch (specifier.kind) {
    case 'shell':
      return shellCandidates(call, specifier.command)
    case 'path':
      return asking.flatMap(({ subject }) =>
        subject.path === undefined
          ? []
          : pathCandidates(writingTool(tool.name), subject.path, place, {
              spelled: isProtected(subject.guard),
            }),
      )
    case 'url':
      return [specifier, ...(specifier.also ?? [])].flatMap(({ url }) => urlCandidates(tool.name, url))
    case 'text':
      return textCandidates(tool.name, specifier.text)
    default:
      return assertNever(specifier)
  }
}

/** Editing and writing a file are equivalent powers: one rule for both asks less often. */
function writingTool(tool: string): string {
  return tool === 'files.edit' ? 'files.write' : tool
}

function isProtected(guard: Judged['subject']['guard']): boolean {
  return guard?.because === 'protected'
}

/** A question of a shipped built-in can get an exception; a protected file touched by a shell command can be spelled out. */
function exceptions({ place }: PolicyCall, asking: readonly Judged[]): readonly Candidate[] {
  return asking.flatMap(({ subject, opinion }): readonly Candidate[] => {
    if (
      opinion.reason.because === 'builtin' &&
      opinion.reason.name === '@secrets' &&
      subject.path !== undefined
    ) {
      const pattern = patternOfPath(subject.path, place)
      return candidate(
        `@secrets(${pattern})`,
        'exception',
        `this path alone, though it is a place of secrets`,
      )
    }
    if (opinion.reason.because === 'builtin' && ADDRESS_BUILTINS.has(opinion.reason.name))
      return addressExceptions(opinion.reason.name, opinion.reason.target)
    const writes = subject.row === 'none' && subject.tools.must.includes('files.write')
    return writes && isProtected(subject.guard) && subject.path !== undefined
      ? pathCandidates('files.write', subject.path, place, { spelled: true })
      : []
  })
}

/** Adds the rule and decides again: which parts stop asking, and which do not. */
function tryOut(
  { rule, scope, covers, hazards }: Candidate,
  asking: readonly Judged[],
  { call, policy }: { readonly call: PolicyCall; readonly policy: Policy },
): Offer | undefined {
  const placed: PlacedRule = { rule, list: 'allow', layer: 'user' }
  const rules = [...policy.rules, placed]
  const after = { ...policy, rules, index: indexRules(rules) }
  const again = asking.map(({ subject, opinion }) => ({
    before: opinion,
    ...judge(subject, { call, policy: after }),
  }))
  const opened = again.filter(({ opinion }) => opinion.verdict === 'run')
  const lifted = again.filter(
    ({ before, opinion }) => before.reason.because === 'builtin' && opinion.reason.because !== 'builtin',
  )
  const helped = scope === 'exception' ? lifted : opened
  if (helped.length === 0 || (WIDE.has(scope) && helped.some(({ subject }) => isIrreversible(subject))))
    return undefined
  const rest = again.filter(({ opinion }) => opinion.verdict !== 'run')
  return {
    list: 'allow',
    rule,
    scope,
    parts: unique(helped.map(({ subject }) => subject.label)),
    covers,
    stillAsks: unique([
      ...rest.map(({ subject, opinion }) => `\`${subject.label}\`: ${explainReason(opinion.reason)}`),
      ...(hazards.length === 0 ? [] : [`with ${hazards.join(', ')}`]),
    ]),
    enough: rest.length === 0,
  }
}

/** The scopes that cover more than the call: they are never offered for irreversible calls (SPEC P20). */
const WIDE: ReadonlySet<Scope> = new Set(['program', 'folder', 'tree', 'host', 'tool'])

function isIrreversible({ irreversible }: Subject): boolean {
  return irreversible !== undefined
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)]
}

/** At most five: the middle steps are dropped first, then the last ones. */
function choose(all: readonly Offer[]): readonly Offer[] {
  if (all.length <= MOST_OFFERS) return all
  const ends = all.filter(({ scope }) => scope !== 'narrow' && scope !== 'folder')
  return (ends.length >= MOST_OFFERS ? ends : all).slice(0, MOST_OFFERS)
}
