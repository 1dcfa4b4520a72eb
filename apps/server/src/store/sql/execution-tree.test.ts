import { CallId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { executionTree } from './execution-tree.ts'
import type { CallRow } from './tables.ts'

/** The fields that the tree is made of; the others of a row do not matter here. */
function row(
  id: string,
  more: { readonly parent?: string; readonly text?: string; readonly args?: unknown } = {},
): CallRow {
  return {
    id: CallId.parse(`call_${id}`),
    parent_id: more.parent === undefined ? null : CallId.parse(`call_${more.parent}`),
    tool: 'files.read',
    state: 'succeeded',
    frozen: {
      title: `Read ${id}`,
      specifierText: '',
      facts: { kind: 'path' },
      args: more.args ?? { path: 'a.txt' },
    },
    result: { state: 'succeeded', code: null, text: more.text ?? 'ok' },
    started_at: 10,
    ended_at: 35,
  } as unknown as CallRow // a row of the database has more columns
}

test('a node has its parent, previews, how it ended and how long it took', () => {
  expect(executionTree([row('1'), row('2', { parent: '1' })])).toEqual({
    version: 1,
    left_out: 0,
    nodes: [
      {
        id: 'call_1',
        parent_id: null,
        name: 'files.read',
        title: 'Read 1',
        args_preview: '{"path":"a.txt"}',
        result_preview: 'ok',
        state: 'succeeded',
        is_error: false,
        duration_ms: 25,
      },
      expect.objectContaining({ id: 'call_2', parent_id: 'call_1' }),
    ],
  })
})

test('previews have at most 500 characters', () => {
  const long = row('1', { text: 'x'.repeat(10_000), args: { text: 'y'.repeat(10_000) } })
  const [node] = executionTree([long]).nodes
  expect([node?.args_preview.length, node?.result_preview.length]).toEqual([500, 500])
})

test('secrets are masked', () => {
  const secret = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz'
  const tree = JSON.stringify(executionTree([row('1', { text: `token ${secret}`, args: { token: secret } })]))
  expect(tree).not.toContain(secret)
})

test('the whole is bounded: previews go first, then nodes, and the rest is counted', () => {
  const rows = Array.from({ length: 3000 }, (_, index) =>
    row(String(index), { text: 'x'.repeat(600), args: { text: 'y'.repeat(600) } }),
  )
  const tree = executionTree(rows)
  expect(JSON.stringify(tree).length).toBeLessThan(350_000)
  expect(tree.nodes).toHaveLength(400)
  expect(tree.left_out).toBe(2600)
  expect(tree.nodes.at(-1)).toMatchObject({ args_preview: '', title: 'Read 399' })
})
