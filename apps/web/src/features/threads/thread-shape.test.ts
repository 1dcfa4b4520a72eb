import { ThreadId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { keepShape, readShape, shapeOf } from './thread-shape.ts'
import type { MeasuredList } from './thread-shape.ts'

const thread = ThreadId.parse('thr_a')
const list = (many: number, change: Partial<MeasuredList> = {}): MeasuredList => ({
  thread,
  width: 700,
  height: 500,
  above: 0,
  below: 90,
  cardAt: null,
  rows: Array.from({ length: many }, (_, index) => ({
    kind: 'agent',
    top: index * 200,
    height: 200,
    lines: () => 8,
  })),
  ...change,
})
const tops = (measured: MeasuredList) => {
  const { anchor, rows } = shapeOf(measured)
  return [anchor, ...rows.map(({ top }) => top)]
}

test.each<[string, MeasuredList, ReturnType<typeof tops>]>([
  ['a short chat hangs from the top', list(2), ['top', 0, 200]],
  ['one that fits exactly too', list(2, { height: 400 }), ['top', 0, 200]],
  ['a long one stands on its end', list(10), ['end', -100, 100, 300]],
  ['a card that waits is not left above', list(10, { cardAt: 350 }), ['top', -150, 50, 250, 450]],
  ['a card near the end is in view anyway', list(10, { cardAt: 1900 }), ['end', -100, 100, 300]],
  ['a card at the very top', list(10, { cardAt: -44 }), ['top', 0, 200, 400]],
  ['no rows', list(0), ['top']],
])('%s', (_name, measured, expected) => {
  expect(tops(measured)).toEqual(expected)
})

test('a tab keeps the chats it saw last, and no other words than these', () => {
  const storage = aStorage()
  for (let index = 0; index < 12; index += 1)
    keepShape(storage, shapeOf(list(3, { thread: ThreadId.parse(`thr_${index}`) })))
  expect(readShape(storage, ThreadId.parse('thr_3'))).toBeNull()
  expect(readShape(storage, ThreadId.parse('thr_4'))).toEqual(
    shapeOf(list(3, { thread: ThreadId.parse('thr_4') })),
  )
  const words = new Set(storage.getItem('countersign shapes')?.match(/[a-z_]+/gi))
  expect([...words].toSorted()).toEqual([
    'above',
    'agent',
    'anchor',
    'below',
    'end',
    'height',
    'kind',
    'lines',
    'rows',
    'thr_',
    'thread',
    'top',
    'width',
  ])
})

test.each(['', '{', '{}', '[{"thread":"thr_a"}]', '[{"rows":"x"}]'])('%j is no shape', (kept) => {
  const storage = aStorage()
  storage.setItem('countersign shapes', kept)
  expect(readShape(storage, thread)).toBeNull()
})

test('a browser that keeps nothing forgets', () => {
  const storage = aStorage()
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  expect(keepShape(storage, shapeOf(list(3)))).toBe(false)
  expect(readShape(storage, thread)).toBeNull()
})

function aStorage(): Storage {
  const kept = new Map<string, string>()
  return {
    length: 0,
    clear: () => kept.clear(),
    key: () => null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => void kept.set(name, text),
    removeItem: (name) => void kept.delete(name),
  }
}
