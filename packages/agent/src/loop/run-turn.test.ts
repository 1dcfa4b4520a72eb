import { describe, expect, test } from 'vitest'
import { countingTool, Workbench } from '../testing/bench.ts'
import { scriptedProvider, type ScriptedStep } from '../testing/scripted-provider.ts'
import type { ChatProvider, ModelPart, ModelRequest } from '../provider.ts'

const levelOf = (request: ModelRequest) => request.messages[0]?.text ?? ''
const afterResults = (request: ModelRequest) => request.messages.at(-1)?.role === 'tool'
const subtask = (title: string, more: object = {}) => ({
  name: 'run_subtask',
  args: { title, instructions: 'do it', ...more },
})

test('L1 a direct answer makes no call', async () => {
  const bench = new Workbench()
  expect(
    await bench.run(
      scriptedProvider(() => ({ text: 'four' })),
      [],
    ),
  ).toEqual({
    kind: 'answered',
    text: 'four',
    usage: { inputTokens: 10, outputTokens: 5 },
  })
})

test('L2 a sub-agent has its own history, the same gate, and its result under task:<id>', async () => {
  const bench = new Workbench()
  const tool = countingTool('t.read')
  const provider = scriptedProvider((request): ScriptedStep => {
    if (levelOf(request).startsWith('level 1')) {
      return afterResults(request)
        ? { text: 'inner result' }
        : { calls: [{ name: 't.read', args: { value: 'in' } }] }
    }
    if (request.messages.some((message) => message.role === 'tool' && message.name === 'memory_list'))
      return { text: 'end' }
    return afterResults(request)
      ? { calls: [{ name: 'memory_list', args: {} }] }
      : { calls: [subtask('Look')] }
  })
  expect(await bench.run(provider, [tool])).toMatchObject({ kind: 'answered', text: 'end' })
  expect(tool.runs).toEqual(['in'])
  const inner = provider.requests.find((request) => levelOf(request).startsWith('level 1'))!
  expect(inner.messages.map((message) => message.text)).toEqual(['level 1 Look', 'do it'])
  const [sub, read] = bench.store.all()
  expect(read?.call).toMatchObject({ parentId: sub?.call.id, depth: 1 })
  const last = provider.requests.at(-1)?.messages.at(-1)
  expect(last?.text).toBe(`task:${sub?.call.id}`)
})

test('L2 a subset of tools, and unknown names are an error that lists the valid ones', async () => {
  const bench = new Workbench()
  const provider = scriptedProvider((request): ScriptedStep => {
    if (levelOf(request).startsWith('level 1'))
      return { text: request.tools.map((tool) => tool.name).join(',') }
    return afterResults(request)
      ? { text: 'end' }
      : { calls: [subtask('a', { tools: ['t.one'] }), subtask('b', { tools: ['nope'] })] }
  })
  await bench.run(provider, [countingTool('t.one'), countingTool('t.two')])
  const results = provider.requests
    .at(-1)
    ?.messages.slice(-2)
    .map((message) => message.text)
  expect(results?.[0]).toBe('t.one')
  expect(results?.[1]).toContain('there is no tool `nope`; the tools are `t.one`, `t.two`')
})

test.each([
  { name: 'a fitting payload', payloads: [{ n: 1 }], result: '{"n":1}' },
  { name: 'a wrong one, then a fitting one', payloads: [{ n: 'x' }, { n: 2 }], result: '{"n":2}' },
  {
    name: 'four wrong ones',
    payloads: [{ n: 'a' }, { n: 'b' }, { n: 'c' }, { n: 'd' }, { n: 5 }],
    result: 'schema_not_satisfied',
  },
])('L2 structured result: $name', async ({ payloads, result }) => {
  const bench = new Workbench()
  let tries = 0
  const schema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }
  const provider = scriptedProvider((request): ScriptedStep => {
    if (levelOf(request).startsWith('level 1'))
      return { calls: [{ name: 'finish_subtask', args: payloads[tries++] }] }
    return afterResults(request) ? { text: 'end' } : { calls: [subtask('s', { output_schema: schema })] }
  })
  await bench.run(provider, [])
  expect(provider.requests.at(-1)?.messages.at(-1)?.text).toContain(result)
  // Only the agent that must hand in a result is told so, and has the tool for it.
  for (const request of provider.requests) {
    const must = levelOf(request).startsWith('level 1')
    expect(request.messages[0]?.text.includes('Hand in your result with `finish_subtask`')).toBe(must)
    expect(request.tools.some(({ name }) => name === 'finish_subtask')).toBe(must)
  }
})

