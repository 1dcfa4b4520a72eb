import type { Edge, Graph, GraphBody, GraphNode } from '../format.ts'
import type { Json } from '../json.ts'
import { hashGraph } from '../hash.ts'
import type { ToolNodeFacts } from '../nodes/define-node.ts'
import { createRegistry } from '../nodes/registry.ts'

/** A seeded random number generator. */
export type Chance = (below: number) => number

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** Two tools that accept and return anything. */
export const LAW_TOOLS: readonly ToolNodeFacts[] = (['law.read', 'law.write'] as const).map((name) => ({
  name,
  title: name,
  description: name,
  input: { type: 'object', properties: { a: true, b: true, path: { type: 'string' } }, required: ['a'] },
  output: {
    type: 'object',
    properties: {
      value: true,
      flag: { type: 'boolean' },
      list: { type: 'array' },
      path: { type: 'string' },
      maybe: true,
    },
    required: ['value', 'flag', 'list', 'path'],
  },
  category: name === 'law.read' ? 'read' : 'write',
  destructive: false,
  specifier: { kind: 'path', template: '{path}' },
  repeat: name === 'law.read' ? 'safe' : 'never',
  definitionHash: name,
}))

interface Output {
  readonly node: string
  readonly port: string
}

/** Ports that give, or may give, a boolean. */
const TRUTHS: ReadonlySet<string> = new Set(['flag', 'result', 'done', 'maybe'])
/** Ports that give a list, of which a wire may take a part. */
const LISTS: ReadonlySet<string> = new Set(['list', 'items'])
const FITS = {
  any: () => true,
  truth: (port: string) => TRUTHS.has(port),
  path: (port: string) => port === 'path',
}

/** Bodies this deep contain none. */
const NO_BODIES = 2

/** Generates a graph that compiles, from a seed: tools, branches, repeated bodies, failures. */
export function randomGraph(seed: number): Graph {
  return graphOf(chanceOf(seed), 0)
}

function graphOf(chance: Chance, depth: number): Graph {
  const body = randomBody(chance, ['x', 'y'], depth)
  return {
    version: 1,
    name: 'law',
    ...body,
    inputs: { x: { schema: true, default: chance(3) }, y: { schema: true, default: [1, 2] } },
    tests: [],
    view: {},
  }
}

function randomBody(chance: Chance, inputs: readonly string[], depth: number): GraphBody {
  const nodes: GraphNode[] = []
  const edges: Edge[] = []
  const outputs: Output[] = inputs.map((port) => ({ node: '$input', port }))
  const count = 1 + chance(depth === 0 ? 7 : 3)
  for (let at = 0; at < count; at += 1) {
    const id = `n${at}`
    const made = randomNode(chance, depth)
    const hasTruth = outputs.some((output) => TRUTHS.has(output.port))
    const literal = made.node.type === 'if' && !hasTruth ? { condition: true } : made.node.inputs
    const node: GraphNode = { id, ...made.node, inputs: literal }
    for (const { port, required, of = 'any' } of made.wires) {
      if (!required && chance(2) === 0) continue
      const fitting = outputs.filter((output) => FITS[of](output.port))
      const from = fitting[chance(Math.max(fitting.length, 1))]
      if (from === undefined) continue
      const picks = of === 'any' && LISTS.has(from.port) && chance(3) === 0
      edges.push({
        from: [from.node, from.port],
        to: [id, port],
        ...(picks ? { pick: `[${chance(2)}]` } : {}),
      })
    }
    if (chance(8) === 0) {
      const from = outputs[chance(outputs.length)]
      if (from !== undefined) edges.push({ from: [from.node, from.port], to: [id, '$after'] })
    }
    nodes.push(node)
    for (const port of made.outputs) outputs.push({ node: id, port })
    if (chance(3) === 0) outputs.push({ node: id, port: 'error' })
  }
  const pick = (): readonly [string, string] => {
    const output = outputs[chance(outputs.length)] ?? { node: '$input', port: inputs[0] ?? '' }
    return [output.node, output.port]
  }
  return { inputs: {}, outputs: { result: pick(), value: pick(), done: pick(), other: pick() }, nodes, edges }
}

interface Made {
  readonly node: Omit<GraphNode, 'id'>
  readonly wires: readonly {
    readonly port: string
    readonly required: boolean
    readonly of?: 'truth' | 'path'
  }[]
  readonly outputs: readonly string[]
}

const wire = (port: string, required = true) => ({ port, required })

