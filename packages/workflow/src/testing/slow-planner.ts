import { canonicalJson } from '@countersign/protocol/canonical'
import type { GraphBody, GraphNode } from '../format.ts'
import type { Json, Values } from '../json.ts'
import type { Registry } from '../nodes/registry.ts'
import type { World } from './world.ts'

/** The end of a run, computed in the simplest way. */
export interface SlowEnd {
  readonly outputs: Values | undefined
  /** States of the top-level nodes; not compared if the graph failed. */
  readonly states: ReadonlyMap<string, 'done' | 'skipped' | 'failed'>
}

interface Ended {
  readonly state: 'done' | 'skipped' | 'failed'
  readonly outputs: Values
}

class Stopped extends Error {}

/**
 * A slow, obvious reference planner: one node after the other, each call answered at once, a body as a function call. It reads the graph itself and
 * shares only the pure nodes with the planner.
 */
export function slowRun(graph: GraphBody, registry: Registry, inputs: Values, world: World): SlowEnd {
  const states = new Map<string, 'done' | 'skipped' | 'failed'>()
  try {
    return { outputs: runBody(graph, inputs, '', [], { registry, world, states }), states }
  } catch (error) {
    if (error instanceof Stopped) return { outputs: undefined, states }
    throw error
  }
}

interface Parts {
  readonly registry: Registry
  readonly world: World
  readonly states?: Map<string, 'done' | 'skipped' | 'failed'>
}

function runBody(
  body: GraphBody,
  inputs: Values,
  address: string,
  item: readonly number[],
  parts: Parts,
): Values {
  const ended = new Map<string, Ended>([['$input', { state: 'done', outputs: inputs }]])
  while (ended.size <= body.nodes.length) {
    for (const node of body.nodes) {
      const incoming = body.edges.filter(({ to }) => to[0] === node.id)
      if (ended.has(node.id) || !incoming.every(({ from }) => ended.has(from[0]))) continue
      const end = runNode(node, body, ended, { address, item }, parts)
      const catches =
        body.edges.some(({ from }) => from[0] === node.id && from[1] === 'error') ||
        Object.values(body.outputs).some(([id, port]) => id === node.id && port === 'error')
      if (end.state === 'failed' && !catches) throw new Stopped('')
      ended.set(node.id, end)
      parts.states?.set(node.id, end.state)
    }
  }
  const found: Record<string, Json> = {}
  for (const [name, [id, port]] of Object.entries(body.outputs)) {
    const value = ended.get(id)?.outputs[port]
    if (value !== undefined) found[name] = value
  }
  return found
}

const SKIPPED: Ended = { state: 'skipped', outputs: {} }
const failed = (): Ended => ({
  state: 'failed',
  outputs: { error: { code: 'x', message: 'x', node: 'x', item: [] } },
})

function runNode(
  node: GraphNode,
  body: GraphBody,
  ended: ReadonlyMap<string, Ended>,
  place: { readonly address: string; readonly item: readonly number[] },
  parts: Parts,
): Ended {
  const wires = body.edges.filter(({ to }) => to[0] === node.id)
  const valueOf = ([id, port]: readonly [string, string]) => ended.get(id)?.outputs[port]
  if (wires.some(({ from, to }) => to[1] === '$after' && valueOf(from) === undefined)) return SKIPPED
  const data = wires.filter(({ to }) => to[1] !== '$after')
  const values: Record<string, Json> = { ...node.inputs }
  for (const { from, to } of data) {
    const value = valueOf(from)
    if (value !== undefined) values[to[1]] = value
  }
  const ports = parts.registry.get(node.type)?.ports(node)
  const lacks = data.filter(({ from }) => valueOf(from) === undefined)
  if (data.length > 0 && lacks.length === data.length) return SKIPPED
  if (lacks.some(({ to }) => ports?.inputs.get(to[1])?.required === true)) return SKIPPED
  return act(node, values, place, parts)
}

function act(
  node: GraphNode,
  values: Values,
  { address, item }: { readonly address: string; readonly item: readonly number[] },
  { registry, world }: Parts,
): Ended {
  const done = (outputs: Values): Ended => ({ state: 'done', outputs })
  const type = registry.get(node.type)
  const here = address === '' ? node.id : `${address}/${node.id}`
  if (type?.kind === 'tool') {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = world({ node: here, item, try: attempt, inputs: values })
      if (outcome.state === 'done') return done(outcome.outputs)
      const denied = outcome.state === 'failed' && outcome.error.code === 'denied'
      if (denied || attempt > (node.retry?.times ?? 0)) return failed()
    }
  }
  if (type?.kind === 'pure') {
    try {
      return done(type.run(values))
    } catch {
      return failed()
    }
  }
  const { condition, value, on, items, initial, max, mode, ...rest } = values
  if (node.type === 'fail') return failed()
  if (node.type === 'if') {
    if (typeof condition !== 'boolean') return failed()
    return done({ [condition ? 'then' : 'else']: value ?? condition })
  }
  if (node.type === 'switch') {
    const cases = Object.entries(node.inputs['cases'] ?? {}).find(
      ([, wanted]) => canonicalJson(wanted) === canonicalJson(on),
    )
    return done({ [cases?.[0] ?? 'default']: value ?? on ?? null })
  }
  if (node.type === 'merge') {
    const { mode: _, ...all } = values
    const found = Object.keys(all)
      .sort()
      .map((name): Json => all[name] ?? null)
    return done(mode === 'all' ? { values: found } : { value: found[0] ?? null })
  }
  const pass = (index: number, given: Values): Values | undefined => {
    if (node.body === undefined) return undefined
    try {
      return runBody(node.body, { ...given, index }, here, [...item, index], { registry, world })
    } catch (error) {
      if (error instanceof Stopped) return undefined
      throw error
    }
  }
  if (node.type === 'map') return mapped(node, Array.isArray(items) ? items : [], rest, pass)
  if (node.type === 'reduce') {
    let carried = initial ?? null
    for (const [index, one] of (Array.isArray(items) ? (items as readonly Json[]) : []).entries()) {
      const outputs = pass(index, { ...rest, item: one, accumulator: carried })
      if (outputs === undefined) return failed()
      carried = outputs['result'] ?? carried
    }
    return done({ result: carried })
  }
  let carried = initial ?? null
  let count = 0
  let isDone = false
  while (!isDone && count < Number(max)) {
    const outputs = pass(count, { ...rest, value: carried })
    if (outputs === undefined) return failed()
    count += 1
    carried = outputs['value'] ?? carried
    isDone = outputs['done'] === true
  }
  return done({ value: carried, count, done: isDone })
}

function mapped(
  node: GraphNode,
  items: readonly Json[],
  given: Values,
  pass: (index: number, given: Values) => Values | undefined,
): Ended {
  const { on_error, parallel: _, ...rest } = given
  const passes = items.map((item, index) => pass(index, { ...rest, item }))
  if (on_error === 'stop' && passes.includes(undefined)) return failed()
  const failures = passes.filter((outputs) => outputs === undefined)
  return {
    state: 'done',
    outputs: {
      items: passes.flatMap((outputs) => (outputs?.['result'] === undefined ? [] : [outputs['result']])),
      errors:
        on_error === 'collect'
          ? failures.map(() => ({ code: 'x', message: 'x', node: node.id, item: [] }))
          : [],
    },
  }
}
