import { expect, test } from 'vitest'
import { compile } from '../compile.ts'
import { readGraph, type Graph } from '../format.ts'
import { hashGraph } from '../hash.ts'
import { createRegistry } from '../nodes/registry.ts'
import { SAMPLE_TOOLS } from '../testing/tool-facts.ts'
import { fromNode } from './from-node.ts'
import type { RunOutcome, RunResult } from './plan.ts'
import { plan, Planner } from './planner.ts'

function read(json: object): Graph {
  const graph = readGraph({ version: 1, name: 'g', ...json })
  if (!graph.ok) throw new Error(JSON.stringify(graph.error))
  return graph.value
}

function compiled(json: object, registry = createRegistry(SAMPLE_TOOLS)) {
  const result = compile(read(json), registry)
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return result.compiled
}

const done = (text: string): RunOutcome => ({ state: 'done', outputs: { text } })
const failed = (code: string): RunOutcome => ({ state: 'failed', error: { code, message: code } })

const RETRIED = {
  outputs: { text: ['get', 'text'] },
  nodes: [
    {
      id: 'get',
      type: 'web.fetch',
      inputs: { url: 'https://example.com' },
      retry: { times: 2, wait: '2s', factor: 3 },
      timeout: '60s',
    },
  ],
}

test('a failed call is tried again, later each time, until there are no tries left', () => {
  const planner = new Planner(compiled(RETRIED), {})
  const [first] = planner.next().ready
  expect(first).toMatchObject({
    node: 'get',
    item: [],
    try: 1,
    delay: 0,
    key: 'get#1',
    timeout: 60_000,
    kind: 'tool',
  })
  planner.add({ node: 'get', item: [], try: 1, outcome: failed('timeout') })
  expect(planner.next().ready).toMatchObject([{ try: 2, delay: 2000 }])
  planner.add({ node: 'get', item: [], try: 2, outcome: failed('timeout') })
  expect(planner.next().ready).toMatchObject([{ try: 3, delay: 6000 }])
  planner.add({ node: 'get', item: [], try: 3, outcome: failed('timeout') })
  expect(planner.next()).toMatchObject({ over: true, failed: { code: 'timeout', node: 'get' } })
})

test.each(['denied', 'blocked', 'expired', 'interrupted'])('%s is not tried again', (code) => {
  const results: RunResult[] = [{ node: 'get', item: [], try: 1, outcome: failed(code) }]
  expect(plan(compiled(RETRIED), {}, results)).toMatchObject({ ready: [], failed: { code } })
})

test('a failure whose port is wired goes there, and the run goes on', () => {
  const graph = compiled({
    outputs: { text: ['tell', 'text'], all: ['get', 'text'] },
    nodes: [
      { id: 'get', type: 'web.fetch', inputs: { url: 'https://example.com' } },
      { id: 'tell', type: 'text.template', inputs: { template: 'No: {{why}}' } },
    ],
    edges: [{ from: ['get', 'error'], to: ['tell', 'why'], pick: 'message' }],
  })
  expect(plan(graph, {}, [{ node: 'get', item: [], try: 1, outcome: failed('denied') }]).outputs).toEqual({
    text: 'No: denied',
  })
  expect(plan(graph, {}, [{ node: 'get', item: [], try: 1, outcome: done('page') }]).outputs).toEqual({
    all: 'page',
  })
})

const EACH = (settings: object) => ({
  outputs: { items: ['each', 'items'], errors: ['each', 'errors'] },
  nodes: [
    {
      id: 'each',
      type: 'map',
      inputs: { items: ['a', 'b', 'c'], ...settings },
      body: {
        outputs: { result: ['read', 'text'] },
        nodes: [{ id: 'read', type: 'files.read' }],
        edges: [{ from: ['$input', 'item'], to: ['read', 'path'] }],
      },
    },
  ],
})

test('a map hands out as many items at once as it may, and gives results in the order of items', () => {
  const planner = new Planner(compiled(EACH({ parallel: 2 })), {})
  expect(planner.next().ready.map(({ key }) => key)).toEqual(['each/read[0]#1', 'each/read[1]#1'])
  planner.add({ node: 'each/read', item: [1], try: 1, outcome: done('B') })
  expect(planner.next().ready.map(({ key }) => key)).toEqual(['each/read[2]#1'])
  planner.add({ node: 'each/read', item: [2], try: 1, outcome: done('C') })
  planner.add({ node: 'each/read', item: [0], try: 1, outcome: done('A') })
  expect(planner.next().outputs).toEqual({ items: ['A', 'B', 'C'], errors: [] })
})

test.each([
  ['stop', { failed: { code: 'no', node: 'each/read', item: [1] } }],
  ['skip', { outputs: { items: ['x', 'x'], errors: [] } }],
  [
    'collect',
    { outputs: { items: ['x', 'x'], errors: [{ code: 'no', message: 'no', node: 'each/read', item: [1] }] } },
  ],
])('an item that fails, with %s', (on_error, end) => {
  const results = [0, 1, 2].map((at): RunResult => ({
    node: 'each/read',
    item: [at],
    try: 1,
    outcome: at === 1 ? failed('no') : done('x'),
  }))
  expect(plan(compiled(EACH({ on_error })), {}, results)).toMatchObject(end)
})

