import type { ExecutionTree } from '@countersign/protocol'
import { mask, maskValue } from '../../audit/mask.ts'
import type { UnnumberedCall } from './tables.ts'
import { resultPreview } from './result-views.ts'

/** Limits: characters of a preview, and nodes and characters of a whole tree, so that a message stays small whatever a turn did. */
const PREVIEW = 500
const NODES = 400
const SIZE = 200_000

type Node = ExecutionTree['nodes'][number]

/** The calls of a turn in order of proposal, compact and masked: a reload draws the same nested cards from it. */
export function executionTree(rows: readonly UnnumberedCall[]): ExecutionTree {
  const nodes: Node[] = []
  let size = 0
  for (const row of rows.slice(0, NODES)) {
    const full = nodeOf(row)
    const bare = { ...full, args_preview: '', result_preview: '' }
    // Near the limit only the structure is kept: a card without a preview still shows what it was and how it ended.
    const node = size + lengthOf(full) > SIZE ? bare : full
    size += lengthOf(node)
    nodes.push(node)
  }
  return { version: 1, nodes, left_out: rows.length - nodes.length }
}

function nodeOf(row: UnnumberedCall): Node {
  const { frozen, result, started_at, ended_at } = row
  return {
    id: row.id,
    parent_id: row.parent_id,
    name: mask(row.tool),
    title: mask(frozen.title).slice(0, PREVIEW),
    args_preview: JSON.stringify(maskValue(frozen.args) ?? null).slice(0, PREVIEW),
    result_preview: result === null ? '' : resultPreview(result.text, frozen),
    state: row.state,
    is_error: row.state !== 'succeeded',
    duration_ms: started_at === null || ended_at === null ? 0 : Math.max(0, ended_at - started_at),
  }
}

function lengthOf(node: Node): number {
  return node.title.length + node.args_preview.length + node.result_preview.length + 200
}
