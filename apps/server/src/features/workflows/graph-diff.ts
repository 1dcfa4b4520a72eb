import type { GraphDiff, GraphProblem, UserId } from '@countersign/protocol'
import {
  diffGraphs,
  diffVersions,
  type Compiled,
  type Graph,
  type InputSource,
  type PlacedEdge,
} from '@countersign/workflow'
import { effectView } from './effects.ts'
import type { Parts } from './parts.ts'

type DiffParts = Pick<Parts, 'library' | 'inputSource'>

type Diffed =
  | { readonly ok: true; readonly diff: GraphDiff }
  | { readonly ok: false; readonly problems: readonly GraphProblem[] }

/** Compares two graphs, listing first what the second may do that the first could not. */
export async function graphDiff(
  { library, inputSource }: DiffParts,
  user: UserId,
  workflow: string,
  [from, to]: readonly [from: unknown, to: unknown],
): Promise<Diffed> {
  const before = await library.read(user, from)
  if (!before.ok) return before
  const after = await library.read(user, to)
  if (!after.ok) return after
  return { ok: true, diff: diffOf(before.compiled, after.compiled, await inputSource(user, workflow)) }
}

/** Compares two graphs of a workflow, even if one does not compile: the effects are then unknown. */
export async function draftDiff(
  { library, inputSource }: DiffParts,
  user: UserId,
  workflow: string,
  [before, after]: readonly [before: Graph, after: Graph],
): Promise<{
  readonly diff: GraphDiff
  readonly problems: readonly GraphProblem[]
  readonly hash: string | null
  readonly effectsKnown: boolean
}> {
  const [old, now] = [await library.read(user, before), await library.read(user, after)]
  const known = old.ok && now.ok
  return {
    diff: known
      ? diffOf(old.compiled, now.compiled, await inputSource(user, workflow))
      : graphOnly(diffGraphs(before, after)),
    problems: now.ok ? [] : now.problems,
    hash: now.ok ? now.compiled.hash : null,
    effectsKnown: known,
  }
}

function graphOnly({ nodes, edges }: Pick<ReturnType<typeof diffGraphs>, 'nodes' | 'edges'>): GraphDiff {
  return { effects_added: [], effects_removed: [], ...changesOf({ nodes, edges }) }
}

function diffOf(before: Compiled, after: Compiled, inputs: InputSource): GraphDiff {
  const {
    effects: { gained, lost, flows },
    graph: { nodes, edges },
  } = diffVersions(before, after, inputs)
  return {
    effects_added: gained.map((effect) =>
      effectView(
        effect,
        flows.filter(({ to }) => to === effect.node),
      ),
    ),
    effects_removed: lost.map((effect) => effectView(effect)),
    ...changesOf({ nodes, edges }),
  }
}

function changesOf({
  nodes,
  edges,
}: Pick<ReturnType<typeof diffGraphs>, 'nodes' | 'edges'>): Pick<GraphDiff, 'nodes' | 'edges'> {
  return {
    nodes: [
      ...nodes.added.map((node) => ({ node, change: 'added' as const, fields: [] })),
      ...nodes.changed.map(({ node, fields }) => ({ node, change: 'changed' as const, fields })),
      ...nodes.removed.map((node) => ({ node, change: 'removed' as const, fields: [] })),
    ],
    edges: [
      ...edges.added.map((edge) => ({ edge: edgeText(edge), change: 'added' as const })),
      ...edges.removed.map((edge) => ({ edge: edgeText(edge), change: 'removed' as const })),
    ],
  }
}

function edgeText({ body, edge: { from, to, pick } }: PlacedEdge): string {
  const at = body === '' ? '' : `${body}/`
  return `${at}${from.join('.')} → ${at}${to.join('.')}${pick === undefined ? '' : ` (${pick})`}`
}
