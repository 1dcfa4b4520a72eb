import type { GraphDiff, NodeEffect } from '@countersign/protocol'
import { canonicalJson } from '@countersign/protocol/canonical'
import { diffGraphs, type Graph, type PlacedEdge } from '@countersign/workflow'

/** Effects of a graph; null: it does not compile, so they are unknown. */
type Effects = readonly NodeEffect[] | null

/** How two drafts of one workflow differ, beginning with what the second may do that the first could not. */
export function draftDiff(
  before: { readonly graph: Graph; readonly effects: Effects },
  after: { readonly graph: Graph; readonly effects: Effects },
): GraphDiff {
  const { nodes, edges, inputs, outputs } = diffGraphs(before.graph, after.graph)
  const known = before.effects !== null && after.effects !== null
  const name = before.graph.name === after.graph.name ? [] : ['name']
  const about = [
    ...name,
    ...inputs.map((input) => `input ${input}`),
    ...outputs.map((output) => `output ${output}`),
    ...moved(before.graph, after.graph),
  ]
  return {
    effects_added: known ? missing(after.effects, before.effects) : [],
    effects_removed: known ? missing(before.effects, after.effects) : [],
    nodes: [
      ...nodes.added.map((node) => ({ node, change: 'added' as const, fields: [] })),
      ...nodes.changed.map(({ node, fields }) => ({ node, change: 'changed' as const, fields })),
      ...nodes.removed.map((node) => ({ node, change: 'removed' as const, fields: [] })),
      ...(about.length === 0 ? [] : [{ node: after.graph.name, change: 'changed' as const, fields: about }]),
    ],
    edges: [
      ...edges.added.map((edge) => ({ edge: edgeText(edge), change: 'added' as const })),
      ...edges.removed.map((edge) => ({ edge: edgeText(edge), change: 'removed' as const })),
    ],
  }
}

/** Parts of a draft that do not decide what it does, but would be lost too. */
function moved(before: Graph, after: Graph): readonly string[] {
  const differs = (part: 'view' | 'tests') =>
    canonicalJson(before[part] ?? null) !== canonicalJson(after[part] ?? null)
  return [...(differs('view') ? ['places of nodes'] : []), ...(differs('tests') ? ['tests'] : [])]
}

function missing(from: readonly NodeEffect[], to: readonly NodeEffect[]): readonly NodeEffect[] {
  const there = new Set(to.map((effect) => canonicalJson(effect)))
  return from.filter((effect) => !there.has(canonicalJson(effect)))
}

function edgeText({ body, edge: { from, to, pick } }: PlacedEdge): string {
  const at = body === '' ? '' : `${body}/`
  return `${at}${from.join('.')} → ${at}${to.join('.')}${pick === undefined ? '' : ` (${pick})`}`
}
