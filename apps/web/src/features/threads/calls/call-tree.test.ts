import type { CallView } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { aCall, became, callId } from '../../../testing/views.ts'
import { buildCallTree, MAX_ROOT_LINES, sum, callItems } from './call-tree.ts'
import type { CallNode, CallItem } from './call-tree.ts'

function drawn(items: readonly CallItem[]): string[] {
  return items.map((item) => {
    if (item.kind === 'call') return item.node.call.id
    return `${item.kind} ${item.nodes.length}`
  })
}

const read = (name: string, at: number) =>
  aCall(name, { tool: 'files.read', state: 'succeeded', proposed_at: at })

test('calls are a tree, oldest first, and each branch knows what happens inside', () => {
  const [root] = buildCallTree([
    aCall('leaf', { parent_id: callId('sub'), state: 'waiting', proposed_at: 3 }),
    aCall('sub', { parent_id: callId('root'), state: 'running', proposed_at: 2 }),
    aCall('failed', { parent_id: callId('root'), state: 'failed', proposed_at: 4 }),
    aCall('root', { state: 'running', proposed_at: 1 }),
  ])
  expect(root?.call.id).toBe('call_root')
  expect(root?.children.map((node: CallNode) => node.call.id)).toEqual(['call_sub', 'call_failed'])
  expect(root?.inside).toMatchObject({ calls: 3, waiting: 1, failed: 1, refused: 0 })
  expect(root?.inside.running?.id).toBe('call_sub')
})

test('a call whose parent is unknown, or is itself, stands at the root', () => {
  const nodes = buildCallTree([
    aCall('a', { parent_id: callId('gone') }),
    aCall('b', { parent_id: callId('b') }),
  ])
  expect(nodes.map((node) => node.call.id)).toEqual(['call_a', 'call_b'])
})

test.each<[string, readonly CallView[], readonly string[]]>([
  ['three reads of one tool are one line', [read('a', 1), read('b', 2), read('c', 3)], ['reads 3']],
  ['two stay lines', [read('a', 1), read('b', 2)], ['call_a', 'call_b']],
  [
    'anything with an effect stays a line',
    [
      read('a', 1),
      read('b', 2),
      aCall('w', { tool: 'files.write', state: 'succeeded', proposed_at: 3 }),
      read('c', 4),
    ],
    ['call_a', 'call_b', 'call_w', 'call_c'],
  ],
  [
    'a read that failed stays a line',
    [read('a', 1), read('b', 2), became(read('c', 3), { state: 'failed' })],
    ['call_a', 'call_b', 'call_c'],
  ],
])('%s', (_name, calls, lines) => {
  expect(drawn(callItems(buildCallTree(calls), true))).toEqual(lines)
})

test('200 calls stay a handful of lines; what waits among them is never folded away', () => {
  const calls = Array.from({ length: 200 }, (_, index) =>
    aCall(`c${index}`, {
      state: index === 100 ? 'waiting' : 'succeeded',
      proposed_at: index,
      tool: `t${index}`,
    }),
  )
  const items = callItems(buildCallTree(calls), true)
  expect(items.length).toBeLessThanOrEqual(MAX_ROOT_LINES + 2)
  expect(drawn(items)).toContain('call_c100')
  expect(items.reduce((many, item) => many + (item.kind === 'call' ? 1 : item.nodes.length), 0)).toBe(200)
})

test('a call that was cut off is not folded away: a person has to say what became of it', () => {
  const calls = Array.from({ length: 40 }, (_, index) =>
    aCall(`c${index}`, {
      state: index === 20 ? 'interrupted' : 'failed',
      proposed_at: index,
      tool: `t${index}`,
    }),
  )
  const items = callItems(buildCallTree(calls), true)
  expect(drawn(items)).toContain('call_c20')
  const folded = items.find((item) => item.kind === 'more')
  expect(sum(folded?.kind === 'more' ? folded.nodes : [])).toMatchObject({ failed: 15, refused: 0 })
})
