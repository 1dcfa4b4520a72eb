import { Toolbelt, parseCall } from '@countersign/agent'
import { decide, explain, isStricter, type Place, type Policy, type Verdict } from '@countersign/policy'
import {
  ThreadId,
  TurnId,
  type PlannedNode,
  type ThreadId as Thread,
  type UserId,
} from '@countersign/protocol'
import { canonicalJson } from '@countersign/protocol/canonical'
import {
  effectManifest,
  Planner,
  type Compiled,
  type Effect,
  type NodeRun,
  type Values,
} from '@countersign/workflow'
import { realpath } from 'node:fs/promises'
import { mask } from '../../audit/mask.ts'
import type { Host } from '../../platform/host.ts'
import { rulesFor, type NodeRule } from '../../rules/grants.ts'
import type { Forecast } from '../../rules/policy-source.ts'
import { boundsOf } from './effects.ts'
import { mayComeLater, sampleInputs, UNKNOWN } from './plan-samples.ts'
import type { StoredGrants } from './stored-grants.ts'

export interface PlanWish {
  readonly mode?: string | undefined
  /** If absent, a new thread in the default folder is assumed. */
  readonly thread?: Thread
  readonly workspace?: string
  /** The workflow whose version this is. Absent: the graph is not a version, so nobody has granted it anything. */
  readonly workflow?: string | undefined
}

interface Planning {
  readonly host: Pick<Host, 'belt' | 'forPerson' | 'home' | 'ids' | 'own' | 'policy' | 'workspace'>
  readonly grants: Pick<StoredGrants, 'ofVersion'>
  readonly user: UserId
}

/** Maximum number of items of a list that are judged. */
const ITEMS = 1000

/** Judges calls of one version as the gate would now, with the rules, the mode, the bounds of the node and what a person granted to the version. */
export async function versionJudge(
  { host, grants, user }: Planning,
  compiled: Compiled,
  { mode, thread, workspace: wanted = host.workspace, workflow }: PlanWish,
): Promise<Judge> {
  const workspace = await realpath(wanted).catch(() => wanted)
  const place: Place = { workspace, cwd: workspace, home: host.home, own: [...host.own] }
  const belt = new Toolbelt([...host.belt.all(), ...(await host.forPerson(user)).tools])
  const granted = workflow === undefined ? [] : await grants.ofVersion(user, workflow, compiled.hash)
  const where = thread === undefined ? { user, workspace, mode } : { thread, mode }
  return judgeFor(host, { compiled, belt, place, thread, policyFor: policiesOf(host, where, granted) })
}

/**
 * The decision that the gate would make now on each effect: with the rules, the mode, the bounds of the node and what a person granted to this
 * version. Pure nodes are computed; no tool and no model runs. A node that depends on the result of a tool is reported as not yet known.
 */
export async function planVersion(
  planning: Planning,
  compiled: Compiled,
  inputs: Readonly<Record<string, unknown>>,
  wish: PlanWish,
): Promise<readonly PlannedNode[]> {
  const judge = await versionJudge(planning, compiled, wish)
  const ready = new Map<string, NodeRun[]>()
  const planner = new Planner(compiled, inputs as Values, { quiet: true, wide: ITEMS }) // JSON from outside
  for (const run of planner.next().ready) {
    if (run.kind !== 'tool') continue
    const others = ready.get(run.node)
    if (others === undefined) ready.set(run.node, [run])
    else others.push(run)
  }
  const planned: PlannedNode[] = []
  for (const effect of effectManifest(compiled).effects)
    planned.push(await plannedNode(judge, compiled, effect, ready.get(effect.node) ?? []))
  return planned
}