function randomNode(chance: Chance, depth: number): Made {
  const kind = chance(depth < NO_BODIES ? 16 : 11)
  if (kind <= 2) return randomTool(chance)
  if (kind === 9) return randomHandedOut(chance)
  // A version that runs inside runs no other, so that its tree ends.
  if (kind === 10) return depth === NO_BODIES ? randomTool(chance) : randomWorkflow(chance)
  if (kind === 3)
    return {
      node: { type: 'if', inputs: {} },
      wires: [{ port: 'condition', required: true, of: 'truth' }, wire('value', false)],
      outputs: ['then', 'else'],
    }
  if (kind === 4)
    return {
      node: { type: 'switch', inputs: { cases: { one: 1, two: 2 } } },
      wires: [wire('on')],
      outputs: ['one', 'two', 'default'],
    }
  if (kind === 5) {
    const mode: Json = chance(2) === 0 ? 'first' : 'all'
    return {
      node: { type: 'merge', inputs: { mode } },
      wires: [wire('1'), wire('2'), wire('3', false)],
      outputs: [mode === 'all' ? 'values' : 'value'],
    }
  }
  if (kind === 6)
    return {
      node: { type: 'logic.compare', inputs: { operator: 'is_empty' } },
      wires: [wire('left')],
      outputs: ['result'],
    }
  if (kind === 7)
    return {
      node: { type: 'logic.default', inputs: { default: chance(3) } },
      wires: [wire('value')],
      outputs: ['value'],
    }
  if (kind === 8)
    return chance(3) === 0
      ? {
          node: { type: 'fail', inputs: { message: 'meant' } },
          wires: [{ port: '$after', required: true }],
          outputs: [],
        }
      : {
          node: { type: 'json.get', inputs: { path: '[0]', default: 0 } },
          wires: [wire('value')],
          outputs: ['value'],
        }
  return randomRepeat(chance, kind, depth)
}

function randomTool(chance: Chance): Made {
  const type = chance(2) === 0 ? 'law.read' : 'law.write'
  const place = chance(3)
  const retry = chance(4) === 0 ? { retry: { times: 1 + chance(2), wait: '1s', again: true } } : {}
  const bounds = chance(2) === 0 ? { bounds: ['out/*'] } : {}
  const path: Made['wires'] = place === 0 ? [] : [{ port: 'path', required: true, of: 'path' }]
  return {
    node: { type, inputs: place === 0 ? { path: `out/${chance(3)}` } : {}, ...retry, ...bounds },
    wires: [wire('a'), wire('b', false), ...path],
    outputs: ['value', 'flag', 'list', 'path', 'maybe'],
  }
}

/** Work from the planner that is not a tool: code, a wait, a question. */
function randomHandedOut(chance: Chance): Made {
  const retry = chance(3) === 0 ? { retry: { times: 1, wait: '1s' } } : {}
  const made: readonly Made['node'][] = [
    {
      type: 'code.javascript',
      ports: { inputs: { value: true }, outputs: { value: true } },
      inputs: { source: 'return inputs' },
      ...retry,
    },
    { type: 'time.wait', inputs: { for: '1s' } },
    { type: 'human.ask', ports: { outputs: { value: true } }, inputs: { question: 'Why?' } },
  ]
  const node = made[chance(made.length)] ?? { type: 'time.now', inputs: {} }
  return { node, wires: [wire('value', node.type === 'code.javascript')], outputs: ['value'] }
}

function randomWorkflow(chance: Chance): Made {
  const hashes = [...LAW_WORKFLOWS.keys()]
  return {
    node: { type: 'workflow', inputs: { workflow: hashes[chance(hashes.length)] ?? '' } },
    wires: [wire('x', false), wire('y', false)],
    outputs: ['value', 'other'],
  }
}

function randomRepeat(chance: Chance, kind: number, depth: number): Made {
  const inner = (inputs: readonly string[]) => randomBody(chance, inputs, depth + 1)
  if (kind <= 13) {
    const on_error = ['stop', 'skip', 'collect'][chance(3)] ?? 'stop'
    return {
      node: {
        type: 'map',
        inputs: {
          items: Array.from({ length: chance(5) }, (_one, at) => at),
          on_error,
          parallel: 1 + chance(3),
        },
        body: inner(['item', 'index', 'given']),
      },
      wires: [wire('given')],
      outputs: ['items', 'errors'],
    }
  }
  if (kind === 14)
    return {
      node: {
        type: 'reduce',
        inputs: { items: [1, 2, 3].slice(chance(3)) },
        body: inner(['item', 'index', 'accumulator']),
      },
      wires: [wire('initial')],
      outputs: ['result'],
    }
  return {
    node: { type: 'loop', inputs: { max: 1 + chance(3) }, body: inner(['value', 'index']) },
    wires: [wire('initial')],
    outputs: ['value', 'count', 'done'],
  }
}

/** Saved versions that random graphs run inside, by hash: all that a top level has, but no body. */
export const LAW_WORKFLOWS: ReadonlyMap<string, Graph> = new Map(
  Array.from({ length: 12 }, (_one, seed): [string, Graph] => {
    const graph = graphOf(chanceOf(seed), NO_BODIES)
    return [hashGraph(graph, createRegistry(LAW_TOOLS)), graph]
  }),
)
