import type { LayerSource, PolicySource } from '../policy.ts'
import { likelyTool } from '../rules/likely-tool.ts'
import { parseRule } from '../rules/parse.ts'
import type { ListName, PlacedRule } from '../model/rule.ts'
import { kindOfTool } from '../tools.ts'
import { broadness, type Broad } from './broad.ts'
import { containsRule } from './contains.ts'
import type { Finding, RulePlace } from './finding.ts'
import { neighboursOf, type Neighbours } from './neighbours.ts'
import { noEffect } from './no-effect.ts'

export interface LintOptions {
  /** All tools there are. Given, a rule for another name is found. */
  readonly tools?: readonly string[]
}

/** Looks for rules that do not say what their author is likely to mean. Total; in the order of the rules. */
export function lint(source: PolicySource, options: LintOptions = {}): readonly Finding[] {
  const { rules, malformed } = readRules(source)
  const others = neighboursOf(rules.filter(({ counts }) => counts))
  const found = rules.flatMap((placed) => alone(placed, options).concat(compared(placed, others)))
  return [...malformed, ...found]
}

interface LintRule extends PlacedRule {
  readonly place: RulePlace
  /** Its number among all. */
  readonly at: number
  readonly source: LayerSource
  /** An untrusted project's allow rules do not. */
  readonly counts: boolean
}

const LISTS: readonly ListName[] = ['deny', 'ask', 'allow']

function readRules(source: PolicySource): {
  readonly rules: readonly LintRule[]
  readonly malformed: readonly Finding[]
} {
  const rules: LintRule[] = []
  const malformed: Finding[] = []
  for (const layer of source.layers) {
    for (const list of LISTS) {
      for (const [index, text] of (layer.lists[list] ?? []).entries()) {
        const place = { layer: layer.layer, list, index, text }
        const parsed = parseRule(text, source.kindOf === undefined ? {} : { kindOf: source.kindOf })
        const counts = list !== 'allow' || layer.layer !== 'project' || layer.trusted === true
        if (parsed.ok) {
          const placed: PlacedRule = { rule: parsed.value, list, layer: layer.layer }
          rules.push({ ...placed, place, source: layer, counts, at: rules.length })
        } else malformed.push({ kind: 'malformed', severity: 'error', rule: place, error: parsed.error })
      }
    }
  }
  return { rules, malformed }
}

/** What a rule shows by itself. */
function alone({ rule, place, source }: LintRule, { tools }: LintOptions): readonly Finding[] {
  const findings: Finding[] = []
  const unknown =
    tools === undefined || isKnown(rule.tool, tools)
      ? undefined
      : { suggestion: likelyTool(rule.tool, tools) }
  if (unknown !== undefined) {
    const { suggestion } = unknown
    findings.push({
      kind: 'unknown-tool',
      severity: 'warning',
      rule: place,
      ...(suggestion === undefined ? {} : { suggestion }),
    })
  }
  const broad = place.list === 'allow' ? broadness(rule) : undefined
  if (broad !== undefined) {
    findings.push({
      kind: 'broad',
      severity: CAUTIONS.has(broad) ? 'warning' : 'danger',
      rule: place,
      broad,
    })
  }
  const why = noEffect(rule, place.list, source)
  if (why !== undefined) {
    findings.push({
      kind: 'no-effect',
      severity: why === 'untrusted-project' ? 'note' : 'warning',
      rule: place,
      why,
    })
  }
  if (kindOfTool(rule.tool) === 'path' && /\[\^/.test(rule.pattern ?? '')) {
    findings.push({ kind: 'perhaps-negated', severity: 'warning', rule: place })
  }
  return findings
}

/** Broad, but what a person may well mean. */
const CAUTIONS: ReadonlySet<Broad> = new Set(['subcommands', 'install', 'files'])

function isKnown(tool: string, tools: readonly string[]): boolean {
  return tool.includes('*') || tool.startsWith('@') || tools.includes(tool)
}

/** Lists that are asked before another. */
const BEFORE: Readonly<Record<ListName, readonly ListName[]>> = {
  deny: [],
  ask: ['deny'],
  allow: ['deny', 'ask'],
}

/** What a rule shows beside others: at most one finding, the one that matters most. */
function compared(mine: LintRule, others: Neighbours<LintRule>): readonly Finding[] {
  if (!mine.counts) return []
  const { rule: own, place: rule } = mine
  const stricter = BEFORE[rule.list]
  const [same] = stricter.flatMap((list) => others.same(list, own) ?? [])
  if (same !== undefined) return [{ kind: 'contradictory', severity: 'warning', rule, other: same.place }]
  for (const list of stricter) {
    const before = others.first(list, own, (other) => containsRule(other.rule, own, 'may'))
    if (before !== undefined)
      return [{ kind: 'never-reached', severity: 'warning', rule, other: before.place }]
  }
  const twin = others.same(rule.list, own)
  if (twin !== undefined && twin.at < mine.at)
    return [{ kind: 'duplicate', severity: 'note', rule, other: twin.place }]
  const wider = others.first(rule.list, own, (other) => isWider(other, mine))
  return wider === undefined ? [] : [{ kind: 'shadowed', severity: 'note', rule, other: wider.place }]
}

/** Of two rules that say the same in other words, the later one is superfluous. */
function isWider(other: LintRule, mine: LintRule): boolean {
  const reading = mine.place.list === 'allow' ? 'must' : 'may'
  if (other.rule.text === mine.rule.text || !containsRule(other.rule, mine.rule, reading)) return false
  return !containsRule(mine.rule, other.rule, reading) || other.at < mine.at
}
