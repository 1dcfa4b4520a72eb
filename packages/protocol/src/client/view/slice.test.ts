import { expect, test } from 'vitest'
import { createReducer, reduce } from './reduce.ts'
import { topicState, type Slice } from './slice.ts'
import { emptyView, type View } from './view.ts'
import type { ViewEvent } from './view-event.ts'

const lines: Slice<readonly string[]> = {
  kind: 'lines',
  initial: [],
  reduce: (state, event) => (typeof event === 'string' ? [...state, event] : state),
}
const sum: Slice<number> = {
  kind: 'sum',
  initial: 0,
  reduce: (state, event) => state + Number(event),
}
const reduceBoth = createReducer([lines, sum])

const follow = (topic: string): ViewEvent => ({ type: 'topic_followed', topic })
const heard = (topic: string, seq: number, event: unknown): ViewEvent => ({
  type: 'server_said',
  message: { type: 'topic_event', topic, seq, event },
  now: 0,
})
const after = (...events: readonly ViewEvent[]): View => events.reduce(reduceBoth, emptyView)

test('each topic has a state of its own, made by the slice of its kind', () => {
  const view = after(
    follow('lines:a'),
    follow('lines:b'),
    follow('sum:a'),
    heard('lines:a', 1, 'one'),
    heard('sum:a', 1, 2),
    heard('lines:a', 2, 'two'),
    heard('sum:a', 5, 3),
  )
  expect(topicState(view, lines, 'a')).toEqual(['one', 'two'])
  expect(topicState(view, lines, 'b')).toEqual([])
  expect(topicState(view, sum, 'a')).toBe(5)
})

test('a replay changes nothing that was heard before', () => {
  const view = after(follow('sum:a'), heard('sum:a', 3, 2))
  expect(reduceBoth(view, heard('sum:a', 3, 2))).toBe(view)
  expect(topicState(reduceBoth(view, heard('sum:a', 4, 2)), sum, 'a')).toBe(4)
})

test('what nobody follows, and what no slice knows, is not kept', () => {
  expect(after(heard('sum:a', 1, 2))).toBe(emptyView)
  expect(after(follow('other:a'))).toBe(emptyView)
  expect(reduce(emptyView, follow('sum:a'))).toBe(emptyView)
  const left = after(follow('sum:a'), heard('sum:a', 1, 2), { type: 'topic_unfollowed', topic: 'sum:a' })
  expect(topicState(left, sum, 'a')).toBe(0)
})

test('a topic is current once it is caught up, and no longer when the line is lost', () => {
  const caughtUp: ViewEvent = {
    type: 'server_said',
    message: { type: 'topic_caught_up', topic: 'sum:a', seq: 1 },
    now: 0,
  }
  const current = after(follow('sum:a'), heard('sum:a', 1, 2), caughtUp)
  expect(current.topics.get('sum:a')).toEqual({ state: 2, seq: 1, current: true })
  const lost = reduceBoth(current, { type: 'line_lost', now: 0, retryAt: 1 })
  expect(lost.topics.get('sum:a')).toEqual({ state: 2, seq: 1, current: false })
})
