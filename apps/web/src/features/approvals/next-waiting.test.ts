import { ThreadId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { callId, threadA } from '../../testing/views.ts'
import { nextWaiting } from './next-waiting.ts'

const threadB = ThreadId.parse('thr_b')
const all = [
  { id: callId('far'), thread_id: threadB },
  { id: callId('one'), thread_id: threadA },
  { id: callId('two'), thread_id: threadA },
]
const here = ['call_one', 'call_two']

test.each<[string, readonly string[], string | null, 1 | -1, string | null]>([
  ['first of the page', here, null, 1, 'call_one'],
  ['then the next on it', here, 'call_one', 1, 'call_two'],
  ['then elsewhere', here, 'call_two', 1, 'call_far'],
  ['round again', here, 'call_far', 1, 'call_one'],
  ['backwards', here, 'call_two', -1, 'call_one'],
  ['backwards from nowhere', here, null, -1, 'call_far'],
  ['nothing on this page: oldest first', [], null, 1, 'call_far'],
])('%s', (_name, onPage, current, step, target) => {
  expect(nextWaiting({ here: onPage, all, current, step })?.id ?? null).toBe(target)
})

test('nothing waits', () => {
  expect(nextWaiting({ here: [], all: [], current: null, step: 1 })).toBeNull()
})