test('L2 the depth limit is a tool error', async () => {
  const bench = new Workbench()
  const seen: string[] = []
  const provider = scriptedProvider((request): ScriptedStep => {
    const last = request.messages.at(-1)
    if (last?.role === 'tool') {
      seen.push(last.text)
      return { text: 'up' }
    }
    return { calls: [subtask('down')] }
  })
  await bench.run(provider, [])
  expect(seen[0]).toContain('at most 3 deep')
  expect(bench.store.all().map((row) => row.call.depth)).toEqual([0, 1, 2, 3])
})

test('L3 at most 8 at once; serial tools one by one, in order; a failure does not stop siblings', async () => {
  const bench = new Workbench()
  let now = 0
  let most = 0
  const busy = async () => {
    now += 1
    most = Math.max(most, now)
    await new Promise((resume) => setImmediate(resume))
    now -= 1
    return { ok: true as const, text: 'ok' }
  }
  const wide = countingTool('t.wide', { run: busy })
  const failing = countingTool('t.fail', { run: () => Promise.reject(new Error('boom')) })
  const order: string[] = []
  const serial = countingTool('t.serial', {
    parallelSafe: false,
    run: async (value) => {
      order.push(`+${value}`)
      await new Promise((resume) => setImmediate(resume))
      order.push(`-${value}`)
      return { ok: true, text: value }
    },
  })
  const provider = scriptedProvider((request): ScriptedStep =>
    afterResults(request)
      ? { text: 'end' }
      : {
          calls: [
            { name: 't.fail', args: {} },
            ...Array.from({ length: 20 }, (_, index) => ({ name: 't.wide', args: { value: String(index) } })),
            ...['1', '2', '3'].map((value) => ({ name: 't.serial', args: { value } })),
          ],
        },
  )
  await bench.run(provider, [wide, failing, serial])
  expect(wide.runs).toHaveLength(20)
  expect(most).toBeLessThanOrEqual(8)
  expect(order).toEqual(['+1', '-1', '+2', '-2', '+3', '-3'])
  expect(provider.requests.at(-1)?.messages.slice(-24)[0]).toMatchObject({
    isError: true,
    text: '`t.fail` failed: boom',
  })
})

test('L3 a named lock holds over sub-agents', async () => {
  const bench = new Workbench()
  let inside = 0
  let most = 0
  const tool = countingTool('t.locked', {
    lock: 'disk',
    run: async () => {
      inside += 1
      most = Math.max(most, inside)
      await new Promise((resume) => setImmediate(resume))
      inside -= 1
      return { ok: true, text: 'ok' }
    },
  })
  const provider = scriptedProvider((request): ScriptedStep => {
    if (afterResults(request)) return { text: 'end' }
    return levelOf(request).startsWith('level 1')
      ? { calls: [{ name: 't.locked', args: {} }] }
      : { calls: [subtask('a'), subtask('b'), subtask('c')] }
  })
  await bench.run(provider, [tool])
  expect(tool.runs).toHaveLength(3)
  expect(most).toBe(1)
})

test.each<[string, object, object]>([
  ['llm_calls', { modelCalls: 3 }, { reason: 'llm_calls', limit: 3, observed: 4 }],
  ['tool_calls', { toolCalls: 2 }, { reason: 'tool_calls', limit: 2, observed: 3 }],
  ['subtasks', { subtasks: 1 }, { reason: 'subtasks', limit: 1, observed: 2 }],
])('L4 budget %s ends the turn and keeps what was done', async (name, limits, exceeded) => {
  const bench = new Workbench()
  const tool = countingTool('t.read')
  const provider = scriptedProvider((request): ScriptedStep => {
    if (levelOf(request).startsWith('level 1')) return { text: 'sub' }
    return { text: 'so far', calls: [name === 'subtasks' ? subtask('s') : { name: 't.read', args: {} }] }
  })
  const outcome = await bench.run(provider, [tool], { limits })
  expect(outcome).toMatchObject({ kind: 'over_budget', exceeded })
  expect(outcome.text).toContain('so far')
  expect(bench.exceeded).toEqual([exceeded])
})

test('L4 a person can extend a budget', async () => {
  const bench = new Workbench()
  const asked: string[] = []
  let steps = 0
  const provider = scriptedProvider(() => {
    steps += 1
    return steps < 5 ? { calls: [{ name: 't.read', args: {} }] } : { text: 'end' }
  })
  const outcome = await bench.run(provider, [countingTool('t.read')], {
    limits: { modelCalls: 3 },
    extend: (exceeded) => {
      asked.push(exceeded.reason)
      return Promise.resolve(true)
    },
  })
  expect(outcome).toMatchObject({ kind: 'answered', text: 'end' })
  expect(asked).toEqual(['llm_calls'])
})

