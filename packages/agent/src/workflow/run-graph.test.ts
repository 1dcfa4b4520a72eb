import { compile, createRegistry, Planner, readGraph, type ToolNodeFacts } from '@countersign/workflow'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sha256 } from '@countersign/protocol/canonical'
import { countingTool, Workbench } from '../testing/bench.ts'
import { crashingStore } from '../testing/crashing-store.ts'
import { scriptedProvider } from '../testing/scripted-provider.ts'
import { defineTool, type Tool } from '../toolbelt/tool.ts'
import { nodeCallId } from './call-id.ts'
import { runGraph, type GraphParts, type NodeNews } from './run-graph.ts'

const tools = () => [
  countingTool('t.once'),
  countingTool('t.safe', { repeat: 'safe' }),
  countingTool('t.ask', { category: 'write' }),
]

/** Parallel effects, one per item of a list, one that asks, and a final node that depends on them all. */
const GRAPH = {
  version: 1,
  name: 'Story',
  inputs: {},
  outputs: { text: ['last', 'text'] },
  nodes: [
    { id: 'first', type: 't.once', inputs: { value: 'first' } },
    {
      id: 'each',
      type: 'map',
      inputs: { items: ['a', 'b', 'c'] },
      body: {
        inputs: { item: { schema: { type: 'string' } } },
        outputs: { result: ['act', 'text'] },
        nodes: [{ id: 'act', type: 't.once', inputs: {} }],
        edges: [{ from: ['$input', 'item'], to: ['act', 'value'] }],
      },
    },
    { id: 'ask', type: 't.ask', inputs: { value: 'yes' } },
    { id: 'join', type: 'text.join', inputs: {} },
    { id: 'last', type: 't.safe', inputs: {} },
  ],
  edges: [
    { from: ['first', 'text'], to: ['each', '$after'] },
    { from: ['each', 'items'], to: ['join', 'texts'] },
    { from: ['ask', 'text'], to: ['last', '$after'] },
    { from: ['join', 'text'], to: ['last', 'value'] },
  ],
}

function factsOf({
  name,
  category,
  destructive,
  specifier,
  repeat,
  inputSchema,
  description,
}: Tool): ToolNodeFacts {
  const input = inputSchema as ToolNodeFacts['input'] // a tool states a schema
  return {
    name,
    title: name,
    description,
    input,
    category,
    destructive,
    specifier,
    repeat,
    definitionHash: sha256(name),
  }
}

function compiled(belt: readonly Tool[], source: object = GRAPH) {
  const read = readGraph(source)
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  const made = compile(read.value, createRegistry(belt.map(factsOf)))
  if (!made.ok) throw new Error(JSON.stringify(made.errors))
  return made.compiled
}

/** A tool that runs the graph, as `run_workflow` does. */
function graphTool(
  bench: Workbench,
  belt: readonly Tool[],
  news: NodeNews[] = [],
  {
    source,
    code = () => Promise.reject(new Error('no code')),
  }: Partial<{ source: object; code: GraphParts['code'] }> = {},
): Tool {
  const graph = compiled(belt, source)
  return defineTool({
    name: 'run_graph',
    description: 'Runs the graph.',
    category: 'read',
    destructive: false,
    editSafe: false,
    capability: 'safe',
    specifier: { kind: 'text', template: '' },
    repeat: 'safe',
    parallelSafe: true,
    input: z.object({}),
    title: () => 'Run',
    inspect: () => ({
      specifier: { kind: 'text', text: '' },
      body: { kind: 'arguments', entries: [] },
      targets: [],
    }),
    async run(_input, context) {
      const calls = context.calls?.()
      if (!calls) throw new Error('no calls below')
      const outcome = await runGraph({
        run: context.call.id,
        version: graph.hash,
        planner: new Planner(graph, {}),
        calls,
        signal: context.signal,
        own: () => undefined,
        code,
        refuses: () => undefined,
        // The person checked: the call had been made.
        settled: async (id) => void bench.store.settle(id, 'done', { text: 'settled' }),
        told: (one) => news.push(one),
      })
      return outcome.kind === 'done'
        ? { ok: true, text: JSON.stringify(outcome.outputs) }
        : { ok: false, code: outcome.kind, text: JSON.stringify(outcome) }
    },
  })
}

const model = () =>
  scriptedProvider((request) =>
    request.messages.at(-1)?.role === 'tool' ? { text: 'end' } : { calls: [{ name: 'run_graph', args: {} }] },
  )

