// Compiling and planning graphs of pure nodes: `node --conditions=countersign-source bench/workflow/pure.ts`.
import {
  compile,
  createRegistry,
  effectManifest,
  Planner,
  readGraph,
  type Graph,
} from '../../packages/workflow/src/index.ts'
import { SAMPLE_TOOLS } from '../../packages/workflow/src/testing/tool-facts.ts'

const ROUNDS = 30
const registry = createRegistry(SAMPLE_TOOLS)

function chain(length: number): Graph {
  return read({
    version: 1,
    name: 'chain',
    inputs: { text: { schema: { type: 'string' }, default: 'a' } },
    outputs: { text: [`n${length - 1}`, 'text'] },
    nodes: Array.from({ length }, (_one, at) => ({ id: `n${at}`, type: 'text.trim', inputs: {} })),
    edges: Array.from({ length }, (_one, at) => ({
      from: at === 0 ? ['$input', 'text'] : [`n${at - 1}`, 'text'],
      to: [`n${at}`, 'text'],
    })),
  })
}

function mapped(count: number): Graph {
  return read({
    version: 1,
    name: 'map',
    outputs: { items: ['each', 'items'] },
    nodes: [
      { id: 'range', type: 'list.range', inputs: { end: count } },
      {
        id: 'each',
        type: 'map',
        body: {
          outputs: { result: ['sum', 'result'] },
          nodes: [{ id: 'sum', type: 'number.calculate', inputs: { operation: 'add', b: 1 } }],
          edges: [{ from: ['$input', 'item'], to: ['sum', 'a'] }],
        },
      },
    ],
    edges: [{ from: ['range', 'items'], to: ['each', 'items'] }],
  })
}

function effects(count: number): Graph {
  return read({
    version: 1,
    name: 'effects',
    nodes: Array.from({ length: count }, (_one, at) => ({
      id: `n${at}`,
      type: 'files.write',
      inputs: { path: `out/${at}.txt`, ...(at === 0 ? { content: '' } : {}) },
    })),
    edges: Array.from({ length: count - 1 }, (_one, at) => ({
      from: [`n${at}`, 'text'],
      to: [`n${at + 1}`, 'content'],
    })),
  })
}

function read(json: unknown): Graph {
  const graph = readGraph(json)
  if (!graph.ok) throw new Error(JSON.stringify(graph.error))
  return graph.value
}

function compiled(graph: Graph) {
  const result = compile(graph, registry)
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return result.compiled
}

/** Median and worst of many rounds, in milliseconds, after a warm-up. */
function measure(name: string, work: () => void): void {
  work()
  const times = Array.from({ length: ROUNDS }, () => {
    const start = process.hrtime.bigint()
    work()
    return Number(process.hrtime.bigint() - start) / 1e6
  }).sort((a, b) => a - b)
  const round = (ms: number | undefined) => (ms ?? 0).toFixed(2)
  console.log(`${name}: median ${round(times[ROUNDS >> 1])} ms, worst ${round(times.at(-1))} ms`)
}

const thousand = chain(1000)
const ready = compiled(thousand)
const list = compiled(mapped(10_000))
const writes = compiled(effects(500))

measure('compile 1,000 pure nodes', () => compiled(thousand))
measure('plan and compute 1,000 pure nodes', () => void new Planner(ready, {}).next())
measure('compile, plan and compute 1,000 pure nodes', () => void new Planner(compiled(thousand), {}).next())
measure('hash of 1,000 nodes', () => void compiled(thousand).hash)
measure('map of 10,000 pure items', () => void new Planner(list, {}).next())
measure('map of 10,000 pure items, quiet', () => void new Planner(list, {}, { quiet: true }).next())
measure('manifest of 500 effects', () => void effectManifest(writes))