/** The strictest decision on the calls of one node that are known, and on those that are not. */
async function plannedNode(
  judge: Judge,
  compiled: Compiled,
  effect: Effect,
  runs: readonly NodeRun[],
): Promise<PlannedNode> {
  const first = runs[0]
  if (first === undefined) return forecast(judge, effect, compiled)
  const different = [...new Map(runs.map((run) => [canonicalJson(run.inputs), run])).values()]
  let { planned: found } = await judge(first.node, first.inputs)
  let alike = true
  for (const run of different.slice(1)) {
    const { planned: next } = await judge(run.node, run.inputs)
    alike &&= next.verdict === found.verdict
    if (isStricterPlan(next, found)) found = next
  }
  const inBody = first.item.length > 0
  const isCut = runs.some(({ item }) => item.some((index) => index >= ITEMS - 1))
  const more =
    isCut || (inBody && mayComeLater(compiled, effect)) ? await forecast(judge, effect, compiled) : undefined
  const items = inBody ? { items: runs.length } : {}
  if (more !== undefined && isStricterPlan(more, found))
    return { ...more, ...items, why: `${runs.length} known: ${found.verdict}; others: ${more.why}` }
  const which = alike ? '' : `the strictest of ${runs.length} items: `
  return { ...found, ...items, why: `${which}${found.why}` }
}

/** An unknown call could ask, so it counts as stricter than one that would run. */
function isStricterPlan(one: PlannedNode, other: PlannedNode): boolean {
  if (one.verdict === 'unknown') return other.verdict === 'run'
  if (other.verdict === 'unknown') return one.verdict !== 'run'
  return isStricter(one.verdict satisfies Verdict, other.verdict satisfies Verdict)
}

/** The likely decision on calls whose inputs are not known yet, as far as the graph fixes their specifier. */
async function forecast(judge: Judge, effect: Effect, { byAddress }: Compiled): Promise<PlannedNode> {
  const unknown: PlannedNode = {
    node: effect.node,
    tool: effect.tool,
    specifier: null,
    verdict: 'unknown',
    why: UNKNOWN,
  }
  const node = byAddress.get(effect.node)
  const inputs = node === undefined ? undefined : sampleInputs(effect, node)
  if (inputs === undefined) return unknown
  const { planned: found } = await judge(effect.node, inputs)
  if (found.specifier === null) return unknown
  return effect.reach.kind === 'exact'
    ? found
    : { ...found, specifier: null, why: `a call like \`${found.specifier}\`: ${found.why}` }
}

/** The policy for each node: most have no grant of their own and share one. */
function policiesOf(
  { policy }: Pick<Host, 'policy'>,
  where: Forecast,
  granted: readonly NodeRule[],
): (node: string) => Promise<Policy> {
  const made = new Map<string, Promise<Policy>>()
  return (node) => {
    const rules = rulesFor(node, { rules: granted })
    const key = JSON.stringify(rules)
    const known = made.get(key) ?? policy.forecast(where, rules)
    made.set(key, known)
    return known
  }
}

interface Judging {
  readonly compiled: Compiled
  readonly belt: Toolbelt
  readonly place: Place
  readonly thread: Thread | undefined
  readonly policyFor: (node: string) => Promise<Policy>
}

/** Decides a call of a node as the gate would, and stores nothing. */
export type Judge = (node: string, inputs: Values) => Promise<Judged>

interface Judged {
  readonly planned: PlannedNode
  /** Hash of the arguments with all defaults filled in; absent: they do not match the schema. */
  readonly hash?: string
}

function judgeFor({ ids }: Pick<Host, 'ids'>, { compiled, belt, place, thread, policyFor }: Judging): Judge {
  const refuses = boundsOf(compiled, place)
  return async (node, inputs) => {
    const tool = compiled.byAddress.get(node)?.type.type ?? ''
    const blocked = { node, tool, specifier: null, verdict: 'block' } as const
    const id = ids.call()
    const asked = { providerId: id, name: tool, input: JSON.stringify(inputs) }
    const origin = {
      id,
      threadId: thread ?? ThreadId.parse('thr_0'),
      turnId: TurnId.parse('trn_0'),
      parentId: null,
      depth: 0,
      place,
    }
    const parsed = await parseCall(belt, asked, origin)
    if (!parsed.ok) return { planned: { ...blocked, why: mask(parsed.result.text) } }
    const { facts, specifier, specifierText, hash } = parsed.call
    const shown = mask(specifierText)
    const outside = refuses(node, parsed.call)
    if (outside !== undefined)
      return { planned: { ...blocked, specifier: shown, why: mask(outside.text) }, hash }
    const decision = decide({ tool: facts, specifier, place }, await policyFor(node))
    const { verdict } = decision
    return { planned: { node, tool, specifier: shown, verdict, why: mask(explain(decision)) }, hash }
  }
}
