import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { ChatProvider, ModelPart, TakePart } from '../provider.ts'
import { countingTool, Workbench } from '../testing/bench.ts'
import { scriptedProvider } from '../testing/scripted-provider.ts'
import type { Capability } from '../toolbelt/capabilities.ts'
import type { Inspection } from '../toolbelt/inspection.ts'
import { defineTool, type Tool, type ToolDeclaration, type ToolOutcome } from '../toolbelt/tool.ts'

afterEach(() => vi.useRealTimers())

const FINISH: ModelPart = { type: 'finish', usage: { inputTokens: 1, outputTokens: 1 } }

/** A model that makes these calls and is done. */
const calling = (...names: readonly string[]) =>
  scriptedProvider(({ messages }) =>
    messages.some(({ role }) => role === 'tool')
      ? { text: 'done' }
      : { calls: names.map((name) => ({ name, args: { value: name } })) },
  )

type Input = { readonly value: string }

const LOOKED: Inspection = {
  specifier: { kind: 'text', text: 'x' },
  body: { kind: 'arguments', entries: [] },
  targets: [],
}

/** A tool that does something in another way than it should. */
function oddTool(odd: Partial<ToolDeclaration<Input>>): Tool {
  const plain: ToolDeclaration<Input> = {
    name: 't.odd',
    description: 'Odd.',
    input: z.object({ value: z.string() }),
    category: 'read',
    destructive: false,
    editSafe: false,
    capability: 'safe',
    specifier: { kind: 'text', template: '{value}' },
    repeat: 'never',
    parallelSafe: true,
    title: () => 'Odd',
    inspect: () => LOOKED,
    run: () => Promise.resolve({ ok: true, text: 'did it' }),
  }
  return defineTool({ ...plain, ...odd } as ToolDeclaration<Input>) // a part of a declaration is put into a whole one
}

const never = () => new Promise<never>(() => {})
const fails = (): never => {
  throw new Error('odd')
}
const unawaited = (outcome: unknown) => () => outcome as Promise<ToolOutcome> // what a tool without types may return

const ODD: readonly (readonly [string, Partial<ToolDeclaration<Input>>, string])[] = [
  ['whose title throws', { title: fails }, '`t.odd` failed: odd'],
  ['that throws when asked how bad it is', { destructive: fails }, '`t.odd` failed: odd'],
  ['that throws as it looks', { inspect: fails }, '`t.odd` failed: odd'],
  ['that throws as it is run', { run: fails }, '`t.odd` failed: odd'],
  ['that returns no promise', { run: unawaited({ ok: true, text: 'at once' }) }, 'at once'],
  ['that returns nothing', { run: unawaited(undefined) }, '`t.odd` failed: it returned no outcome'],
  ['that promises nothing', { run: unawaited(Promise.resolve()) }, '`t.odd` failed: it returned no outcome'],
]

test.each(ODD)('a tool %s ends by itself, and its siblings go on', async (_name, odd, text) => {
  for (const mayAct of [undefined, () => Promise.resolve(true)]) {
    const bench = new Workbench()
    const sibling = countingTool('t.sibling')
    const provider = calling('t.odd', 't.sibling')
    const outcome = await bench.run(provider, [oddTool(odd), sibling], mayAct ? { mayAct } : {})
    expect(outcome).toMatchObject({ kind: 'answered', text: 'done' })
    const [, said] = provider.requests
    expect(said?.messages.slice(-2).map((message) => message.text)).toEqual([text, 'did t.sibling'])
  }
})

test('a tool that cannot look again at what a person said yes to ends by itself, and its siblings go on', async () => {
  const bench = new Workbench()
  let looks = 0
  const odd = oddTool({
    category: 'write',
    inspect: () => {
      looks += 1
      if (looks > 1) fails()
      return { ...LOOKED, targets: [{ path: '/w/a', hash: 'h' }] }
    },
  })
  const provider = calling('t.odd', 't.sibling')
  const running = bench.run(provider, [odd, countingTool('t.sibling')])
  expect(await bench.answering(running)).toMatchObject({ kind: 'answered', text: 'done' })
  expect(bench.store.all().map(({ state, result }) => [state, result?.code])).toEqual([
    ['failed', 'tool_error'],
    ['succeeded', null],
  ])
})

test('what changes nothing is looked at once, though a person was asked', async () => {
  const bench = new Workbench()
  let looks = 0
  const odd = oddTool({
    category: 'write',
    inspect: () => {
      looks += 1
      return LOOKED
    },
  })
  const gateHas = () => new Set<Capability>(['safe'])
  await bench.answering(bench.run(calling('t.odd'), [odd], { gateHas }))
  expect(bench.store.all().map(({ state }) => state)).toEqual(['succeeded'])
  expect(looks).toBe(1)
})

