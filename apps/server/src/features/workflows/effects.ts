import type { Call, CallResult } from '@countersign/agent'
import { compilePolicy, decide, parseRule, type Place, type SpecifierKind } from '@countersign/policy'
import type { ManifestView, NodeEffect, UserId } from '@countersign/protocol'
import type { Compiled, CompiledNode } from '@countersign/workflow'
import type { Parts } from './parts.ts'
import type { NodeRule } from './stored-grants.ts'

/** What a version may do, before anything runs. */
export async function manifestView(
  { secrets }: Pick<Parts, 'secrets'>,
  user: UserId,
  compiled: Compiled,
): Promise<ManifestView> {
  const effects = effectsOf(compiled)
  const named = new Set(effects.flatMap((effect) => effect.secrets))
  const saved = new Set((await secrets.list(user)).map(({ name }) => name))
  return { effects, missing_secrets: [...named].filter((name) => !saved.has(name)).toSorted() }
}

/** The tool nodes of a graph, in all of its bodies. */
export function effectsOf(compiled: Compiled): readonly NodeEffect[] {
  return [...compiled.byAddress.values()].flatMap((node) => {
    const { type } = node
    if (type.kind !== 'tool') return []
    const { facts } = type
    const reach = reachOf(node)
    return [
      {
        node: node.address,
        title: node.node.title ?? node.id,
        tool: facts.name,
        category: facts.category,
        destructive: facts.destructive === false ? 'no' : facts.destructive === true ? 'yes' : 'maybe',
        ...reach,
        outside: outsideOf(node, compiled),
        flows: flowsOf(node, compiled),
        repeats: node.address.includes('/'),
        again: node.node.retry?.again === true,
        secrets: secretsIn(node.node.inputs),
        model: typeof node.literals['model'] === 'string' ? node.literals['model'] : null,
      } satisfies NodeEffect,
    ]
  })
}

/** How much of the specifier the graph fixes: exactly, by bounds, or not at all. */
function reachOf(node: CompiledNode): Pick<NodeEffect, 'reach' | 'specifiers'> {
  const { bounds } = node.node
  if (bounds !== undefined) return { reach: 'bounds', specifiers: bounds }
  const exact = exactSpecifier(node)
  return exact === undefined ? { reach: 'anything', specifiers: [] } : { reach: 'exact', specifiers: [exact] }
}

/** The specifier, if every input that it is made of is a literal. */
function exactSpecifier({ type, literals, wires }: CompiledNode): string | undefined {
  if (type.kind !== 'tool') return undefined
  const { template } = type.facts.specifier
  const wired = new Set(wires.map(({ port }) => port))
  let known = true
  const text = template.replaceAll(/\{([^{}]+)\}/g, (_whole, name: string) => {
    const value = literals[name]
    if (wired.has(name) || (typeof value !== 'string' && typeof value !== 'number')) known = false
    return String(value ?? '')
  })
  return known && text !== '' ? text : undefined
}

const SOURCES: readonly (readonly [RegExp, string])[] = [
  [/^(web\.|web_|http\.|browser)/, 'web'],
  [/^mcp__/, 'mcp'],
  [/^(llm\.|agent\.|run_subtask)/, 'model'],
  [/^signal\./, 'webhook'],
]
const STORES: readonly (readonly [RegExp, string])[] = [
  [/^files\./, 'files'],
  [/collection/, 'collections'],
  [/^memory_/, 'memory'],
]

function outsideOf(node: CompiledNode, compiled: Compiled): readonly string[] {
  return kindsAbove(node, compiled, SOURCES)
}

/** What goes from files, collections and memory to a place outside. */
function flowsOf(node: CompiledNode, compiled: Compiled): readonly string[] {
  const isOutward = node.type.kind === 'tool' && node.type.facts.category === 'external'
  return isOutward ? kindsAbove(node, compiled, STORES) : []
}

