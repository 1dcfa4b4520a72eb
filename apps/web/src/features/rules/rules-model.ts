import { decide, compilePolicy, explainFinding, lint } from '@countersign/policy'
import type { Finding, LayerName, LayerSource, ListName, PolicySource } from '@countersign/policy'
import type { RuleId, ThreadId } from '@countersign/protocol'
import type { KeptRule, RuleFile, RuleFiles } from '../../data/api-rules.ts'
import type { DatedCall } from '../../data/recorded.ts'
import { LISTS } from './lists.ts'

/** All rules there are, as the server tells them. */
export interface AllRules {
  readonly kept: readonly KeptRule[]
  readonly files: RuleFiles
}

/** A rule as one row of the table. */
export interface RuleRow {
  readonly key: string
  readonly list: ListName
  readonly text: string
  readonly layer: Exclude<LayerName, 'shipped'>
  /** Where it can be changed: by its id here, or in its file. */
  readonly home:
    | { readonly kind: 'kept'; readonly rule: KeptRule }
    | { readonly kind: 'file'; readonly layer: RuleFile['layer']; readonly path: string }
  readonly findings: readonly RuleFinding[]
}

export interface RuleFinding {
  readonly severity: Finding['severity']
  readonly sentence: string
}

/** How often a rule decided a part of a call in the last 30 days, and when last. */
export interface RuleUse {
  readonly calls: number
  readonly last: number
}

/** The policy of a chat, or with `thread` null of a new one, in a mode. */
export function sourceFor(
  rules: AllRules,
  where: { readonly mode: string; readonly thread: ThreadId | null },
): PolicySource {
  const file = (layer: RuleFile['layer']): readonly LayerSource[] =>
    rules.files.files.filter((found) => found.layer === layer).map(layerOf)
  return {
    mode: where.mode,
    layers: [
      keptLayer('user', rules.kept, null),
      ...file('project'),
      ...(where.thread === null ? [] : [keptLayer('thread', rules.kept, where.thread)]),
      ...file('managed'),
    ],
  }
}

/** The rules without one, or with an additional one. */
export function withoutRule(rules: AllRules, id: RuleId): AllRules {
  return { ...rules, kept: rules.kept.filter((rule) => rule.id !== id) }
}

/** Every rule in the order of evaluation: block, ask, run. */
export function ruleRows(rules: AllRules): readonly RuleRow[] {
  const findings = findingsOf(rules)
  const kept = rules.kept.map((rule): RuleRow => ({
    key: rule.id,
    list: rule.list,
    text: rule.text,
    layer: rule.layer,
    home: { kind: 'kept', rule },
    findings: findings.get(findingKey(rule.layer, rule.list, rule.text, rule.threadId)) ?? [],
  }))
  const filed = rules.files.files.flatMap(({ layer, path, lists }) =>
    LISTS.flatMap((list) =>
      lists[list].map((text, index): RuleRow => ({
        key: `${layer} ${list} ${index}`,
        list,
        text,
        layer,
        home: { kind: 'file', layer, path },
        findings: findings.get(findingKey(layer, list, text, null)) ?? [],
      })),
    ),
  )
  return LISTS.flatMap((list) => [...filed, ...kept].filter((row) => row.list === list))
}

/** Which rules decided past calls: computed by running the current policy over them. */
export function ruleUses(source: PolicySource, calls: readonly DatedCall[]): ReadonlyMap<string, RuleUse> {
  const policy = compilePolicy(source)
  const uses = new Map<string, RuleUse>()
  for (const { call, at } of calls) {
    const decided = new Set(
      decide(call, policy).parts.flatMap(({ reason }) =>
        reason.because === 'rule' ? [useKey(reason.layer, reason.list, reason.text)] : [],
      ),
    )
    for (const key of decided) {
      const before = uses.get(key)
      uses.set(key, { calls: (before?.calls ?? 0) + 1, last: Math.max(before?.last ?? 0, at) })
    }
  }
  return uses
}

export function useKey(layer: LayerName, list: ListName, text: string): string {
  return `${layer} ${list} ${text}`
}

function findingsOf(rules: AllRules): ReadonlyMap<string, readonly RuleFinding[]> {
  const found = new Map<string, RuleFinding[]>()
  const threads = new Set(rules.kept.map(({ threadId }) => threadId))
  for (const thread of new Set([null, ...threads])) {
    for (const finding of lint(sourceFor(rules, { mode: 'default', thread }))) {
      const { layer, list, text } = finding.rule
      // Rules that apply to every thread are listed once.
      if ((layer === 'thread') !== (thread !== null)) continue
      const key = findingKey(layer, list, text, thread)
      const before = found.get(key) ?? []
      found.set(key, [...before, { severity: finding.severity, sentence: explainFinding(finding) }])
    }
  }
  return found
}

function findingKey(layer: LayerName, list: ListName, text: string, thread: ThreadId | null): string {
  return `${useKey(layer, list, text)} ${thread ?? ''}`
}

function keptLayer(
  layer: 'user' | 'thread',
  kept: readonly KeptRule[],
  thread: ThreadId | null,
): LayerSource {
  const texts = (list: ListName): readonly string[] =>
    kept
      .filter((rule) => rule.layer === layer && rule.list === list && rule.threadId === thread)
      .map(({ text }) => text)
  return { layer, lists: { deny: texts('deny'), ask: texts('ask'), allow: texts('allow') } }
}

function layerOf({ layer, lists, trusted, unreadable, mode }: RuleFile): LayerSource {
  return {
    layer,
    lists,
    trusted: layer === 'managed' || trusted,
    unreadable: unreadable ? LISTS : [],
    ...(mode === null ? {} : { mode }),
  }
}