test('each tool node is one call below the run, under an id that node, item and try give', async () => {
  const bench = new Workbench()
  const belt = tools()
  const news: NodeNews[] = []
  const outcome = await bench.answering(bench.run(model(), [...belt, graphTool(bench, belt, news)]))
  expect(outcome).toMatchObject({ kind: 'answered', text: 'end' })
  const rows = bench.store.all()
  const run = rows.find(({ call }) => call.tool === 'run_graph')
  const below = rows.filter(({ call }) => call.parentId === run?.call.id)
  expect(below.map(({ call }) => `${call.node?.node} ${call.node?.item}`).toSorted()).toEqual([
    'ask null',
    'each/act 0',
    'each/act 1',
    'each/act 2',
    'first null',
    'last null',
  ])
  expect(below.map(({ call }) => call.id)).toContain(run && nodeCallId(run.call.id, 'each/act[1]#1'))
  expect(belt[0]?.runs).toEqual(['first', 'a', 'b', 'c'])
  expect(news.filter(({ kind }) => kind === 'ended').length).toBeGreaterThanOrEqual(6)
})

test('a node that may run takes two writes, and its row is not read again', async () => {
  const bench = new Workbench()
  bench.policy({ mode: 'auto', layers: [] })
  const belt = tools()
  const asked: string[] = []
  const store = new Proxy(bench.store, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name)
      if (typeof found !== 'function') return found
      return (...args: unknown[]) => {
        if (name !== 'load' && name !== 'append') asked.push(String(name))
        return Reflect.apply(found, target, args) as unknown
      }
    },
  })
  const outcome = await bench.run(model(), [...belt, graphTool(bench, belt)], { store })
  expect(outcome).toMatchObject({ kind: 'answered', text: 'end' })
  // The run itself, and six nodes.
  expect(asked.toSorted()).toEqual([
    'below',
    ...Array.from({ length: 7 }, () => 'end'),
    ...Array.from({ length: 7 }, () => 'propose'),
  ])
})

describe('a process that dies at any point of a run', async () => {
  let count = 0
  const bench = new Workbench()
  const belt = tools()
  const store = crashingStore(bench.store, {
    at: 0,
    when: 'before',
    died: () => {},
    wrote: () => (count += 1),
  })
  await bench.answering(bench.run(model(), [...belt, graphTool(bench, belt)], { store }))
  const points = Array.from({ length: count }, (_, index) => index + 1)

  test('there are many points', () => expect(count).toBeGreaterThan(12))

  test.each(points.flatMap((at) => [[at, 'before'] as const, [at, 'after'] as const]))(
    'at write %i, %s it: no effect happens twice, none is lost, and the run ends',
    async (at, when) => {
      const second = new Workbench()
      const own = tools()
      let died = () => {}
      const death = new Promise<'died'>((resolve) => {
        died = () => resolve('died')
      })
      const dying = crashingStore(second.store, { at, when, died: () => died() })
      const running = second
        .run(model(), [...own, graphTool(second, own)], { store: dying })
        .then(() => 'ended' as const)
      await second.answering(Promise.race([death, running]))
      for (const row of second.store.all()) second.store.interrupt(row.call.id)
      const outcome = await second.answering(second.run(model(), [...own, graphTool(second, own)]))
      expect(outcome).toMatchObject({ kind: 'answered', text: 'end' })
      const [once, , ask] = own
      for (const tool of [once, ask]) expect(new Set(tool?.runs).size).toBe(tool?.runs.length)
      const rows = second.store.all().filter(({ call }) => call.node !== undefined)
      expect(rows.filter(({ state }) => state !== 'succeeded')).toEqual([])
      expect(rows.length).toBe(6)
    },
  )
})

test('nodes that must not run at once wait for each other, also where each begins as it is proposed', async () => {
  const bench = new Workbench()
  bench.policy({ mode: 'auto', layers: [] })
  let running = 0
  let most = 0
  const alone = countingTool('t.once', {
    parallelSafe: false,
    run: async (value) => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resume) => setTimeout(resume, 2))
      running -= 1
      return { ok: true, text: value }
    },
  })
  const belt = [alone, ...tools().slice(1)]
  const begun: string[] = []
  const begin = bench.store.begin.bind(bench.store)
  bench.store.begin = (lease, id, ...rest) => {
    begun.push(id)
    return begin(lease, id, ...rest)
  }
  const outcome = await bench.run(model(), [...belt, graphTool(bench, belt)])
  expect(outcome).toMatchObject({ kind: 'answered', text: 'end' })
  expect(alone.runs.toSorted()).toEqual(['a', 'b', 'c', 'first'])
  expect(most).toBe(1)
  // `first` and the first item found the lock free; the other items waited for it.
  expect(begun.length).toBe(2)
})

