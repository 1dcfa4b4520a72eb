import type { CompiledBody, CompiledNode } from '../compiled.ts'

/** Possible origins of a text. */
export type SourceKind =
  | 'web'
  | 'mcp'
  | 'model'
  | 'webhook'
  | 'person'
  | 'input'
  | 'file'
  | 'collection'
  | 'memory'
  | 'command'

/** Kinds of source that other people may have written. */
export const FROM_OUTSIDE: ReadonlySet<SourceKind> = new Set<SourceKind>(['web', 'mcp', 'model', 'webhook'])

/** A source, as `kind:address`. */
type Source = string

export interface Sources {
  /** Sources that reach the inputs of a node, by its address. */
  readonly into: ReadonlyMap<string, ReadonlySet<Source>>
}

/** The kind of source that the node itself is. */
function kindOf({ type }: CompiledNode): SourceKind | undefined {
  if (type.kind === 'structure') {
    if (type.type === 'signal.wait') return 'webhook'
    return type.handedOut === 'human' ? 'person' : undefined
  }
  if (type.kind !== 'tool') return undefined
  const { name, category } = type.facts
  if (name.startsWith('mcp__')) return 'mcp'
  if (name.startsWith('llm.') || name === 'agent.run') return 'model'
  if (/collection/.test(name)) return 'collection'
  if (name.startsWith('memory')) return 'memory'
  if (name.startsWith('files.') || name.startsWith('editor.')) return 'file'
  if (name.startsWith('terminal.')) return 'command'
  return category === 'external' || name === 'web_search' || name.startsWith('web.') ? 'web' : undefined
}

/** Where the inputs of a graph come from: a person or an agent, or a webhook, whose sender anybody may be. */
export type InputSource = Extract<SourceKind, 'input' | 'webhook'>

/** Traces values along all wires, including conditions. The outputs of a body carry every source in it or around it. */
export function followSources(root: CompiledBody, inputs: InputSource = 'input'): Sources {
  const into = new Map<string, Set<Source>>()
  follow(root, new Set(root.inputs.size > 0 ? [`${inputs}:$input`] : []), into)
  return { into }
}

/** Returns the sources of all outputs of a body. */
function follow(
  body: CompiledBody,
  given: ReadonlySet<Source>,
  into: Map<string, Set<Source>>,
): ReadonlySet<Source> {
  const out: ReadonlySet<Source>[] = []
  for (const node of body.nodes) {
    const here = new Set<Source>()
    for (const { source } of [...node.wires, ...node.after])
      for (const one of source === -1 ? given : (out[source] ?? [])) here.add(one)
    into.set(node.address, here)
    out.push(followNode(node, here, into))
  }
  const whole = new Set<Source>()
  for (const { source } of body.outputs)
    for (const one of source === -1 ? given : (out[source] ?? [])) whole.add(one)
  return whole
}

function followNode(
  node: CompiledNode,
  here: ReadonlySet<Source>,
  into: Map<string, Set<Source>>,
): ReadonlySet<Source> {
  const kind = kindOf(node)
  const made = new Set(here)
  if (kind !== undefined) made.add(`${kind}:${node.address}`)
  if (node.body === undefined) return made
  // The output of one pass may be the input of the next.
  const first = follow(node.body, made, into)
  const second = follow(node.body, new Set([...made, ...first]), into)
  return new Set([...made, ...second])
}

export function readSource(source: Source): { readonly kind: SourceKind; readonly node: string } {
  const at = source.indexOf(':')
  return { kind: source.slice(0, at) as SourceKind, node: source.slice(at + 1) } // made above from a kind
}
