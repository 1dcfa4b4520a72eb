import { expect, test } from 'vitest'
import type { ModelRequest } from '../provider.ts'
import { countingTool, Workbench } from '../testing/bench.ts'
import { scriptedProvider, type ScriptedStep } from '../testing/scripted-provider.ts'

const inside = (request: ModelRequest) => request.messages[0]?.text.startsWith('level 1') === true
const answered = (request: ModelRequest) => request.messages.at(-1)?.role === 'tool'
const subtask = (title: string) => ({ name: 'run_subtask', args: { title, instructions: 'do it' } })

/** The root asks for two sub-agents and answers. */
const tree = (costs: { readonly root: number | null; readonly sub: number | null }) =>
  scriptedProvider((request): ScriptedStep => {
    if (inside(request)) return { text: 'sub', cost: costs.sub }
    return answered(request)
      ? { text: 'end', cost: costs.root }
      : { calls: [subtask('a'), subtask('b')], cost: costs.root }
  })

test('L7 tokens and cost of the whole tree add up', async () => {
  expect(await new Workbench().run(tree({ root: 0.25, sub: 0.5 }), [])).toMatchObject({
    kind: 'answered',
    usage: { inputTokens: 40, outputTokens: 20, costUsd: 1.5 },
  })
})

test('L7 one price that is not known leaves the sum unknown, not too low', async () => {
  const { usage } = await new Workbench().run(tree({ root: 0.25, sub: null }), [])
  expect(usage).toEqual({ inputTokens: 40, outputTokens: 20 })
})

test('L7 free is known', async () => {
  const { usage } = await new Workbench().run(tree({ root: 0, sub: 0 }), [])
  expect(usage).toEqual({ inputTokens: 40, outputTokens: 20, costUsd: 0 })
})

const spender = (cost: number | null) =>
  scriptedProvider((_request, step): ScriptedStep =>
    step < 8 ? { text: `step ${step}`, calls: [{ name: 't.read', args: {} }], cost } : { text: 'end', cost },
  )

test('L4 a cap on the cost ends the turn and keeps what was done', async () => {
  const bench = new Workbench()
  const tool = countingTool('t.read')
  const outcome = await bench.run(spender(0.5), [tool], { limits: { cost: 1 } })
  expect(outcome).toMatchObject({
    kind: 'over_budget',
    exceeded: { reason: 'cost', limit: 1, observed: 1.5 },
    usage: { costUsd: 1.5 },
  })
  expect(outcome.text).toContain('step 2')
  expect(tool.runs).toHaveLength(3)
})

test('L4 a cap counts what is known, and nothing for what is not', async () => {
  const outcome = await new Workbench().run(spender(null), [countingTool('t.read')], { limits: { cost: 1 } })
  expect(outcome).toMatchObject({ kind: 'answered', text: expect.stringContaining('end') as string })
})

test('L4 a person can let it go on for as much again', async () => {
  const asked: object[] = []
  const outcome = await new Workbench().run(spender(0.5), [countingTool('t.read')], {
    limits: { cost: 1.5 },
    extend: (exceeded) => {
      asked.push(exceeded)
      return Promise.resolve(true)
    },
  })
  expect(outcome).toMatchObject({ kind: 'answered', usage: { costUsd: 4.5 } })
  expect(asked).toEqual([
    { reason: 'cost', limit: 1.5, observed: 2, adds: 1.5 },
    { reason: 'cost', limit: 3, observed: 3.5, adds: 1.5 },
  ])
})
