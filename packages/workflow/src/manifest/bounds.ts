import {
  compilePolicy,
  decide,
  type Place,
  type Policy,
  type Specifier,
  type ToolFacts,
} from '@countersign/policy'
import { canonicalJson } from '@countersign/protocol/canonical'
import type { ToolNodeFacts } from '../nodes/define-node.ts'
import type { Effect, Manifest } from './effects.ts'
import { WHOLE_RULES } from './specifier.ts'

/** Expands bounds into allow rules. */
function rulesOf(tool: string, bounds: readonly string[]): readonly string[] {
  return WHOLE_RULES.has(tool) ? bounds : bounds.map((pattern) => `${tool}(${pattern})`)
}

const policies = new Map<string, Policy>()

/** Strict mode: a call runs only if a rule allows it. */
function policyOf(rules: readonly string[], facts: Pick<ToolNodeFacts, 'name' | 'specifier'>): Policy {
  const key = canonicalJson([facts.specifier.kind, rules])
  const known = policies.get(key)
  if (known !== undefined) return known
  const policy = compilePolicy({
    mode: 'strict',
    layers: [{ layer: 'user', lists: { allow: rules } }],
    builtins: false,
    kindOf: (tool) => (tool === facts.name ? facts.specifier.kind : undefined),
  })
  if (policies.size > 1000) policies.clear()
  policies.set(key, policy)
  return policy
}

/** Lists rules that do not parse, so that a graph with such bounds is rejected before it runs. */
export function badBounds(facts: ToolNodeFacts, bounds: readonly string[]): readonly string[] {
  return policyOf(rulesOf(facts.name, bounds), facts).problems.flatMap((problem) =>
    problem.code === 'malformed-rule' ? [`\`${problem.text}\`: ${problem.error.message}`] : [],
  )
}

/**
 * Whether a call stays within the bounds of its node, matched like allow rules of the policy: each part of a command, each resolved path. Files that
 * the policy hides from patterns (protected files, other people's folders) are within bounds only if the bounds name them literally.
 */
export function withinBounds(
  facts: ToolNodeFacts,
  bounds: readonly string[] | undefined,
  specifier: Specifier,
  place: Place,
): boolean {
  if (bounds === undefined || WHOLE_RULES.has(facts.name)) return true
  const tool: ToolFacts = {
    name: facts.name,
    category: facts.category,
    destructive: false,
    editSafe: false,
    kind: facts.specifier.kind,
  }
  return decide({ tool, specifier, place }, policyOf(rulesOf(facts.name, bounds), facts)).verdict === 'run'
}

/**
 * Whether an agent's call stays within the bounds of the agent node, which are whole rules. Tools of the turn itself, which have no effect outside
 * it, always do.
 */
export function withinRules(
  rules: readonly string[],
  {
    tool,
    specifier,
    place,
  }: { readonly tool: ToolFacts; readonly specifier: Specifier; readonly place: Place },
): boolean {
  if (OF_THE_TURN.has(tool.name)) return true
  const policy = compilePolicy({
    mode: 'strict',
    layers: [{ layer: 'user', lists: { allow: rules } }],
    builtins: false,
    kindOf: (name) => (name === tool.name ? tool.kind : undefined),
  })
  return (
    decide({ tool: { ...tool, destructive: false, asks: undefined }, specifier, place }, policy).verdict ===
    'run'
  )
}

const OF_THE_TURN: ReadonlySet<string> = new Set([
  'finish_subtask',
  'list_tool_groups',
  'load_tools',
  'memory_list',
  'memory_read',
  'memory_write',
  'run_subtask',
  'todo_write',
])

/** Characters that would turn an exact text into a pattern. */
const WILD = /[*?[\]{}\\~!]/

/**
 * The allow rules that a grant gives to the calls of each node, by address. A node with the reach `anything` gets none, nor does one that always
 * needs a person.
 */
export function grantRules(manifest: Manifest): ReadonlyMap<string, readonly string[]> {
  return new Map(manifest.effects.map((effect) => [effect.node, grantOf(effect)]))
}

function grantOf({ tool, destructive, reach }: Effect): readonly string[] {
  if (destructive === true || reach.kind === 'anything') return []
  if (reach.kind === 'bounds') return rulesOf(tool, reach.patterns)
  if (WHOLE_RULES.has(tool)) return []
  // Its calls have no text to match. An empty text of another tool is a value like any other, and no reason to allow all of them.
  if (reach.values.length === 0) return [tool]
  // Arguments as JSON always have braces, which only mean themselves in patterns of this kind.
  if (tool.startsWith('mcp__')) return [`${tool}(${reach.text.replaceAll(/[\\*]/g, String.raw`\$&`)})`]
  // A call with several paths needs a rule for each. A value that would parse as a pattern gets none, because the rule would match more than that
  // value.
  return reach.values.some((value) => value.trim() === '' || WILD.test(value))
    ? []
    : [...new Set(reach.values.map((value) => `${tool}(${value})`))]
}
