import type { Edge, Graph, GraphBody, GraphNode } from '../format.ts'
import type { Json } from '../json.ts'
import type { ToolNodeFacts } from '../nodes/define-node.ts'

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

/** Generates a graph that compiles, from a seed: tools, branches, repeated bodies, failures. */
export function randomGraph(seed: number): Graph {
  const chance = chanceOf(seed)
  const body = randomBody(chance, ['x', 'y'], 0)
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
    for (const { port, required, boolean } of made.wires) {
      if (!required && chance(2) === 0) continue
      const fitting = boolean ? outputs.filter((output) => TRUTHS.has(output.port)) : outputs
      const from = fitting[chance(Math.max(fitting.length, 1))]
      if (from !== undefined) edges.push({ from: [from.node, from.port], to: [id, port] })
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
  readonly wires: readonly { readonly port: string; readonly required: boolean; readonly boolean?: boolean }[]
  readonly outputs: readonly string[]
}

const wire = (port: string, required = true) => ({ port, required })

function randomNode(chance: Chance, depth: number): Made {
  const kind = chance(depth < 2 ? 13 : 9)
  if (kind <= 2) return randomTool(chance)
  if (kind === 3)
    return {
      node: { type: 'if', inputs: {} },
      wires: [{ port: 'condition', required: true, boolean: true }, wire('value', false)],
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
  return {
    node: { type, inputs: place === 0 ? { path: `out/${chance(3)}` } : {}, ...retry, ...bounds },
    wires: [wire('a'), wire('b', false)],
    outputs: ['value', 'flag', 'list', 'path', 'maybe'],
  }
}

function randomRepeat(chance: Chance, kind: number, depth: number): Made {
  const inner = (inputs: readonly string[]) => randomBody(chance, inputs, depth + 1)
  if (kind === 9 || kind === 10) {
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
  if (kind === 11)
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
