import { expect, test } from 'vitest'
import { aCall, callId } from '../testing/views.ts'
import { buildTrack, MAX_ROOT_LINES, sum, trackItems } from './track-model.ts'
import type { Stop, TrackItem } from './track-model.ts'

function drawn(items: readonly TrackItem[]): string[] {
  return items.map((item) => {
    if (item.kind === 'stop') return item.stop.call.id
    return `${item.kind} ${item.stops.length}`
  })
}

const read = (name: string, at: number) =>
  aCall(name, { tool: 'files.read', state: 'succeeded', proposed_at: at })

test('calls are a tree, oldest first, and each branch knows what happens inside', () => {
  const [root] = buildTrack([
    aCall('leaf', { parent_id: callId('sub'), state: 'waiting', proposed_at: 3 }),
    aCall('sub', { parent_id: callId('root'), state: 'running', proposed_at: 2 }),
    aCall('failed', { parent_id: callId('root'), state: 'failed', proposed_at: 4 }),
    aCall('root', { state: 'running', proposed_at: 1 }),
  ])
  expect(root?.call.id).toBe('call_root')
  expect(root?.children.map((stop: Stop) => stop.call.id)).toEqual(['call_sub', 'call_failed'])
  expect(root?.inside).toMatchObject({ calls: 3, waiting: 1, failed: 1, refused: 0 })
  expect(root?.inside.running?.id).toBe('call_sub')
})

test('a call whose parent is unknown, or is itself, stands at the root', () => {
  const stops = buildTrack([
    aCall('a', { parent_id: callId('gone') }),
    aCall('b', { parent_id: callId('b') }),
  ])
  expect(stops.map((stop) => stop.call.id)).toEqual(['call_a', 'call_b'])
})

test.each([
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
    [read('a', 1), read('b', 2), { ...read('c', 3), state: 'failed' as const }],
    ['call_a', 'call_b', 'call_c'],
  ],
])('%s', (_name, calls, lines) => {
  expect(drawn(trackItems(buildTrack(calls), true))).toEqual(lines)
})

test('200 calls stay a handful of lines; what waits among them is never folded away', () => {
  const calls = Array.from({ length: 200 }, (_, index) =>
    aCall(`c${index}`, {
      state: index === 100 ? 'waiting' : 'succeeded',
      proposed_at: index,
      tool: `t${index}`,
    }),
  )
  const items = trackItems(buildTrack(calls), true)
  expect(items.length).toBeLessThanOrEqual(MAX_ROOT_LINES + 2)
  expect(drawn(items)).toContain('call_c100')
  expect(items.reduce((many, item) => many + (item.kind === 'stop' ? 1 : item.stops.length), 0)).toBe(200)
})

test('a call that was cut off is not folded away: a person has to say what became of it', () => {
  const calls = Array.from({ length: 40 }, (_, index) =>
    aCall(`c${index}`, {
      state: index === 20 ? 'interrupted' : 'failed',
      proposed_at: index,
      tool: `t${index}`,
    }),
  )
  const items = trackItems(buildTrack(calls), true)
  expect(drawn(items)).toContain('call_c20')
  const folded = items.find((item) => item.kind === 'more')
  expect(sum(folded?.kind === 'more' ? folded.stops : [])).toMatchObject({ failed: 15, refused: 0 })
})
