import { expect, test } from 'vitest'
import type { PromptMessage } from '../provider.ts'
import { countingTool, Workbench } from '../testing/bench.ts'
import { scriptedProvider } from '../testing/scripted-provider.ts'

const TALK: readonly PromptMessage[] = [
  { role: 'user', text: 'read the whole book' },
  { role: 'assistant', text: 'y'.repeat(8000), calls: [] },
  { role: 'user', text: '/compact keep the names' },
]

test('L11 on demand the history becomes a summary, once, and nothing else happens', async () => {
  const bench = new Workbench()
  const tool = countingTool('t.read')
  const provider = scriptedProvider(() => ({
    text: 'names: Ana, Ben',
    calls: [{ name: 't.read', args: {} }],
  }))
  const outcome = await bench.run(provider, [tool], { messages: TALK, compact: true })
  expect(outcome).toMatchObject({ kind: 'answered' })
  expect(outcome.text).toMatch(/about 2,005 tokens are now a summary of about \d/)
  expect(provider.requests).toHaveLength(1)
  expect(provider.requests[0]?.tools).toEqual([])
  expect(provider.requests[0]?.messages.map(({ text }) => text)).toContain('/compact keep the names')
  expect(tool.runs).toEqual([])
  const [summary] = await bench.journal()
  expect(summary?.kind === 'compaction' && summary.summary).toContain('names: Ana, Ben')

  const again = scriptedProvider(() => ({ text: 'another' }))
  expect(await bench.run(again, [tool], { messages: TALK, compact: true })).toMatchObject({
    text: outcome.text,
  })
  expect(again.requests).toEqual([])
})

test('L11 with little said before, no model is asked', async () => {
  const provider = scriptedProvider(() => ({ text: 'a summary' }))
  const outcome = await new Workbench().run(provider, [], { compact: true })
  expect(outcome).toMatchObject({
    kind: 'answered',
    text: 'There is little to compact yet: the history is short.',
  })
  expect(provider.requests).toEqual([])
})

test('L11 a summary that fails leaves the history as it was', async () => {
  const bench = new Workbench()
  const provider = scriptedProvider(() => ({ fail: 'overloaded' }))
  const outcome = await bench.run(provider, [], { messages: TALK, compact: true })
  expect(outcome.kind === 'failed' && outcome.message).toContain('the history is unchanged')
  expect(await bench.journal()).toEqual([])
})
