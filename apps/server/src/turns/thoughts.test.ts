import type { JournalEntry } from '@countersign/agent'
import { CallId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { Thoughts } from './thoughts.ts'

type ModelEntry = Extract<JournalEntry, { kind: 'model' }>
const usage = { inputTokens: 0, outputTokens: 0 }
const call = { id: CallId.parse('call_1'), providerId: 'p', name: 'x', input: '{}' }
const step = (text: string, calls: readonly (typeof call)[], parentId: CallId | null = null): ModelEntry => ({
  kind: 'model',
  parentId,
  text,
  calls,
  usage,
  worked: 0,
})
const spoken = step('Done.', [])
const acts = step('', [call])

/** Thinks a text from one moment to another. */
function rig() {
  let now = 0
  const thoughts = new Thoughts({ now: () => now })
  const think = (text: string, from: number, to: number) => {
    for (const [index, letter] of [...text].entries()) {
      now = from + ((to - from) * index) / (text.length - 1)
      thoughts.heard('reasoning', letter)
    }
  }
  return { thoughts, think }
}

test('what was thought goes with what is said, with the time that it took', () => {
  const { thoughts, think } = rig()
  think('hmm', 1000, 4000)
  thoughts.heard('text', 'Done.')
  expect(thoughts.into(spoken)).toEqual({ ...spoken, thought: { text: 'hmm', ms: 3000 } })
  expect(thoughts.into(spoken)).toEqual(spoken)
})

test('a step that only acts has its own; who speaks then has all, without the time between', () => {
  const { thoughts, think } = rig()
  think('one', 0, 1000)
  expect(thoughts.into(acts)).toEqual({ ...acts, thought: { text: 'one', ms: 1000 } })
  think('two', 500_000, 500_500)
  expect(thoughts.into(acts)).toEqual({ ...acts, thought: { text: 'two', ms: 500 } })
  expect(thoughts.unspoken).toEqual({ text: 'onetwo', ms: 1500 })
  expect(thoughts.into(spoken)).toEqual({ ...spoken, thought: { text: 'onetwo', ms: 1500 } })
  expect(thoughts.unspoken.text).toBe('')
})

test('a turn that is taken up again goes on where its journal ends', () => {
  const { thoughts, think } = rig()
  const thought = (text: string) => ({ text, ms: 10 })
  thoughts.resume([
    { ...acts, thought: thought('old') },
    { ...step('Words.', [call]), thought: thought('old') },
    { ...acts, thought: thought('a') },
    { ...step('', [call], call.id), thought: thought('of a sub-agent') },
    acts,
    { ...acts, thought: thought('b') },
  ])
  think('cc', 0, 1)
  expect(thoughts.into(spoken)).toEqual({ ...spoken, thought: { text: 'abcc', ms: 21 } })
})

test('an answer that starts over forgets its own thoughts, not those of the steps before', () => {
  const { thoughts, think } = rig()
  think('one', 0, 2)
  thoughts.into(acts)
  think('wrong', 10, 20)
  thoughts.withdrawn()
  think('two', 100, 102)
  expect(thoughts.into(spoken)).toEqual({ ...spoken, thought: { text: 'onetwo', ms: 4 } })
})

test('a sub-agent and what is no answer take nothing along; a long thought is cut', () => {
  const { thoughts } = rig()
  thoughts.heard('reasoning', 'x'.repeat(10_000))
  const below = step('Below.', [], call.id)
  expect(thoughts.into(below)).toBe(below)
  for (let more = 0; more < 10; more += 1) thoughts.heard('reasoning', 'y'.repeat(5000))
  const entry = thoughts.into(spoken)
  const text = entry.kind === 'model' ? entry.thought?.text : undefined
  expect(text).toBe(`${'x'.repeat(10_000)}${'y'.repeat(6000)}\n[…]`)
})
