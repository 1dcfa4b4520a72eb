import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from '@countersign/protocol/canonical'
import { compile } from './compile.ts'
import type { Compiled } from './compiled.ts'
import type { Graph, GraphBody } from './format.ts'
import { hashGraph } from './hash.ts'
import type { Values } from './json.ts'
import { effectManifest } from './manifest/effects.ts'
import { withinBounds } from './manifest/bounds.ts'
import { specifierOf, specifierText } from './manifest/specifier.ts'
import { createRegistry } from './nodes/registry.ts'
import { runKey, type NodeEnd, type NodeRun, type Plan, type RunResult } from './plan/plan.ts'
import { Planner } from './plan/planner.ts'
import { chanceOf, LAW_TOOLS, LAW_WORKFLOWS, randomGraph, type Chance } from './testing/random-graph.ts'
import { slowRun } from './testing/slow-planner.ts'
import { masked, worldOf, type World } from './testing/world.ts'

/** Set `LAW_RUNS=100000` for a long run. */
const RUNS = Number(process.env['LAW_RUNS'] ?? 3000)
/** Timeout in milliseconds: some dozens for each graph on a busy machine. */
const PATIENCE = Math.max(300_000, RUNS * 40)
const versions = (hash: string) => LAW_WORKFLOWS.get(hash)
const registry = createRegistry(LAW_TOOLS, versions)
/** Where calls of law tools happen, for their bounds. */
const PLACE = { workspace: '/work', cwd: '/work', home: '/home/me', own: [] }
const seeds = fc.tuple(fc.integer({ min: 0, max: 2 ** 31 }), fc.integer({ min: 0, max: 2 ** 31 }))

function compiledOf(graph: Graph): Compiled {
  const result = compile(graph, registry)
  if (!result.ok) throw new Error(JSON.stringify([result.errors, graph], null, 1))
  return result.compiled
}

interface Played {
  readonly plan: Plan
  readonly ends: readonly NodeEnd[]
  readonly runs: readonly NodeRun[]
  readonly results: readonly RunResult[]
}

/** Runs a graph with results in random order. After `cut` results, a new planner takes over with the recorded results. */
function play(compiled: Compiled, world: World, chance: Chance, cut = Infinity): Played {
  let planner = new Planner(compiled, {})
  let ends: NodeEnd[] = []
  const runs: NodeRun[] = []
  const results: RunResult[] = []
  let open: NodeRun[] = []
  for (;;) {
    const plan = planner.next()
    ends.push(...plan.ended)
    runs.push(...plan.ready)
    open.push(...plan.ready)
    if (plan.over) return { plan, ends, runs, results }
    if (open.length === 0) throw new Error('it waits for nothing')
    if (results.length === cut) {
      cut = Infinity
      const running = open.map((run): RunResult => ({ ...run, outcome: { state: 'running' } }))
      planner = new Planner(compiled, {}, { results: shuffled([...results, ...running], chance) })
      const known = new Set(results.map(({ node, item, try: attempt }) => runKey(node, item, attempt)))
      const again = planner.next()
      if (again.ready.some(({ key }) => known.has(key))) throw new Error('what has a result is run again')
      if (keysOf(again.ready) !== keysOf(open)) throw new Error('it takes up other runs than it had')
      ends = [...again.ended]
      open = [...again.ready]
    }
    const [run] = open.splice(chance(open.length), 1)
    if (run === undefined) continue
    const result = { ...run, outcome: world(run) }
    results.push(result)
    planner.add(result)
  }
}

const keysOf = (runs: readonly NodeRun[]) =>
  runs
    .map(({ key }) => key)
    .sort()
    .join(' ')

function shuffled<T>(list: readonly T[], chance: Chance): T[] {
  const copy = [...list]
  for (let at = copy.length - 1; at > 0; at -= 1) {
    const other = chance(at + 1)
    ;[copy[at], copy[other]] = [copy[other] as T, copy[at] as T]
  }
  return copy
}

const text = (outputs: Values | undefined) =>
  outputs === undefined ? 'failed' : canonicalJson(masked(outputs))

function law(check: (graph: Graph, compiled: Compiled, chance: Chance, world: World) => void): void {
  fc.assert(
    fc.property(seeds, ([graphSeed, seed]) => {
      const graph = randomGraph(graphSeed)
      check(graph, compiledOf(graph), chanceOf(seed), worldOf(seed))
    }),
    { numRuns: RUNS },
  )
}