test('L4 twenty steps end the root over its budget, and keep what was done', async () => {
  const bench = new Workbench()
  const provider = scriptedProvider((): ScriptedStep => ({
    text: 'so far',
    calls: [{ name: 't.read', args: {} }],
  }))
  const exceeded = { reason: 'iterations', limit: 20, observed: 21 }
  const outcome = await bench.run(provider, [countingTool('t.read')])
  expect(outcome).toMatchObject({ kind: 'over_budget', exceeded })
  expect(outcome.text).toContain('so far')
  expect(bench.exceeded).toEqual([exceeded])
  expect(provider.requests).toHaveLength(20)
})

test('L4 a person can let the root take as many steps again, and a turn that is taken up again remembers it', async () => {
  const bench = new Workbench()
  const asked: object[] = []
  let steps = 0
  const provider = scriptedProvider((): ScriptedStep => {
    steps += 1
    return steps < 47 ? { calls: [{ name: 't.read', args: {} }] } : { text: 'end' }
  })
  const abort = new AbortController()
  const extend = (question: object) => {
    asked.push(question)
    if (asked.length === 2) abort.abort()
    return Promise.resolve(asked.length !== 2)
  }
  const tools = [countingTool('t.read')]
  expect(await bench.run(provider, tools, { extend, signal: abort.signal })).toMatchObject({
    kind: 'stopped',
  })
  expect(await bench.run(provider, tools, { extend })).toMatchObject({ kind: 'answered', text: 'end' })
  const second = { reason: 'iterations', limit: 40, observed: 41, adds: 20 }
  expect(asked).toEqual([{ reason: 'iterations', limit: 20, observed: 21, adds: 20 }, second, second])
  expect(provider.requests).toHaveLength(47)
})

test('L4 twenty steps end a sub-agent with an error for the agent above it, and nobody is asked', async () => {
  const bench = new Workbench()
  const provider = scriptedProvider((request): ScriptedStep => {
    if (levelOf(request).startsWith('level 1')) return { calls: [{ name: 't.read', args: {} }] }
    return afterResults(request) ? { text: 'end' } : { calls: [subtask('s')] }
  })
  const extend = () => Promise.reject(new Error('nobody is asked'))
  const outcome = await bench.run(provider, [countingTool('t.read')], { extend })
  expect(outcome).toMatchObject({ kind: 'answered', text: 'end' })
  const result = provider.requests.at(-1)?.messages.at(-1)
  expect(result).toMatchObject({ role: 'tool', isError: true })
  expect(result?.text).toContain('"error":"iterations"')
  expect(provider.requests).toHaveLength(22)
})

test('L4 a person who lets a turn go on long after its time was used up is not asked again at once', async () => {
  const bench = new Workbench()
  const asked: object[] = []
  let steps = 0
  const provider = scriptedProvider((): ScriptedStep => {
    steps += 1
    return steps < 3 ? { calls: [{ name: 't.read', args: {} }] } : { text: 'end' }
  })
  const slow = countingTool('t.read', {
    run: () => {
      if (steps === 1) bench.now += 1_000_000
      return Promise.resolve({ ok: true, text: 'x' })
    },
  })
  const outcome = await bench.run(provider, [slow], {
    extend: (question) => {
      asked.push(question)
      return Promise.resolve(true)
    },
  })
  expect(outcome).toMatchObject({ kind: 'answered', text: 'end' })
  expect(asked).toEqual([{ reason: 'wall_clock', limit: 180_000, observed: 1_000_000, adds: 900_000 }])
})