test.each([
  ['hands over', { read: () => fails() }],
  ['is walked', {}],
])('a model that throws before it says anything has failed, where it %s', async (_name, how) => {
  const provider: ChatProvider = { name: 'Broken', stream: () => fails(), ...how }
  expect(await new Workbench().run(provider, [])).toMatchObject({ kind: 'failed', message: 'odd' })
})

test('what a model hands over after it has ended or finished is not told', async () => {
  const bench = new Workbench()
  const takers: TakePart[] = []
  const provider: ChatProvider = {
    name: 'Late',
    stream: () => fails(),
    read: (_request, _signal, take) => {
      takers.push(take)
      take({ type: 'text', text: 'in time' })
      take(FINISH)
      take({ type: 'text', text: ' too late' })
      return Promise.resolve()
    },
  }
  expect(await bench.run(provider, [])).toMatchObject({ kind: 'answered', text: 'in time' })
  for (const take of takers) expect(take({ type: 'text', text: 'much later' })).toBe(true)
  expect(bench.chunks.map(({ text }) => text)).toEqual(['in time'])
})

test('a stream that throws as it is left does not keep the stop from anyone', async () => {
  const bench = new Workbench()
  const abort = new AbortController()
  const iterator = {
    next: () => new Promise<IteratorResult<ModelPart>>(() => {}),
    return: fails,
    [Symbol.asyncIterator]() {
      return iterator
    },
  }
  const provider: ChatProvider = { name: 'Stuck', stream: () => iterator }
  const running = bench.run(provider, [], { signal: abort.signal })
  await new Promise(setImmediate)
  abort.abort()
  expect(await running).toMatchObject({ kind: 'stopped' })
})

test.each([
  ['at once', fails],
  ['later', () => Promise.reject(new Error('odd'))],
])('where a lease cannot be asked for, which is said %s, a call ends once', async (_name, mayAct) => {
  vi.useFakeTimers()
  const bench = new Workbench()
  const abort = new AbortController()
  const ended: string[] = []
  const events = { outputEnded: ({ tool }: { readonly tool: string }) => ended.push(tool) }
  const tool = countingTool('t.read')
  const running = bench.run(calling('t.read', 't.read'), [tool], { signal: abort.signal, mayAct, events })
  await expect(running).rejects.toThrow('odd')
  abort.abort()
  await vi.advanceTimersByTimeAsync(1000)
  expect(ended).toEqual(['t.read', 't.read'])
  expect(tool.runs).toEqual([])
})

test('a tool is not begun once the turn is stopped', async () => {
  const bench = new Workbench()
  const abort = new AbortController()
  const tool = countingTool('t.write', { category: 'write' })
  bench.policy({ mode: 'auto', layers: [] })
  const mayAct = () => {
    abort.abort()
    return Promise.resolve(true)
  }
  const running = bench.run(calling('t.write'), [tool], { signal: abort.signal, mayAct })
  expect(await running).toMatchObject({ kind: 'stopped' })
  expect(tool.runs).toEqual([])
  expect(bench.store.all()[0]).toMatchObject({ state: 'failed', result: { code: 'cancelled' } })
})

test('what a tool that was left behind prints is not told any more', async () => {
  const bench = new Workbench()
  const abort = new AbortController()
  const told: string[] = []
  let print = (_text: string): void => {}
  const deaf = countingTool('t.deaf', {
    run: (_value, _signal, { output }) => {
      print = output
      output('while it ran')
      return new Promise(() => {})
    },
  })
  const running = bench.run(calling('t.deaf'), [deaf], {
    signal: abort.signal,
    events: { outputEnded: () => told.push('ended'), output: (_call, text) => told.push(text) },
  })
  await vi.waitFor(() => expect(told).toEqual(['while it ran']))
  abort.abort()
  expect(await running).toMatchObject({ kind: 'stopped' })
  print('later')
  expect(told).toEqual(['while it ran', 'ended'])
})

test('a stop ends a turn whose tool never ends looking', async () => {
  const bench = new Workbench()
  const abort = new AbortController()
  let looking = false
  const odd = oddTool({
    inspect: () => {
      looking = true
      return new Promise(() => {})
    },
  })
  const running = bench.run(calling('t.odd', 't.sibling'), [odd, countingTool('t.sibling')], {
    signal: abort.signal,
  })
  await vi.waitFor(() => expect(looking).toBe(true))
  abort.abort()
  expect(await running).toMatchObject({ kind: 'stopped' })
})

test('a tool that left while someone was asked whether to go on is not there any more', async () => {
  const bench = new Workbench()
  const tool = countingTool('t.read')
  let tools: readonly Tool[] = [tool]
  const provider = calling('t.read', 't.read')
  const outcome = await bench.run(provider, () => tools, {
    limits: { toolCalls: 1 },
    extend: () => {
      tools = []
      return Promise.resolve(true)
    },
  })
  expect(outcome).toMatchObject({ kind: 'answered', text: 'done' })
  expect(bench.store.all().map(({ result }) => result?.code)).toEqual([null, 'unknown_tool'])
})

