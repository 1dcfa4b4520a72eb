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
  /** All existing tools. If given, rules for other names are reported. */
  readonly tools?: readonly string[]
}

/** Finds rules that do not mean what their author probably intended. Total; in the order of the rules. */
export function lint(source: PolicySource, options: LintOptions = {}): readonly Finding[] {
  const { rules, malformed } = readRules(source)
  const others = neighboursOf(rules.filter(({ counts }) => counts))
  const found = rules.flatMap((placed) => alone(placed, options).concat(compared(placed, others)))
  return [...malformed, ...found]
}

interface LintRule extends PlacedRule {
  readonly place: RulePlace
  /** Its index among all rules. */
  readonly at: number
  readonly source: LayerSource
  /** False for an untrusted project's allow rules. */
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

/** Findings about a rule on its own. */
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

/** Broad, but plausibly intended. */
const CAUTIONS: ReadonlySet<Broad> = new Set(['subcommands', 'install', 'files'])

function isKnown(tool: string, tools: readonly string[]): boolean {
  return tool.includes('*') || tool.startsWith('@') || tools.includes(tool)
}

/** The lists that take precedence over each list. */
const BEFORE: Readonly<Record<ListName, readonly ListName[]>> = {
  deny: [],
  ask: ['deny'],
  allow: ['deny', 'ask'],
}

/** Findings about a rule in relation to others: at most one, the most important. */
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

/** Of two equivalent rules, the later one is redundant. */
function isWider(other: LintRule, mine: LintRule): boolean {
  const reading = mine.place.list === 'allow' ? 'must' : 'may'
  if (other.rule.text === mine.rule.text || !containsRule(other.rule, mine.rule, reading)) return false
  return !containsRule(mine.rule, other.rule, reading) || other.at < mine.at
}