test('a pure node that fails in a list is told with its item, although the others of a quiet run are not', () => {
  const graph = {
    nodes: [
      {
        id: 'each',
        type: 'map',
        inputs: { items: ['1', 'x', '3'], on_error: 'skip' },
        body: {
          inputs: { item: { schema: { type: 'string' } } },
          outputs: { result: ['parse', 'value'] },
          nodes: [{ id: 'parse', type: 'json.parse', inputs: {} }],
          edges: [{ from: ['$input', 'item'], to: ['parse', 'text'] }],
        },
      },
    ],
    outputs: { items: ['each', 'items'] },
  }
  const { ended, outputs } = plan(compiled(graph), {}, [], { quiet: true })
  expect(outputs).toEqual({ items: [1, 3] })
  expect(ended).toMatchObject([
    { node: 'each/parse', item: [1], state: 'failed' },
    { node: 'each', item: [], state: 'done' },
  ])
})

test('a loop ends when its body says so, and at most after `max`', () => {
  const loop = (max: number) =>
    compiled({
      outputs: { value: ['loop', 'value'], done: ['loop', 'done'], count: ['loop', 'count'] },
      nodes: [
        {
          id: 'loop',
          type: 'loop',
          inputs: { initial: 0, max },
          body: {
            outputs: { value: ['add', 'result'], done: ['enough', 'result'] },
            nodes: [
              { id: 'add', type: 'number.calculate', inputs: { operation: 'add', b: 1 } },
              { id: 'enough', type: 'logic.compare', inputs: { operator: 'at_least', right: 3 } },
            ],
            edges: [
              { from: ['$input', 'value'], to: ['add', 'a'] },
              { from: ['add', 'result'], to: ['enough', 'left'] },
            ],
          },
        },
      ],
    })
  expect(plan(loop(10), {}).outputs).toEqual({ value: 3, done: true, count: 3 })
  expect(plan(loop(2), {}).outputs).toEqual({ value: 2, done: false, count: 2 })
  expect(plan(loop(100_000), {}).over).toBe(true)
})

test('a workflow runs inside another, by its hash', () => {
  const plain = createRegistry(SAMPLE_TOOLS)
  const inner = read({
    inputs: { name: { schema: { type: 'string' } }, hello: { schema: { type: 'string' }, default: 'Hi' } },
    outputs: { text: ['say', 'text'] },
    nodes: [{ id: 'say', type: 'text.template', inputs: { template: '{{hello}} {{name}}' } }],
    edges: [
      { from: ['$input', 'name'], to: ['say', 'name'] },
      { from: ['$input', 'hello'], to: ['say', 'hello'] },
    ],
  })
  const hash = hashGraph(inner, plain)
  const registry = createRegistry(SAMPLE_TOOLS, (wanted) => (wanted === hash ? inner : undefined))
  const outer = {
    outputs: { text: ['sub', 'text'] },
    nodes: [{ id: 'sub', type: 'workflow', inputs: { workflow: `greet@${hash}`, name: 'Bo' } }],
  }
  expect(plan(compiled(outer, registry), {}).outputs).toEqual({ text: 'Hi Bo' })
})

test('inputs are checked before anything runs', () => {
  const graph = compiled({ inputs: { n: { schema: { type: 'number' } } }, nodes: [] })
  expect(plan(graph, {}).failed).toMatchObject({ code: 'invalid_input', message: 'the input `n` is missing' })
  expect(plan(graph, { n: 'x' }).failed?.code).toBe('invalid_input')
  expect(plan(graph, { n: 1, m: 1 }).failed?.message).toBe('there is no input `m`')
  expect(plan(graph, { n: 1 }).outputs).toEqual({})
})

test('what a pure node gave is not computed again with a cache', () => {
  const kept = new Map<string, Readonly<Record<string, never>>>()
  const graph = compiled({
    outputs: { text: ['j', 'text'] },
    nodes: [{ id: 'j', type: 'text.join', inputs: { texts: ['a'] } }],
  })
  const cache = { get: (key: string) => kept.get(key), set: (key: string) => kept.set(key, {}) }
  expect(plan(graph, {}, [], { cache }).outputs).toEqual({ text: 'a' })
  expect(plan(graph, {}, [], { cache }).outputs).toEqual({})
})

test('from a node, what is not below it is kept, and what a person said never is', () => {
  const graph = compiled({
    nodes: [
      { id: 'a', type: 'files.read', inputs: { path: 'a' } },
      { id: 'side', type: 'files.read', inputs: { path: 's' } },
      { id: 'b', type: 'web.fetch' },
      { id: 'ask', type: 'human.ask', inputs: { question: '?' } },
      { id: 'c', type: 'files.write', inputs: { path: 'c' } },
    ],
    edges: [
      { from: ['a', 'text'], to: ['b', 'url'] },
      { from: ['ask', 'answer'], to: ['c', 'content'] },
    ],
  })
  const results = ['a', 'side', 'b', 'ask', 'c'].map((node): RunResult => ({
    node,
    item: [],
    try: 1,
    outcome: done(node),
  }))
  const { results: kept, anew } = fromNode(graph, 'b', results)
  expect(kept.map(({ node }) => node)).toEqual(['a', 'side'])
  expect([...anew].sort()).toEqual(['ask', 'b', 'c'])
})
