import { expect, test, vi } from 'vitest'
import type { ModelRequest } from '../provider.ts'
import { countingTool, Workbench } from '../testing/bench.ts'
import { scriptedProvider, type ScriptedStep } from '../testing/scripted-provider.ts'

// What the loop owes, and the tests that show it (in this folder unless said):
//
//   a direct answer; a tool call and its result        run-turn.test.ts   L1, L2
//   parallel calls, one of which fails                 run-turn.test.ts   L3 at most 8 at once …
//   tools that are not parallel-safe; named locks      run-turn.test.ts   L3 …; capabilities.test.ts L6 …
//   more than 8 calls in a step                        run-turn.test.ts   L3 at most 8 at once …
//   run_subtask at the root, and too deep              run-turn.test.ts   L2 …
//   iterations of a level                              run-turn.test.ts   L4 iterations end a level …
//   every budget of a turn                             run-turn.test.ts   L4 …; here: writes; compaction.test.ts: tokens; cost.test.ts: cost
//   going on past a budget                             run-turn.test.ts   L4 a person can extend …
//   finish_subtask: fits, does not, never comes        run-turn.test.ts   L2 structured result …; here
//   a stop                                             stop.test.ts
//   a subset of tools, none that the parent lacks      isolation.test.ts, run-turn.test.ts
//   results under task:<id>                            run-turn.test.ts   L2 a sub-agent has its own history …
//   events nested by parent and depth                  here
//   siblings do not see each other                     here
//   unknown tools, broken and wrong arguments          run-turn.test.ts   L6 …
//   a crash at every point                             crash.test.ts
//   random turns against a slow second loop            random-turns.test.ts
//   chats over the wire: direct, with sub-agents, budgets, old clients   apps/server/src/turns/chat.test.ts
//   file tools keep to the workspace                   apps/server/src/features/files

const levelOf = (request: ModelRequest) => request.messages[0]?.text ?? ''
const afterResults = (request: ModelRequest) => request.messages.at(-1)?.role === 'tool'
const subtask = (title: string, more: object = {}) => ({
  name: 'run_subtask',
  args: { title, instructions: title, ...more },
})

test('L5 what is streamed says whose it is: parent and depth', async () => {
  const bench = new Workbench()
  const provider = scriptedProvider((request): ScriptedStep => {
    const level = levelOf(request)
    if (afterResults(request)) return { text: `end of ${level}` }
    if (level.startsWith('level 2')) return { text: 'deep' }
    return { text: `start of ${level}`, calls: [subtask('below')] }
  })
  await bench.run(provider, [])
  const [outer, inner] = bench.store.all().map(({ call }) => call.id)
  expect(bench.chunks).toEqual([
    { text: 'start of level 0', depth: 0, parentId: null },
    { text: 'start of level 1 below', depth: 1, parentId: outer },
    { text: 'deep', depth: 2, parentId: inner },
    { text: 'end of level 1 below', depth: 1, parentId: outer },
    { text: 'end of level 0', depth: 0, parentId: null },
  ])
})

test('L2 sub-agents of one step do not see each other; their parent sees both, and a later one can read them', async () => {
  const bench = new Workbench()
  const listed = new Map<string, string>()
  const provider = scriptedProvider((request): ScriptedStep => {
    const level = levelOf(request)
    const results = request.messages.filter((message) => message.role === 'tool')
    if (level.startsWith('level 1')) {
      if (results.length === 0) return { calls: [{ name: 'memory_list', args: {} }] }
      listed.set(level, results[0]?.text ?? '')
      return { text: `result of ${level}` }
    }
    if (results.length === 0) return { calls: [subtask('a'), subtask('b')] }
    return results.length === 2 ? { calls: [subtask('c')] } : { text: 'end' }
  })
  await bench.run(provider, [])
  const [a, b] = bench.store.all().filter(({ call }) => call.tool === 'run_subtask')
  expect(listed.get('level 1 a')).toBe('The memory is empty.')
  expect(listed.get('level 1 b')).toBe('The memory is empty.')
  expect(listed.get('level 1 c')?.split('\n').toSorted()).toEqual(
    [`task:${a?.call.id}`, `task:${b?.call.id}`].toSorted(),
  )
})

test('L2 a sub-agent that only talks where it must hand in a result has not satisfied its schema', async () => {
  const bench = new Workbench()
  const provider = scriptedProvider((request): ScriptedStep => {
    if (levelOf(request).startsWith('level 1')) return { text: 'here you are: 7' }
    return afterResults(request)
      ? { text: 'end' }
      : { calls: [subtask('s', { output_schema: { type: 'object' } })] }
  })
  await bench.run(provider, [])
  const result = provider.requests.at(-1)?.messages.at(-1)
  expect(result).toMatchObject({ isError: true })
  expect(JSON.parse(result?.text ?? '')).toMatchObject({
    error: 'schema_not_satisfied',
    partial: 'here you are: 7',
  })
})

test.each([
  ['a schema that is none', { type: 7 }],
  ['a schema that is too long', { description: 'x'.repeat(60_000) }],
])('L2 %s is an error before anything starts', async (_name, output_schema) => {
  const bench = new Workbench()
  const provider = scriptedProvider((request): ScriptedStep =>
    afterResults(request) ? { text: 'end' } : { calls: [subtask('s', { output_schema })] },
  )
  await bench.run(provider, [])
  expect(provider.requests.map(levelOf)).not.toContain('level 1 s')
})

