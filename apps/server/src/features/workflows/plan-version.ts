import { Toolbelt, parseCall } from '@countersign/agent'
import { compilePolicy, decide, explain, type Place, type Policy } from '@countersign/policy'
import {
  ThreadId,
  TurnId,
  type PlannedNode,
  type ThreadId as Thread,
  type UserId,
} from '@countersign/protocol'
import {
  effectManifest,
  Planner,
  type Compiled,
  type CompiledNode,
  type Effect,
  type Json,
  type JsonSchema,
  type NodeRun,
  type Values,
} from '@countersign/workflow'
import { realpath } from 'node:fs/promises'
import type { Host } from '../../platform/host.ts'

export interface PlanWish {
  readonly mode?: string | undefined
  /** If absent, a new thread in the default folder is assumed. */
  readonly thread?: Thread
  readonly workspace?: string
}

/**
 * The decision that the policy would make now on each effect. Pure nodes are computed; no tool and no model runs. A node that depends on the result
 * of a tool is reported as not yet known.
 */
export async function planVersion(
  host: Pick<Host, 'belt' | 'forPerson' | 'home' | 'ids' | 'own' | 'policy' | 'workspace'>,
  user: UserId,
  compiled: Compiled,
  inputs: Readonly<Record<string, unknown>>,
  { mode, thread, workspace: wanted = host.workspace }: PlanWish,
): Promise<readonly PlannedNode[]> {
  const workspace = await realpath(wanted).catch(() => wanted)
  const place: Place = { workspace, cwd: workspace, home: host.home, own: [...host.own] }
  const policy = await policyOf(host, user, { mode, thread, workspace })
  const tools = [...host.belt.all(), ...(await host.forPerson(user)).tools]
  const belt = new Toolbelt(tools)
  const ready = new Map<string, NodeRun>()
  const planner = new Planner(compiled, inputs as Values) // JSON from outside
  for (const run of planner.next().ready) if (run.kind === 'tool') ready.set(run.node, run)
  const judging = { belt, place, policy }
  const planned: PlannedNode[] = []
  for (const effect of effectManifest(compiled).effects) {
    const run = ready.get(effect.node)
    if (run !== undefined) planned.push(await judged(host, judging, run))
    else planned.push(await forecast(host, judging, effect, compiled.byAddress.get(effect.node)))
  }
  return planned
}

/** The likely decision on a node whose inputs are not known yet, as far as the graph fixes its specifier. */
async function forecast(
  host: Pick<Host, 'ids'>,
  judging: Judging,
  effect: Effect,
  node: CompiledNode | undefined,
): Promise<PlannedNode> {
  const unknown = {
    node: effect.node,
    tool: effect.tool,
    specifier: null,
    verdict: 'unknown',
    why: UNKNOWN,
  } as const
  const inputs = node === undefined ? undefined : sampleInputs(effect, node)
  if (inputs === undefined) return unknown
  const found = await judged(host, judging, { node: effect.node, type: effect.tool, inputs })
  if (found.specifier === null) return unknown
  return effect.reach.kind === 'exact'
    ? found
    : { ...found, specifier: null, why: `a call like \`${found.specifier}\`: ${found.why}` }
}

/** Sample inputs for a call of the node: fixed values from the graph, an example from its bounds, and placeholders for values not yet known. */
function sampleInputs({ reach }: Effect, { literals, ports, type }: CompiledNode): Values | undefined {
  if (reach.kind === 'anything' || type.kind !== 'tool') return undefined
  const inputs: Record<string, Json> = { ...literals }
  if (reach.kind === 'bounds') {
    const [name, ...others] = [...type.facts.specifier.template.matchAll(/\{([\w.$-]+)\}/g)].map(
      ([, one]) => one ?? '',
    )
    const [pattern] = reach.patterns
    if (name === undefined || others.length > 0 || pattern === undefined || /[[\]{}]/.test(pattern))
      return undefined
    inputs[name] ??= pattern.replaceAll(/\*+|\?/g, 'x')
  }
  for (const [name, { schema, required }] of ports.inputs)
    if (required && !(name in inputs)) inputs[name] = standIn(schema)
  return inputs
}

function standIn(schema: JsonSchema): Json {
  const type = typeof schema === 'object' ? schema['type'] : undefined
  if (type === 'number' || type === 'integer') return 1
  if (type === 'boolean') return false
  if (type === 'array') return []
  return type === 'object' ? {} : 'x'
}

const UNKNOWN = 'its inputs come from other nodes that have not run'

interface Judging {
  readonly belt: Toolbelt
  readonly place: Place
  readonly policy: Policy
}

async function judged(
  { ids }: Pick<Host, 'ids'>,
  { belt, place, policy }: Judging,
  run: Pick<NodeRun, 'node' | 'type' | 'inputs'>,
): Promise<PlannedNode> {
  const id = ids.call()
  const asked = { providerId: id, name: run.type, input: JSON.stringify(run.inputs) }
  const origin = {
    id,
    threadId: ThreadId.parse('thr_0'),
    turnId: TurnId.parse('trn_0'),
    parentId: null,
    depth: 0,
    place,
  }
  const parsed = await parseCall(belt, asked, origin)
  if (!parsed.ok)
    return { node: run.node, tool: run.type, specifier: null, verdict: 'block', why: parsed.result.text }
  const { facts, specifier, specifierText } = parsed.call
  const decision = decide({ tool: facts, specifier, place }, policy)
  return {
    node: run.node,
    tool: run.type,
    specifier: specifierText,
    verdict: decision.verdict,
    why: explain(decision),
  }
}

async function policyOf(
  { policy }: Pick<Host, 'policy'>,
  user: UserId,
  {
    mode,
    thread,
    workspace,
  }: { readonly mode: string | undefined; readonly thread: Thread | undefined; readonly workspace: string },
): Promise<Policy> {
  if (thread !== undefined) return mode === undefined ? policy.snapshot(thread) : policy.inMode(thread, mode)
  const now = await policy.inFolder(user, workspace)
  if (mode === undefined) return now
  return { ...now, mode: compilePolicy({ mode, layers: [] }).mode }
}
