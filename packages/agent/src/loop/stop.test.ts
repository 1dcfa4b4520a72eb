import { expect, test } from 'vitest'
import type { ChatProvider, ModelPart } from '../provider.ts'
import { countingTool, Workbench } from '../testing/bench.ts'
import { scriptedProvider, type ScriptedStep } from '../testing/scripted-provider.ts'

const never = () => new Promise<never>(() => {})
const subtask = (instructions: string) => ({
  name: 'run_subtask',
  args: { title: instructions, instructions },
})

/** One stop is given while this is under way; the turn must then end, whatever goes on not ending. */
const UNDER_WAY: Readonly<Record<string, (asked: string) => ScriptedStep | Promise<ScriptedStep>>> = {
  'a tool that heeds the stop': () => ({ calls: [{ name: 't.heeds', args: {} }] }),
  'a tool that does not heed it': () => ({ calls: [{ name: 't.hangs', args: {} }] }),
  'a question that nobody answers': () => ({ calls: [{ name: 't.asks', args: {} }] }),
  'calls that queue behind one another': () => ({
    calls: Array.from({ length: 20 }, () => ({ name: 't.serial', args: {} })),
  }),
  'a model that never says anything': never,
  'sub-agents that do all of these': (asked) => {
    if (asked === 'go') return { calls: ['heeds', 'hangs', 'asks', 'serial', 'silent', 'below'].map(subtask) }
    if (asked === 'below') return { calls: [subtask('hangs'), subtask('asks')] }
    return asked === 'silent' ? never() : { calls: [{ name: `t.${asked}`, args: {} }] }
  },
}

test.each(Object.entries(UNDER_WAY))('L8 a stop ends %s', async (_name, play) => {
  const bench = new Workbench()
  const abort = new AbortController()
  const provider = scriptedProvider((request) => play(request.messages[1]?.text ?? ''))
  const running = bench.run(
    provider,
    [
      countingTool('t.heeds', {
        run: (_value, signal) =>
          new Promise((ended) => {
            signal.addEventListener('abort', () => ended({ ok: false, code: 'stopped', text: 'stopped' }))
          }),
      }),
      countingTool('t.hangs', { run: never }),
      countingTool('t.serial', { parallelSafe: false, lock: 'one', run: never }),
      countingTool('t.asks', { category: 'write' }),
    ],
    { signal: abort.signal },
  )
  // Everything that can begin has begun.
  for (let look = 0; look < 50; look += 1) await new Promise((next) => setImmediate(next))
  abort.abort()
  expect(await running).toMatchObject({ kind: 'stopped' })
})

test('L8 a stream that does not heed the stop is left behind, and what it says later counts for nothing', async () => {
  const bench = new Workbench()
  const abort = new AbortController()
  let goOn = () => {}
  const provider: ChatProvider = {
    name: 'Deaf',
    async *stream(): AsyncGenerator<ModelPart> {
      yield { type: 'text', text: 'before' }
      await new Promise<void>((resume) => {
        goOn = resume
      })
      yield { type: 'text', text: 'after' }
      yield { type: 'finish', usage: { inputTokens: 1, outputTokens: 1 } }
    },
  }
  const running = bench.run(provider, [], { signal: abort.signal })
  await expect.poll(() => bench.chunks.length).toBe(1)
  abort.abort()
  expect(await running).toMatchObject({ kind: 'stopped' })
  goOn()
  await new Promise((next) => setImmediate(next))
  expect(bench.chunks.map(({ text }) => text)).toEqual(['before'])
})

test('L8 nothing begins after a stop', async () => {
  const bench = new Workbench()
  const abort = new AbortController()
  abort.abort()
  const provider = scriptedProvider(() => ({ text: 'hello' }))
  expect(await bench.run(provider, [], { signal: abort.signal })).toMatchObject({ kind: 'stopped' })
  expect(provider.requests).toEqual([])
})

test('a budget that is passed stops what runs beside it, and what was done is kept', async () => {
  const bench = new Workbench()
  const provider = scriptedProvider((request): ScriptedStep => {
    const asked = request.messages[1]?.text
    if (asked === 'hang') return { calls: [{ name: 't.hangs', args: {} }] }
    if (asked === 'spend') return { calls: [{ name: 't.read', args: {} }] }
    return { text: 'so far', calls: [subtask('hang'), subtask('spend')] }
  })
  const tools = [countingTool('t.hangs', { run: never }), countingTool('t.read')]
  const outcome = await bench.run(provider, tools, { limits: { modelCalls: 6 } })
  expect(outcome).toMatchObject({ kind: 'over_budget', text: 'so far', exceeded: { reason: 'llm_calls' } })
})