test('L4 one result is cut by its bytes, not by its characters', async () => {
  const bench = new Workbench()
  const tool = countingTool('t.read', { run: () => Promise.resolve({ ok: true, text: '€'.repeat(20_000) }) })
  const provider = scriptedProvider((request): ScriptedStep =>
    afterResults(request) ? { text: 'end' } : { calls: [{ name: 't.read', args: {} }] },
  )
  await bench.run(provider, [tool])
  const text = provider.requests.at(-1)?.messages.at(-1)?.text ?? ''
  expect(text).toMatch(/^€{16666}\n\[cut: 10002 more bytes; /)
})

test.each([
  ['no: the turn ends, and the answer with it', false],
  ['yes: the answer goes on', true],
])('L4 a model that takes longer than the turn has is asked about meanwhile; %s', async (_name, yes) => {
  const bench = new Workbench()
  const asked: object[] = []
  let goOn = () => {}
  const slow: ChatProvider = {
    name: 'Slow',
    async *stream(): AsyncGenerator<ModelPart> {
      bench.now += 100
      await new Promise<void>((resume) => {
        goOn = resume
      })
      yield { type: 'text', text: 'at last' }
      yield { type: 'finish', usage: { inputTokens: 1, outputTokens: 1 } }
    },
  }
  const outcome = await bench.run(slow, [], {
    limits: { wallClock: 50 },
    extend: (question) => {
      asked.push(question)
      setTimeout(() => goOn(), yes ? 20 : 2_000)
      return Promise.resolve(yes)
    },
  })
  expect(asked).toEqual([{ reason: 'wall_clock', limit: 50, observed: 100, adds: 50 }])
  expect(outcome).toMatchObject(yes ? { kind: 'answered', text: 'at last' } : { kind: 'over_budget' })
  expect(bench.parked).toBe(0)
})

describe('L4 one answer that never stops', () => {
  const MORE: Readonly<Record<string, ModelPart>> = {
    text: { type: 'text', text: 'more '.repeat(20) },
    thoughts: { type: 'reasoning', text: 'hmm '.repeat(25) },
    arguments: { type: 'progress', bytes: 100 },
  }
  const endless = (part: ModelPart, said = 0): ChatProvider & { asked(): number } => {
    let asked = 0
    return {
      name: 'Endless',
      asked: () => asked,
      async *stream(): AsyncGenerator<ModelPart> {
        asked += 1
        if (said > 0 && asked > said) {
          yield { type: 'text', text: 'the end' }
          yield { type: 'finish', usage: { inputTokens: 1, outputTokens: 1 } }
        }
        for (;;) yield part
      },
    }
  }

  test.each(Object.keys(MORE))('%s: it is cut, kept, and ends the turn over `bytes`', async (kind) => {
    const bench = new Workbench()
    const outcome = await bench.run(endless(MORE[kind]!), [], { limits: { answerBytes: 1000 } })
    expect(outcome).toMatchObject({
      kind: 'over_budget',
      exceeded: { reason: 'bytes', limit: 1000, observed: 1100 },
    })
    expect(outcome.text.startsWith('more')).toBe(kind === 'text')
  })

  test('a person can let it go on: the model is asked for the rest', async () => {
    const bench = new Workbench()
    const asked: object[] = []
    const provider = endless(MORE['text']!, 1)
    const outcome = await bench.run(provider, [], {
      limits: { answerBytes: 1000 },
      extend: (question) => {
        asked.push(question)
        return Promise.resolve(true)
      },
    })
    expect(outcome).toMatchObject({ kind: 'answered' })
    expect(outcome.text).toMatch(/^more [^]*the end$/)
    expect(asked).toEqual([{ reason: 'bytes', limit: 1000, observed: 1100, adds: 1000 }])
    expect(provider.asked()).toBe(2)
  })
})

test('L4 time spent waiting for a person does not count', async () => {
  const bench = new Workbench()
  const tool = countingTool('t.write', { category: 'write' })
  const provider = scriptedProvider((request): ScriptedStep =>
    afterResults(request) ? { text: 'end' } : { calls: [{ name: 't.write', args: {} }] },
  )
  const running = bench.run(provider, [tool])
  const [asked] = await bench.waiting(1)
  await expect.poll(() => bench.parked).toBeGreaterThan(0)
  bench.now += 2 * 24 * 3_600_000
  bench.store.answer(asked!.call.id, { allow: true, by: 'ana', hash: asked!.call.hash })
  expect(await running).toMatchObject({ kind: 'answered' })
})

test('L4 work over the wall clock ends the turn', async () => {
  const bench = new Workbench()
  const tool = countingTool('t.read', {
    run: () => {
      bench.now += 100_000
      return Promise.resolve({ ok: true, text: 'slow' })
    },
  })
  const outcome = await bench.run(
    scriptedProvider(() => ({ calls: [{ name: 't.read', args: {} }] })),
    [tool],
  )
  expect(outcome).toMatchObject({ kind: 'over_budget', exceeded: { reason: 'wall_clock', limit: 180_000 } })
})

test('L6 unknown tools, broken JSON and wrong arguments are errors the model can read; siblings run', async () => {
  const bench = new Workbench()
  const tool = countingTool('t.read')
  const provider = scriptedProvider((request): ScriptedStep =>
    afterResults(request)
      ? { text: 'end' }
      : {
          rawCalls: [
            { name: 'constructor', input: '{}' },
            { name: 't.read', input: '{"value": ' },
            { name: 't.read', input: '{"value": 7}' },
            { name: 't.read', input: '{"value":"fine"}' },
          ],
        },
  )
  await bench.run(provider, [tool])
  expect(tool.runs).toEqual(['fine'])
  const texts = provider.requests
    .at(-1)
    ?.messages.slice(-4)
    .map((message) => message.text)
  expect(texts).toEqual([
    expect.stringContaining('there is no tool `constructor`'),
    expect.stringContaining('not valid JSON'),
    expect.stringContaining('are not valid'),
    'did fine',
  ])
})

test.each<[string, ScriptedStep]>([
  ['a failed part', { text: 'half', calls: [{ name: 't.read', args: {} }], fail: 'overloaded' }],
  ['a stream that just ends', { text: 'half', calls: [{ name: 't.read', args: {} }], cutOff: true }],
])('L6 %s dispatches nothing', async (_name, step) => {
  const bench = new Workbench()
  const tool = countingTool('t.read')
  expect(
    await bench.run(
      scriptedProvider(() => step),
      [tool],
    ),
  ).toMatchObject({ kind: 'failed' })
  expect(tool.runs).toEqual([])
})

test('T6 a long result is cut with a note', async () => {
  const bench = new Workbench()
  const tool = countingTool('t.read', { run: () => Promise.resolve({ ok: true, text: 'x'.repeat(60_000) }) })
  const provider = scriptedProvider((request): ScriptedStep =>
    afterResults(request) ? { text: 'end' } : { calls: [{ name: 't.read', args: {} }] },
  )
  await bench.run(provider, [tool])
  const text = provider.requests.at(-1)?.messages.at(-1)?.text ?? ''
  expect(text.length).toBeLessThan(50_200)
  expect(text).toContain('[cut: 10000 more bytes')
})

test('L8 stop ends a running tool, a waiting call and the turn', async () => {
  const bench = new Workbench()
  const abort = new AbortController()
  const tool = countingTool('t.slow', {
    run: (_value, signal) =>
      new Promise((settle) =>
        signal.addEventListener('abort', () => settle({ ok: false, code: 'stopped', text: 'stopped' })),
      ),
  })
  const provider = scriptedProvider((): ScriptedStep => ({
    calls: [
      { name: 't.slow', args: {} },
      { name: 't.write', args: {} },
    ],
  }))
  const running = bench.run(provider, [tool, countingTool('t.write', { category: 'write' })], {
    signal: abort.signal,
  })
  await bench.waiting(1)
  await expect.poll(() => tool.runs).toHaveLength(1)
  abort.abort()
  expect(await running).toMatchObject({ kind: 'stopped' })
})

test('L11 history near the limit is replaced by a summary, once, also after a restart', async () => {
  const bench = new Workbench()
  const tool = countingTool('t.read', { run: () => Promise.resolve({ ok: true, text: 'y'.repeat(4_000) }) })
  let steps = 0
  const play = (request: ModelRequest): ScriptedStep => {
    if (request.tools.length === 0) return { text: 'open: nothing; plan: end' }
    steps += 1
    return steps < 4 ? { calls: [{ name: 't.read', args: {} }] } : { text: 'end' }
  }
  const provider = scriptedProvider(play)
  expect(await bench.run(provider, [tool], { limits: { historyTokens: 1_500 } })).toMatchObject({
    kind: 'answered',
  })
  const summaries = provider.requests.filter((request) => request.tools.length === 0)
  expect(summaries.length).toBeGreaterThan(0)
  expect(
    provider.requests
      .at(-1)
      ?.messages.map((message) => message.text)
      .join('\n'),
  ).toContain('plan: end')
})

test('a crash with sub-agents running resumes at every depth without asking the model again', async () => {
  const bench = new Workbench()
  const write = countingTool('t.write', { category: 'write' })
  const provider = scriptedProvider((request): ScriptedStep => {
    const level = levelOf(request)
    if (afterResults(request)) return { text: `${level} done` }
    if (level.startsWith('level 2')) return { calls: [{ name: 't.write', args: { value: 'deep' } }] }
    return { calls: [subtask('next')] }
  })
  const abort = new AbortController()
  const first = bench.run(provider, [write], { signal: abort.signal })
  const [asked] = await bench.waiting(1)
  await expect.poll(() => bench.parked).toBeGreaterThan(0)
  const before = provider.requests.length
  // The process is gone: what it had begun is recovered by kind of tool.
  for (const row of bench.store.all()) bench.store.interrupt(row.call.id)
  abort.abort()
  await first
  bench.store.answer(asked!.call.id, { allow: true, by: 'ana', hash: asked!.call.hash })
  expect(await bench.run(provider, [write])).toMatchObject({ kind: 'answered' })
  expect(write.runs).toEqual(['deep'])
  expect(provider.requests.length - before).toBe(3)
})