test('L4 a cap on calls with an effect, over all levels, when there is one', async () => {
  const bench = new Workbench()
  bench.policy({ mode: 'auto', layers: [] })
  const write = countingTool('t.write', { category: 'write' })
  const provider = scriptedProvider((request): ScriptedStep => {
    if (afterResults(request)) return { text: 'end' }
    return levelOf(request).startsWith('level 1')
      ? { calls: [{ name: 't.write', args: { value: 'x' } }] }
      : { calls: [subtask('a'), subtask('b'), subtask('c')] }
  })
  const outcome = await bench.run(provider, [write], { limits: { writes: 2 } })
  expect(outcome).toMatchObject({
    kind: 'over_budget',
    exceeded: { reason: 'writes', limit: 2, observed: 3 },
  })
  expect(write.runs.length).toBeLessThanOrEqual(2)
})

test.each([
  ['by the agent itself', ['x', 'y']],
  ['by sub-agents that have ended', ['a', 'b']],
])('L4 what was changed %s before a turn was laid down counts after it', async (_who, changed) => {
  const bench = new Workbench()
  bench.policy({ mode: 'auto', layers: [] })
  const write = countingTool('t.write', { category: 'write' })
  const ask = countingTool('t.ask', { destructive: true })
  const change = (value: string) => ({ name: 't.write', args: { value } })
  let steps = 0
  const provider = scriptedProvider((request): ScriptedStep => {
    const level = levelOf(request)
    if (level.startsWith('level 1'))
      return afterResults(request) ? { text: 'end' } : { calls: [change(level.at(-1) ?? '')] }
    steps += 1
    if (steps === 1)
      return { calls: changed.includes('x') ? changed.map(change) : changed.map((title) => subtask(title)) }
    if (steps === 2) return { calls: [{ name: 't.ask', args: { value: 'may I' } }] }
    return steps === 3 ? { calls: [change('z')] } : { text: 'end' }
  })
  const abort = new AbortController()
  const first = bench.run(provider, [write, ask], { signal: abort.signal, limits: { writes: 2 } })
  const [asked] = await bench.waiting(1)
  await expect.poll(() => bench.parked).toBeGreaterThan(0)
  abort.abort()
  await first
  bench.store.answer(asked!.call.id, { allow: false, by: 'ana', hash: asked!.call.hash }) // it was waited for
  expect(await bench.run(provider, [write, ask], { limits: { writes: 2 } })).toMatchObject({
    kind: 'over_budget',
    exceeded: { reason: 'writes', limit: 2, observed: 3 },
  })
  expect(write.runs.toSorted()).toEqual(changed)
})

test('L4 the change that was one too many does not run after a person refused more, however slowly the others are found', async () => {
  const bench = new Workbench()
  bench.policy({ mode: 'auto', layers: [] })
  const write = countingTool('t.write', { category: 'write' })
  const provider = scriptedProvider((request): ScriptedStep =>
    afterResults(request)
      ? { text: 'end' }
      : { calls: ['x', 'y', 'z'].map((value) => ({ name: 't.write', args: { value } })) },
  )
  const abort = new AbortController()
  let asked = false
  const first = bench.run(provider, [write], {
    signal: abort.signal,
    limits: { writes: 2 },
    extend: () => {
      asked = true
      return new Promise(() => {})
    },
  })
  await expect.poll(() => asked && bench.parked > 0).toBe(true)
  abort.abort()
  await first
  const find = bench.store.find.bind(bench.store)
  vi.spyOn(bench.store, 'find').mockImplementation(async (id) => {
    const found = await find(id)
    if (found) await new Promise((resume) => setTimeout(resume, 20))
    return found
  })
  const outcome = await bench.run(provider, [write], {
    limits: { writes: 2 },
    extend: () => Promise.resolve(false),
  })
  expect(outcome).toMatchObject({
    kind: 'over_budget',
    exceeded: { reason: 'writes', limit: 2, observed: 3 },
  })
  expect(write.runs).toEqual(['x', 'y'])
})

test('L3 calls of a step are written down in the order of the model, however long reading them takes', async () => {
  const bench = new Workbench()
  const slow = countingTool('t.slow')
  let looks = 0
  const tools = [
    {
      ...slow,
      parse: (args: unknown) => {
        const parsed = slow.parse(args)
        if ('error' in parsed) return parsed
        looks += 1
        const turns = 10 - looks
        return {
          ...parsed,
          inspect: async (place: Parameters<typeof parsed.inspect>[0]) => {
            for (let turn = 0; turn < turns; turn += 1) await new Promise((next) => setImmediate(next))
            return parsed.inspect(place)
          },
        }
      },
    },
  ]
  const values = ['a', 'b', 'c', 'd', 'e', 'f']
  const provider = scriptedProvider((request): ScriptedStep =>
    afterResults(request)
      ? { text: 'end' }
      : {
          calls: [
            ...values.map((value) => ({ name: 't.slow', args: { value } })),
            { name: 't.nothing', args: {} },
          ],
        },
  )
  await bench.run(provider, tools)
  const written = bench.store.all().map(({ call }) => call)
  expect(written.slice(0, -1).map(({ specifierText }) => specifierText)).toEqual(values)
  expect(written.at(-1)?.tool).toBe('t.nothing')
})