function kindsAbove(
  node: CompiledNode,
  compiled: Compiled,
  kinds: readonly (readonly [RegExp, string])[],
): readonly string[] {
  const found = new Set<string>()
  for (const type of typesAbove(node, compiled))
    for (const [pattern, kind] of kinds) if (pattern.test(type)) found.add(kind)
  return [...found].toSorted()
}

/** Types of all nodes whose values may reach this one, through the bodies around it too. */
function typesAbove(node: CompiledNode, compiled: Compiled): ReadonlySet<string> {
  const types = new Set<string>()
  const seen = new Set<CompiledNode>()
  const visit = (one: CompiledNode) => {
    if (seen.has(one)) return
    seen.add(one)
    const parent = parentOf(one.address)
    const around = parent === undefined ? undefined : compiled.byAddress.get(parent)
    const body = around?.body ?? compiled.root
    if (around) visit(around)
    for (const { source } of [...one.wires, ...one.after]) {
      const before = body.nodes[source]
      if (!before) continue
      types.add(before.type.type)
      for (const inner of before.body?.nodes ?? []) types.add(inner.type.type)
      visit(before)
    }
  }
  visit(node)
  return types
}

function parentOf(address: string): string | undefined {
  const slash = address.lastIndexOf('/')
  return slash === -1 ? undefined : address.slice(0, slash)
}

function secretsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  if ('$secret' in value && typeof value.$secret === 'string') return [value.$secret]
  return Object.values(value).flatMap(secretsIn)
}

/** Which grants the card of a run offers: none where nothing could be granted. */
export function grantsOffered(compiled: Compiled): readonly ('run' | 'version')[] {
  return grantRules(compiled).length === 0 ? [] : ['run', 'version']
}

/** Allow rules for each node, from what the graph fixes. *Anything* gives none: what is not shown is not granted. */
export function grantRules(compiled: Compiled): readonly NodeRule[] {
  return effectsOf(compiled).flatMap(({ node, tool, reach, specifiers }) => {
    const type = compiled.byAddress.get(node)?.type
    if (reach === 'anything' || type?.kind !== 'tool') return []
    const { kind } = type.facts.specifier
    const patterns = reach === 'bounds' ? specifiers : specifiers.flatMap((text) => exactPattern(kind, text))
    return patterns.flatMap((pattern) => {
      const rule = `${tool}(${pattern})`
      return parseRule(rule, { kindOf: () => kind }).ok ? [{ node, rule }] : []
    })
  })
}

/** A pattern that fits this text and no other; none where it cannot be written. */
function exactPattern(kind: SpecifierKind, text: string): readonly string[] {
  if (kind === 'shell') return /[*?[\]{}\\]/.test(text) ? [] : [text]
  return [text.replaceAll(/[*?[\]{}\\!]/g, String.raw`\$&`)]
}

/** Says why a call of a node is out of its bounds, which its manifest would not show. Undefined: it is within. */
export function boundsOf(
  compiled: Compiled,
  place: Place,
): (node: string, call: Call) => CallResult | undefined {
  return (address, call) => {
    const bounds = compiled.byAddress.get(address)?.node.bounds
    if (bounds === undefined || isWithin(bounds, call, place)) return undefined
    return {
      state: 'failed',
      code: 'out_of_bounds',
      text: `\`${call.specifierText}\` is out of the bounds of this node: ${bounds.join(', ')}`,
    }
  }
}

/** Whether a rule of these bounds would allow the call, if nothing but the bounds counted. */
function isWithin(bounds: readonly string[], { facts, specifier }: Call, place: Place): boolean {
  const policy = compilePolicy({
    mode: 'strict',
    layers: [{ layer: 'user', lists: { allow: bounds.map((bound) => `${facts.name}(${bound})`) } }],
    builtins: false,
    kindOf: () => facts.kind,
  })
  const { asks: _asks, suspect: _suspect, ...plain } = facts
  const decision = decide({ tool: { ...plain, destructive: false }, specifier, place }, policy)
  return decision.verdict === 'run'
}
