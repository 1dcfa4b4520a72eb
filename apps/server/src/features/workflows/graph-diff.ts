import type { GraphDiff, GraphProblem, NodeEffect, UserId } from '@countersign/protocol'
import { canonicalJson, type Compiled, type CompiledNode, type Edge } from '@countersign/workflow'
import { effectsOf } from './effects.ts'
import type { Library } from './library.ts'

type Diffed =
  | { readonly ok: true; readonly diff: GraphDiff }
  | { readonly ok: false; readonly problems: readonly GraphProblem[] }

/** How two graphs differ: first what the second may do that the first could not. */
export async function graphDiff(library: Library, user: UserId, from: unknown, to: unknown): Promise<Diffed> {
  const before = await library.read(user, from)
  if (!before.ok) return before
  const after = await library.read(user, to)
  return after.ok ? { ok: true, diff: diffOf(before.compiled, after.compiled) } : after
}

export function diffOf(before: Compiled, after: Compiled): GraphDiff {
  const were = new Set(effectsOf(before).map(effectKey))
  const are = new Set(effectsOf(after).map(effectKey))
  const edgesBefore = new Set(edgesOf(before))
  const edgesAfter = new Set(edgesOf(after))
  return {
    effects_added: effectsOf(after).filter((effect) => !were.has(effectKey(effect))),
    effects_removed: effectsOf(before).filter((effect) => !are.has(effectKey(effect))),
    nodes: nodeChanges(before, after),
    edges: [
      ...[...edgesAfter]
        .filter((edge) => !edgesBefore.has(edge))
        .map((edge) => ({ edge, change: 'added' as const })),
      ...[...edgesBefore]
        .filter((edge) => !edgesAfter.has(edge))
        .map((edge) => ({ edge, change: 'removed' as const })),
    ],
  }
}

/** Two effects are the same if nothing that a person would read of them differs but their titles. */
function effectKey({ title: _title, ...effect }: NodeEffect): string {
  return canonicalJson(effect as unknown as Parameters<typeof canonicalJson>[0]) // a view is JSON
}

function edgesOf(compiled: Compiled): readonly string[] {
  const own = (edges: readonly Edge[], at: string) =>
    edges.map(({ from, to, pick }) => {
      const part = pick === undefined ? '' : ` (${pick})`
      return `${at}${from.join('.')} → ${at}${to.join('.')}${part}`
    })
  return [
    ...own(compiled.graph.edges, ''),
    ...[...compiled.byAddress.values()].flatMap(({ node, address }) =>
      own(node.body?.edges ?? [], `${address}/`),
    ),
  ]
}

function nodeChanges(before: Compiled, after: Compiled): GraphDiff['nodes'] {
  const removed = [...before.byAddress.keys()]
    .filter((address) => !after.byAddress.has(address))
    .map((node) => ({ node, change: 'removed' as const, fields: [] }))
  const others = [...after.byAddress.values()].flatMap((node): GraphDiff['nodes'] => {
    const was = before.byAddress.get(node.address)
    if (was === undefined) return [{ node: node.address, change: 'added' as const, fields: [] }]
    const fields = changedFields(was, node)
    return fields.length === 0 ? [] : [{ node: node.address, change: 'changed' as const, fields }]
  })
  return [...others, ...removed]
}

function changedFields({ node: was }: CompiledNode, { node: is }: CompiledNode): readonly string[] {
  const names = ['type', 'title', 'ports', 'bounds', 'timeout', 'retry', 'cache'] as const
  const text = (value: unknown) => JSON.stringify(value) ?? ''
  const settings = names.filter((name) => text(was[name]) !== text(is[name]))
  const inputs = [...new Set([...Object.keys(was.inputs), ...Object.keys(is.inputs)])]
    .filter((name) => text(was.inputs[name]) !== text(is.inputs[name]))
    .map((name) => `inputs.${name}`)
  return [...settings, ...inputs]
}
