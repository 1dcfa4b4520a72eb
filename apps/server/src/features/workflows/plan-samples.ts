import type {
  Compiled,
  CompiledBody,
  CompiledNode,
  Effect,
  Json,
  JsonSchema,
  Values,
} from '@countersign/workflow'

export const UNKNOWN = 'its inputs come from other nodes that have not run'

/** Sample inputs for a call of the node: fixed values from the graph, an example from its bounds, and placeholders for values not yet known. */
export function sampleInputs({ reach }: Effect, { literals, ports, type }: CompiledNode): Values | undefined {
  if (reach.kind === 'anything' || type.kind !== 'tool') return undefined
  const inputs: Record<string, Json> = { ...literals }
  if (reach.kind === 'bounds') {
    const [name, ...others] = [...type.facts.specifier.template.matchAll(/\{([\w.$-]+)\}/g)].map(
      ([, one]) => one ?? '',
    )
    const [pattern] = reach.patterns
    if (name === undefined || others.length > 0 || pattern === undefined || /[[\]{}]/.test(pattern))
      return undefined
    inputs[name] ??= pattern.replaceAll(/\*+|\?/g, 'x')
  }
  for (const [name, { schema, required }] of ports.inputs)
    if (required && !(name in inputs)) inputs[name] = standIn(schema)
  return inputs
}

function standIn(schema: JsonSchema): Json {
  const type = typeof schema === 'object' ? schema['type'] : undefined
  if (type === 'number' || type === 'integer') return 1
  if (type === 'boolean') return false
  if (type === 'array') return []
  return type === 'object' ? {} : 'x'
}

/**
 * Whether a node in a body may have calls that the first results do not show: later passes of a `loop` or `reduce`, and items in which it waits
 * for a call.
 */
export function mayComeLater({ byAddress }: Compiled, { node, repeated }: Effect): boolean {
  if (repeated.some(({ kind }) => kind !== 'map')) return true
  const ids = node.split('/')
  return ids.some((_id, depth) => {
    const here = byAddress.get(ids.slice(0, depth + 1).join('/'))
    const body = byAddress.get(ids.slice(0, depth).join('/'))?.body
    return here !== undefined && body !== undefined && waitsForCall(body, here)
  })
}

function waitsForCall(body: CompiledBody, node: CompiledNode, seen = new Set<number>()): boolean {
  return [...node.wires, ...node.after].some(({ source }) => {
    const before = body.nodes[source]
    if (before === undefined || seen.has(source)) return false
    seen.add(source)
    return makesCalls(before) || waitsForCall(body, before, seen)
  })
}

function makesCalls({ type, body }: CompiledNode): boolean {
  if (type.kind === 'tool' || (type.kind === 'structure' && type.handedOut !== undefined)) return true
  return body?.nodes.some(makesCalls) === true
}