test(
  'it ends as the slow planner does, whatever the order in which results come',
  () => {
    let over = 0
    let caught = 0
    let named = 0
    law((graph, compiled, chance, world) => {
      const slow = slowRun(graph, registry, { x: graph.inputs['x']?.default ?? 0, y: [1, 2] }, world)
      const { plan, ends } = play(compiled, world, chance)
      expect(text(plan.outputs)).toBe(text(slow.outputs))
      over += plan.outputs === undefined ? 0 : 1
      caught += ends.some(({ state }) => state === 'failed') && plan.outputs !== undefined ? 1 : 0
      const { failed } = plan
      const wrong = failed !== undefined && !slow.mayFail.has(runKey(failed.node, failed.item))
      expect(wrong && [failed, slow.mayFail]).toBe(false)
      named += failed !== undefined && slow.mayFail.size === 1 ? 1 : 0
      if (plan.outputs === undefined) return
      const states = new Map(
        ends.filter(({ item }) => item.length === 0).map(({ node, state }) => [node, state]),
      )
      expect(states).toEqual(slow.states)
    })
    // Guards against a vacuous pass: enough graphs must finish, and enough must catch a failure.
    expect(over).toBeGreaterThan(RUNS / 4)
    expect(caught).toBeGreaterThan(RUNS / 20)
    // Failed runs in which no other node could have been named.
    expect(named).toBeGreaterThan(RUNS / 20)
  },
  PATIENCE,
)

test(
  'every node ends once, and nothing runs below a skip',
  () => {
    law((_graph, compiled, chance, world) => {
      const { plan, ends, runs } = play(compiled, world, chance)
      const places = ends.map(({ node, item }) => runKey(node, item))
      expect(new Set(places).size).toBe(places.length)
      const top = new Set(ends.filter(({ item }) => item.length === 0).map(({ node }) => node))
      expect(top.size).toBe(compiled.root.nodes.length)
      const cancelled = ends.filter(({ item, state }) => item.length === 0 && state === 'cancelled')
      expect(plan.outputs === undefined || cancelled.length === 0).toBe(true)
      const byPlace = new Map(ends.map((end) => [runKey(end.node, end.item), end]))
      expect(new Set(runs.map(({ key }) => key)).size).toBe(runs.length)
      for (const run of runs) {
        const node = compiled.byAddress.get(run.node)
        const around = run.node.includes('/') ? run.node.slice(0, run.node.lastIndexOf('/')) : ''
        const body = around === '' ? compiled.root : compiled.byAddress.get(around)?.body
        for (const wire of [...(node?.wires ?? []), ...(node?.after ?? [])]) {
          const source = body?.nodes[wire.source]
          if (!wire.required || source === undefined) continue
          expect(byPlace.get(runKey(source.address, run.item))?.outputs?.[wire.from]).toBeDefined()
        }
      }
    })
  },
  PATIENCE,
)

test(
  'taken up anywhere, it ends as if it had never been cut',
  () => {
    law((_graph, compiled, chance, world) => {
      const whole = play(compiled, world, chance)
      const cut = play(compiled, world, chance, chance(Math.max(whole.results.length, 1)))
      expect(text(cut.plan.outputs)).toBe(text(whole.plan.outputs))
      // A planner that gets all results at once agrees with one that gets them one by one.
      const once = new Planner(compiled, {}, { results: shuffled(cut.results, chance) }).next()
      expect({ ready: once.ready, over: once.over, failed: once.failed, outputs: once.outputs }).toEqual({
        ready: [],
        over: true,
        failed: cut.plan.failed,
        outputs: cut.plan.outputs,
      })
    })
  },
  PATIENCE,
)

