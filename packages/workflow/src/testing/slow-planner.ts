import { canonicalJson } from '@countersign/protocol/canonical'
import { runKey } from '../plan/plan.ts'
import type { GraphBody, GraphNode } from '../format.ts'
import type { Json, Values } from '../json.ts'
import type { Registry } from '../nodes/registry.ts'
import type { World } from './world.ts'

/** The end of a run, computed in the simplest way. */
export interface SlowEnd {
  readonly outputs: Values | undefined
  /** States of the top-level nodes; not compared if the graph failed. */
  readonly states: ReadonlyMap<string, 'done' | 'skipped' | 'failed'>
  /** Nodes and items that a failed run may name: those that fail, and those whose second try may no longer start. */
  readonly mayFail: ReadonlySet<string>
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
  const mayFail = new Set<string>()
  try {
    return { outputs: runBody(graph, inputs, '', [], { registry, world, states, mayFail }), states, mayFail }
  } catch (error) {
    if (error instanceof Stopped) return { outputs: undefined, states, mayFail }
    throw error
  }
}

interface Parts {
  readonly registry: Registry
  readonly world: World
  /** What fails here and is not caught. */
  readonly mayFail: Set<string>
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
  let isStopped = false
  while (ended.size <= body.nodes.length) {
    for (const node of body.nodes) {
      const incoming = body.edges.filter(({ to }) => to[0] === node.id)
      if (ended.has(node.id) || !incoming.every(({ from }) => ended.has(from[0]))) continue
      const mayFail = new Set<string>()
      const end = runNode(node, body, ended, { address, item }, { ...parts, mayFail })
      const catches =
        body.edges.some(({ from }) => from[0] === node.id && from[1] === 'error') ||
        Object.values(body.outputs).some(([id, port]) => id === node.id && port === 'error')
      if (!catches) for (const place of mayFail) parts.mayFail.add(place)
      // It goes on, to see what else may fail.
      isStopped ||= end.state === 'failed' && !catches
      ended.set(node.id, end.state === 'failed' && !catches ? { state: 'failed', outputs: {} } : end)
      parts.states?.set(node.id, end.state)
    }
  }
  if (isStopped) throw new Stopped('')
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
  const parted = new Set<string>()
  for (const { from, to, pick } of data) {
    const whole = valueOf(from)
    const value = pick === undefined ? whole : partOf(whole, pick)
    if (value !== undefined) values[to[1]] = value
    else if (whole !== undefined) parted.add(to[1])
  }
  const ports = parts.registry.get(node.type)?.ports(node)
  const lacks = data.filter(({ from }) => valueOf(from) === undefined)
  if (data.length > 0 && lacks.length === data.length) return SKIPPED
  if (lacks.some(({ to }) => ports?.inputs.get(to[1])?.required === true)) return SKIPPED
  if ([...parted].some((name) => ports?.inputs.get(name)?.required === true)) {
    const { address, item } = place
    parts.mayFail.add(runKey(address === '' ? node.id : `${address}/${node.id}`, item))
    return failed()
  }
  return act(node, values, place, parts)
}

/** The picks of random graphs are indexes. */
function partOf(value: Json | undefined, pick: string): Json | undefined {
  return Array.isArray(value) ? (value as readonly Json[])[Number(pick.slice(1, -1))] : undefined
}

function act(
  node: GraphNode,
  values: Values,
  { address, item }: { readonly address: string; readonly item: readonly number[] },
  { registry, world, mayFail }: Parts,
): Ended {
  const done = (outputs: Values): Ended => ({ state: 'done', outputs })
  const type = registry.get(node.type)
  const here = address === '' ? node.id : `${address}/${node.id}`
  const fails = (): Ended => {
    mayFail.add(runKey(here, item))
    return failed()
  }
  if (type?.kind === 'tool' || (type?.kind === 'structure' && type.handedOut !== undefined)) {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = world({ node: here, item, try: attempt, inputs: values })
      if (outcome.state === 'done') return done(outcome.outputs)
      mayFail.add(runKey(here, item))
      const denied = outcome.state === 'failed' && outcome.error.code === 'denied'
      if (denied || attempt > (node.retry?.times ?? 0)) return failed()
    }
  }
  if (type?.kind === 'pure') {
    try {
      return done(type.run(values))
    } catch {
      return fails()
    }
  }
  const { condition, value, on, items, initial, max, mode, ...rest } = values
  if (node.type === 'fail') return fails()
  if (node.type === 'if') {
    if (typeof condition !== 'boolean') return fails()
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
  // Failures of items that are skipped or collected are never named.
  const named =
    values['on_error'] === 'skip' || values['on_error'] === 'collect' ? new Set<string>() : mayFail
  const within = (body: GraphBody, index: number, given: Values): Values | undefined => {
    try {
      return runBody(body, given, here, [...item, index], { registry, world, mayFail: named })
    } catch (error) {
      if (error instanceof Stopped) return undefined
      throw error
    }
  }
  const pass = (index: number, given: Values): Values | undefined =>
    node.body && within(node.body, index, { ...given, index })
  if (node.type === 'workflow') {
    const { workflow, ...own } = values
    const graph = typeof workflow === 'string' ? registry.workflow(workflow) : undefined
    if (graph === undefined) return fails()
    const defaults = Object.entries(graph.inputs).map(
      ([name, input]) => [name, input.default ?? null] as const,
    )
    const outputs = within(graph, 0, { ...Object.fromEntries(defaults), ...own })
    return outputs === undefined ? failed() : done(outputs)
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
