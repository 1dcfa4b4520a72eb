import { expect, test } from 'vitest'
import type { ModelRequest } from '../provider.ts'
import { countingTool, Workbench } from '../testing/bench.ts'
import { scriptedProvider, type ScriptedStep } from '../testing/scripted-provider.ts'

const isAskedForSummary = (request: ModelRequest) => request.tools.length === 0
const textOf = (request: ModelRequest | undefined) =>
  (request?.messages ?? []).map(({ text }) => text).join('\n')

/** Three calls with long results, one of them refused; the history of the fourth step is too long. */
function longWork(summary: ScriptedStep) {
  let steps = 0
  return scriptedProvider((request): ScriptedStep => {
    if (isAskedForSummary(request)) return summary
    steps += 1
    if (steps > 3) return { text: 'end' }
    return {
      text: `Plan: step ${steps} of 3, then tests`,
      calls: [{ name: steps === 2 ? 't.denied' : 't.read', args: { value: String(steps) } }],
    }
  })
}

const tools = () => [
  countingTool('t.read', { run: () => Promise.resolve({ ok: true, text: 'y'.repeat(4000) }) }),
  countingTool('t.denied', {
    run: () => Promise.resolve({ ok: false, code: 'denied', text: 'ana said no: use the other folder' }),
  }),
]

const LIMITS = { historyTokens: 1500 }

test.each([
  ['a good one', { text: 'open: tests. decided: other folder.' }],
  ['one that forgets everything', { text: '' }],
])('L11 open work, decisions and the plan survive a summary: %s', async (_name, summary) => {
  const bench = new Workbench()
  const provider = longWork(summary)
  expect(await bench.run(provider, tools(), { limits: LIMITS })).toMatchObject({ kind: 'answered' })
  const at = provider.requests.findLastIndex(isAskedForSummary)
  const after = provider.requests[at + 1]
  expect(textOf(after)).toContain(summary.text)
  expect(textOf(after)).toContain('t.denied: ana said no: use the other folder')
  expect(textOf(after)).toContain('Plan: step 3 of 3, then tests')
  // What was asked comes last, word for word; the system prompt first.
  expect(after?.messages[0]).toEqual({ role: 'system', text: 'level 0' })
  expect(after?.messages.at(-1)).toEqual({ role: 'user', text: 'go' })
  expect(textOf(after)).not.toContain('yyyy')
})

test('L11 a summary is made once: after a restart it comes from the journal', async () => {
  const bench = new Workbench()
  const first = longWork({ text: 'kept' })
  await bench.run(first, tools(), { limits: LIMITS })
  const again = longWork({ text: 'another' })
  const outcome = await bench.run(again, tools(), { limits: LIMITS })
  expect(outcome.text).toMatch(/end$/)
  expect(again.requests).toEqual([])
})

test.each([
  ['the summary is too long', { text: 'z'.repeat(10_000) }],
  ['the model fails', { fail: 'overloaded' }],
  ['the stream is cut off', { text: 'half', cutOff: true }],
])('L4 a history that cannot be shortened may be longer, if a person says so: %s', async (_name, summary) => {
  const bench = new Workbench()
  const asked: object[] = []
  const outcome = await bench.run(longWork(summary), tools(), {
    limits: LIMITS,
    extend: (question) => {
      asked.push(question)
      return Promise.resolve(true)
    },
  })
  expect(outcome).toMatchObject({ kind: 'answered' })
  expect(asked[0]).toMatchObject({ reason: 'tokens', limit: 1500 })
})

test('L11 a model whose window is smaller than the limit has its history shortened for its window', async () => {
  const provider = longWork({ text: 'kept' })
  const capabilities = {
    tools: true,
    parallelCalls: true,
    images: null,
    reasoning: null,
    contextWindow: 2000,
  }
  await new Workbench().run({ ...provider, capabilities }, tools())
  expect(provider.requests.some(isAskedForSummary)).toBe(true)
})

test.each([
  ['the summary is too long', { text: 'z'.repeat(10_000) }],
  ['the model fails', { fail: 'overloaded' }],
  ['the stream is cut off', { text: 'half', cutOff: true }],
])('L4 a history that cannot be shortened ends the turn over `tokens`: %s', async (_name, summary) => {
  const bench = new Workbench()
  const outcome = await bench.run(longWork(summary), tools(), { limits: LIMITS })
  expect(outcome).toMatchObject({ kind: 'over_budget', exceeded: { reason: 'tokens', limit: 1500 } })
  expect(outcome.text).toContain('Plan: step')
})
