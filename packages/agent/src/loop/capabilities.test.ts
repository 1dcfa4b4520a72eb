import { expect, test } from 'vitest'
import type { ChatProvider, ModelCapabilities } from '../provider.ts'
import { countingTool, Workbench } from '../testing/bench.ts'
import { scriptedProvider, type ScriptedStep } from '../testing/scripted-provider.ts'

const UNKNOWN: ModelCapabilities = {
  tools: null,
  parallelCalls: null,
  images: null,
  reasoning: null,
  contextWindow: null,
}

function able<P extends ChatProvider>(provider: P, capabilities: Partial<ModelCapabilities>): P {
  return { ...provider, capabilities: { ...UNKNOWN, ...capabilities } }
}

const once = (calls: ScriptedStep['calls']) =>
  scriptedProvider((request): ScriptedStep =>
    request.messages.at(-1)?.role === 'tool' ? { text: 'end' } : { calls: calls ?? [] },
  )

test('L6 a model without tools is given none, and a call it makes up is an error it can read', async () => {
  const bench = new Workbench()
  const tool = countingTool('t.read')
  const provider = able(once([{ name: 't.read', args: {} }]), { tools: false })
  expect(await bench.run(provider, [tool])).toMatchObject({ kind: 'answered', text: 'end' })
  expect(provider.requests.map(({ tools }) => tools)).toEqual([[], []])
  expect(tool.runs).toEqual([])
  expect(provider.requests[1]?.messages.at(-1)?.text).toContain('there is no tool `t.read`')
})

test.each<[string, Partial<ModelCapabilities>, number]>([
  ['without parallel calls', { parallelCalls: false }, 1],
  ['with parallel calls', { parallelCalls: true }, 3],
  ['of which nothing is known', {}, 3],
])('L6 calls of a model %s run at most %#: %j', async (_name, capabilities, most) => {
  const bench = new Workbench()
  let now = 0
  let seen = 0
  const order: string[] = []
  const tool = countingTool('t.read', {
    run: async (value) => {
      now += 1
      seen = Math.max(seen, now)
      order.push(value)
      await new Promise((next) => setImmediate(next))
      now -= 1
      return { ok: true, text: value }
    },
  })
  const calls = ['a', 'b', 'c'].map((value) => ({ name: 't.read', args: { value } }))
  await bench.run(able(once(calls), capabilities), [tool])
  expect(seen).toBe(most)
  expect(order).toEqual(['a', 'b', 'c'])
})