test('a call that waited for a person before it was proposed was proposed after that', async () => {
  const bench = new Workbench()
  await bench.run(calling('t.read', 't.read'), [countingTool('t.read')], {
    limits: { toolCalls: 1 },
    extend: () => {
      bench.now = 50_000
      return Promise.resolve(true)
    },
  })
  expect(bench.store.all().map(({ proposedAt }) => proposedAt)).toEqual([1_000, 50_000])
})

test.each(['withdrawn', 'outputEnded'] as const)('a turn ends even where %s throws', async (name) => {
  const bench = new Workbench()
  const provider = name === 'withdrawn' ? scriptedProvider(() => ({ fail: 'x' })) : calling('t.a', 't.a')
  const running = bench.run(provider, [countingTool('t.a')], { events: { [name]: fails } })
  await expect(running).rejects.toThrow('odd')
})

test('cards and refusals stand in the order of the model, whatever becomes of each call and however long it takes', async () => {
  const bench = new Workbench()
  const delays = [7, 0, 5, 1, 6, 2, 4, 3]
  const kinds = ['fine', 'throws', 'asks', 'unknown', 'unfit', 'asks', 'fine', 'throws']
  const slow = (name: string, odd: Partial<ToolDeclaration<Input>>) =>
    oddTool({
      name,
      ...odd,
      inspect: async ({ value }) => {
        for (let wait = 0; wait < (delays[Number(value)] ?? 0); wait += 1) await new Promise(setImmediate)
        if (name === 't.throws') fails()
        return {
          specifier: { kind: 'text', text: value },
          body: { kind: 'arguments', entries: [] },
          targets: [],
        }
      },
    })
  const tools = [
    slow('t.fine', {}),
    slow('t.throws', {}),
    slow('t.asks', { category: 'write' }),
    slow('t.unfit', { input: z.object({ value: z.string().max(0) }) }),
  ]
  const provider = scriptedProvider(({ messages }) =>
    messages.at(-1)?.role === 'tool'
      ? { text: 'done' }
      : { calls: kinds.map((kind, place) => ({ name: `t.${kind}`, args: { value: String(place) } })) },
  )
  await bench.answering(bench.run(provider, tools))
  expect(bench.store.all().map(({ call }) => call.tool)).toEqual(kinds.map((kind) => `t.${kind}`))
  expect(bench.store.all().map(({ state }) => state)).toEqual(
    kinds.map((kind) => (kind === 'fine' || kind === 'asks' ? 'succeeded' : 'failed')),
  )
})

test('a tool that never ends looking whether it was done does not keep a turn from being stopped', async () => {
  const bench = new Workbench()
  let looking = false
  const crashed = new AbortController()
  const hanging = countingTool('t.once', { verify: () => Promise.resolve({ kind: 'unknown' }), run: never })
  const first = bench.run(calling('t.once'), [hanging], { signal: crashed.signal })
  await vi.waitFor(() => expect(hanging.runs).toEqual(['t.once']))
  crashed.abort()
  await first
  for (const { call } of bench.store.all()) bench.store.interrupt(call.id)
  const abort = new AbortController()
  const looks = countingTool('t.once', {
    verify: () => {
      looking = true
      return never()
    },
  })
  const again = bench.run(calling('t.once'), [looks], { signal: abort.signal })
  await vi.waitFor(() => expect(looking).toBe(true))
  abort.abort()
  expect(await again).toMatchObject({ kind: 'stopped' })
})

test('what was said before an answer broke off is kept; taken up again, the turn has failed and the model is not asked', async () => {
  const bench = new Workbench()
  const withdrawn = vi.fn<() => void>()
  const provider = scriptedProvider(() => ({ text: 'The first half', fail: 'the line broke' }))
  const run = () => bench.run(provider, [], { events: { withdrawn } })
  const failed = { kind: 'failed', message: 'the line broke', text: 'The first half' }
  expect(await run()).toMatchObject(failed)
  expect(await run()).toMatchObject(failed)
  expect(provider.requests).toHaveLength(1)
  expect(withdrawn).not.toHaveBeenCalled()
})

test('an answer that broke off before anything was said leaves nothing', async () => {
  const bench = new Workbench()
  const withdrawn = vi.fn<() => void>()
  const provider = scriptedProvider(() => ({ fail: 'the line broke' }))
  expect(await bench.run(provider, [], { events: { withdrawn } })).toMatchObject({ kind: 'failed', text: '' })
  expect(withdrawn).toHaveBeenCalledTimes(1)
})