test(
  'the manifest covers every specifier that is proposed, or its call is out of bounds',
  () => {
    let inside = 0
    let outside = 0
    law((_graph, compiled, chance, world) => {
      const effects = new Map(effectManifest(compiled).effects.map((effect) => [effect.node, effect]))
      for (const run of play(compiled, world, chance).runs) {
        const effect = effects.get(run.node)
        const node = compiled.byAddress.get(run.node)
        expect(effect?.tool).toBe(run.kind === 'tool' ? run.type : undefined)
        if (node?.type.kind !== 'tool') continue
        const { facts } = node.type
        const proposed = specifierText(facts, run.inputs)
        const { bounds } = node.node
        const isWithin = withinBounds(facts, bounds, specifierOf(facts, run.inputs), PLACE)
        // The bounds of these graphs are one pattern, computed here in the obvious way.
        expect(isWithin).toBe(bounds === undefined || /^out\/[^/]+$/.test(proposed))
        const reach = effect?.reach
        expect(reach?.kind === 'exact' ? reach.text : proposed).toBe(proposed)
        expect(reach?.kind === 'bounds' ? reach.patterns : ['out/*']).toEqual(['out/*'])
        if (reach?.kind !== 'bounds') continue
        if (isWithin) inside += 1
        else outside += 1
      }
    })
    // Guards against a vacuous pass: some calls must be within wired bounds, and some outside.
    expect(inside).toBeGreaterThan(RUNS / 50)
    expect(outside).toBeGreaterThan(RUNS / 50)
  },
  PATIENCE,
)

test(
  'an added node never shrinks the manifest',
  () => {
    law((graph, compiled, chance) => {
      const source = graph.nodes[chance(graph.nodes.length)]
      const more: Graph = {
        ...graph,
        nodes: [...graph.nodes, { id: 'added', type: 'law.read', inputs: {} }],
        edges: [...graph.edges, { from: [source?.id ?? '', 'error'], to: ['added', 'a'] }],
      }
      const now = effectManifest(compiledOf(more)).effects.map((effect) => canonicalJson(effect))
      for (const effect of effectManifest(compiled).effects) expect(now).toContain(canonicalJson(effect))
    })
  },
  PATIENCE,
)

test(
  'the hash is blind to order, view, tests and names, and to nothing else',
  () => {
    law((graph, compiled, chance) => {
      const turned: Graph = {
        ...graph,
        nodes: shuffled(graph.nodes, chance).map(
          (node) =>
            Object.fromEntries(shuffled(Object.entries(node), chance)) as unknown as Graph['nodes'][number],
        ),
        edges: shuffled(graph.edges, chance),
        view: { n0: { x: chance(9), y: 1 } },
        name: 'another',
        tests: [{ name: 't', inputs: {}, stubs: {}, expect: {} }],
      }
      expect(hashGraph(turned, registry)).toBe(compiled.hash)
      expect(compiledOf(turned).root.nodes.map(({ id }) => id)).toEqual(
        compiled.root.nodes.map(({ id }) => id),
      )
      const [first, ...rest] = graph.nodes
      if (first === undefined) return
      const others: Graph[] = [
        { ...graph, nodes: rest },
        { ...graph, nodes: [{ ...first, title: 'other' }, ...rest] },
        { ...graph, nodes: [{ ...first, inputs: { ...first.inputs, z: 1 } }, ...rest] },
        { ...graph, nodes: [{ ...first, bounds: ['else/*'] }, ...rest] },
        { ...graph, nodes: [{ ...first, timeout: '9s' }, ...rest] },
        { ...graph, edges: [...graph.edges, { from: ['$input', 'x'], to: ['n0', 'zz'] }] },
        { ...graph, inputs: { ...graph.inputs, z: { schema: true } } },
        { ...graph, outputs: { ...graph.outputs, z: ['$input', 'x'] } },
        ...(graph.edges.length > 0 ? [{ ...graph, edges: graph.edges.slice(1) }] : []),
      ]
      const hashes = others.map((other) => hashGraph(other, registry))
      expect(new Set([...hashes, compiled.hash]).size).toBe(others.length + 1)
      const changed = createRegistry(
        LAW_TOOLS.map((tool) => ({ ...tool, definitionHash: 'other' })),
        versions,
      )
      // The hash names what runs inside by its own hash, which a changed tool makes void.
      const usesTool = (body: GraphBody): boolean =>
        body.nodes.some(
          (node) =>
            changed.get(node.type)?.kind === 'tool' || (node.body !== undefined && usesTool(node.body)),
        )
      expect(hashGraph(graph, changed) === compiled.hash).toBe(!usesTool(graph))
    })
  },
  PATIENCE,
)