test('of nodes that do not wait for each other, eight work at once, also where a list allows more', async () => {
  const bench = new Workbench()
  let working = 0
  let most = 0
  const slow = countingTool('t.safe', {
    repeat: 'safe',
    run: async (value) => {
      working += 1
      most = Math.max(most, working)
      await new Promise((resume) => setTimeout(resume, 2))
      working -= 1
      return { ok: true, text: value }
    },
  })
  const source = {
    version: 1,
    name: 'Many',
    inputs: {},
    outputs: {},
    nodes: [
      ...Array.from({ length: 10 }, (_one, at) => ({
        id: `n${at}`,
        type: 't.safe',
        inputs: { value: `${at}` },
      })),
      {
        id: 'each',
        type: 'map',
        inputs: { items: Array.from({ length: 30 }, (_one, at) => `${at}`), parallel: 30 },
        body: {
          inputs: { item: { schema: { type: 'string' } } },
          outputs: { result: ['act', 'text'] },
          nodes: [{ id: 'act', type: 't.safe', inputs: {} }],
          edges: [{ from: ['$input', 'item'], to: ['act', 'value'] }],
        },
      },
    ],
    edges: [],
  }
  const outcome = await bench.run(model(), [slow, graphTool(bench, [slow], [], { source })])
  expect(outcome).toMatchObject({ kind: 'answered', text: 'end' })
  expect(slow.runs).toHaveLength(40)
  expect(most).toBe(8)
})

/** One node, whose failure the run tells as its output. */
const oneNode = (node: object) => ({
  version: 1,
  name: 'One',
  inputs: {},
  outputs: { error: ['it', 'error'] },
  nodes: [{ id: 'it', ...node }],
  edges: [],
})

test('a call that takes longer than the graph allows has failed with `timeout`, and its tool is told', async () => {
  const bench = new Workbench()
  let told: unknown
  const slow = countingTool('t.safe', {
    repeat: 'safe',
    run: async (_value, signal) => {
      await new Promise((resume) => signal.addEventListener('abort', resume, { once: true }))
      told = signal.reason
      return { ok: true, text: 'too late' }
    },
  })
  const source = oneNode({ type: 't.safe', inputs: { value: 'x' }, timeout: '40ms' })
  await bench.run(model(), [slow, graphTool(bench, [slow], [], { source })])
  const row = bench.store.all().find(({ call }) => call.tool === 't.safe')
  expect(row).toMatchObject({ state: 'failed', result: { code: 'timeout' } })
  expect(told).toMatchObject({ name: 'TimeoutError' })
})

test('a limit that is longer than any timer does not end the call at once', async () => {
  const bench = new Workbench()
  const belt = [countingTool('t.safe', { repeat: 'safe' })]
  const source = oneNode({ type: 't.safe', inputs: { value: 'x' }, timeout: '90d' })
  await bench.run(model(), [...belt, graphTool(bench, belt, [], { source })])
  expect(bench.store.all().find(({ call }) => call.tool === 't.safe')?.state).toBe('succeeded')
})

test.each([
  ['code', { type: 'code.javascript', ports: { outputs: { n: {} } }, inputs: { source: 'x' } }],
  ['a call', { type: 't.safe', inputs: { value: 'x' } }],
])('%s is tried again after the time that the graph says', async (_what, node) => {
  const bench = new Workbench()
  const times: number[] = []
  const attempt = (): boolean => times.push(performance.now()) === 3
  const tool = countingTool('t.safe', {
    repeat: 'safe',
    run: async () => (attempt() ? { ok: true, text: 'x' } : { ok: false, code: 'broken', text: 'x' }),
  })
  const code: GraphParts['code'] = async () => {
    if (attempt()) return { n: 1 }
    throw new Error('x')
  }
  const source = oneNode({ ...node, retry: { times: 2, wait: '40ms', factor: 2 } })
  await bench.run(model(), [tool, graphTool(bench, [tool], [], { source, code })])
  const [first = 0, second = 0, third = 0] = times
  expect(times.length).toBe(3)
  // Timers may be a millisecond early.
  expect(second - first).toBeGreaterThan(38)
  expect(third - second).toBeGreaterThan(78)
})

test('the code of a node is told the time that the graph allows', async () => {
  const bench = new Workbench()
  const limits: unknown[] = []
  const code: GraphParts['code'] = async ({ timeout }) => {
    limits.push(timeout)
    return { n: 1 }
  }
  const node = {
    type: 'code.javascript',
    ports: { outputs: { n: {} } },
    inputs: { source: 'x' },
    timeout: '200ms',
  }
  await bench.run(model(), [graphTool(bench, [], [], { source: oneNode(node), code })])
  expect(limits).toEqual([200])
})
