import type { GrantedNode, PolicySource } from '@countersign/agent'
import { checkExpectations, compilePolicy, explain, type LayerSource, type Policy } from '@countersign/policy'
import type { ThreadId, UserId } from '@countersign/protocol'
import { homedir } from 'node:os'
import { byHandPolicy } from './by-hand-policy.ts'
import { forbidsGrants, rulesFor, type Granted, type GrantedRules } from './grants.ts'
import type { Rules, StoredRule } from './ports.ts'
import { readRuleFile, type RuleFile } from './rule-file.ts'

/** Maximum number of cached policies. */
const CACHE_LIMIT = 200

export interface ModePolicies extends PolicySource {
  /** The policy of a thread if it were in another mode. */
  inMode(threadId: ThreadId, mode: string): Promise<Policy>
  /** The policy of a thread that a person would begin in a folder now; without a mode, in the default one. */
  inFolder(user: UserId, workspace: string, mode?: string): Promise<Policy>
  /** The policy for a node of a workflow that would run there now, with the rules that were granted to it. */
  forecast(where: Forecast, granted: readonly string[]): Promise<Policy>
  /** The administrator forbids grants to the nodes of workflows. */
  forbidsGrants(): Promise<boolean>
  /** The latest database state of a thread. */
  lastOf(threadId: ThreadId): ThreadRules | undefined
}

/** The thread that a workflow would run in, or the folder of its own new thread; without a mode, that of the thread or the default one. */
export type Forecast =
  | { readonly thread: ThreadId; readonly mode?: string | undefined }
  | { readonly user: UserId; readonly workspace: string; readonly mode?: string | undefined }

/** The current policy of a thread: shipped, user, project, thread and managed rules, and the stored mode. */
export function policySource(
  rules: Rules,
  tell: (problem: string) => void = () => {},
  granted?: GrantedRules,
  managedFile: () => Promise<RuleFile> = () => readRuleFile('managed'),
): ModePolicies {
  const cache = new Map<string, Policy>()
  /** The latest database state of each thread. */
  const rows = new Map<ThreadId, ThreadRules>()
  const grants = keptGrants(granted)
  const read = async (threadId: ThreadId) => {
    const row = await rules.forThread(threadId)
    if (rows.size >= CACHE_LIMIT) rows.clear()
    rows.set(threadId, row)
    return row
  }
  /** Files are checked each time, because they change without notice. */
  const policyOf = async (found: ThreadRules, ofNode: readonly string[] = []) => {
    const [managed, project] = await Promise.all([
      managedFile(),
      readRuleFile('project', found.workspace, found.trusted),
    ])
    const key = JSON.stringify([
      found.version,
      found.mode,
      found.workspace,
      managed.stamp,
      project.stamp,
      ofNode,
    ])
    const known = cache.get(key)
    if (known) return known
    const policy = compilePolicy({
      mode: found.mode,
      layers: [
        layerOf('user', found.rules),
        project.layer,
        layerOf('thread', found.rules),
        ...workflowLayer(ofNode, managed.layer),
        managed.layer,
      ],
    })
    for (const file of [managed, project])
      for (const problem of problemsOf(file, policy, found.workspace)) tell(problem)
    if (cache.size >= CACHE_LIMIT) cache.clear()
    cache.set(key, policy)
    return policy
  }
  const inFolder = folderPolicies(rules, managedFile)
  return {
    async snapshot(threadId, node) {
      if (node === undefined) return policyOf(await read(threadId))
      const row = await read(threadId)
      return policyOf(row, await grants.of(node, row.version))
    },
    async recent(threadId, node) {
      const row = rows.get(threadId)
      const ofNode = row && (node === undefined ? [] : grants.known(node, row.version))
      return ofNode && { policy: await policyOf(row, ofNode), version: row.version }
    },
    byHand: async () => byHandPolicy((await managedFile()).layer),
    forbidsGrants: async () => forbidsGrants((await managedFile()).layer),
    lastOf: (threadId) => rows.get(threadId),
    inMode: async (threadId, mode) => policyOf({ ...(await read(threadId)), mode }),
    inFolder: (user, workspace, mode) => inFolder({ user, workspace, mode }, []),
    async forecast(where, ofNode) {
      if (!('thread' in where)) return inFolder(where, ofNode)
      const row = await read(where.thread)
      return policyOf({ ...row, mode: where.mode ?? row.mode }, ofNode)
    },
  }
}

/** The policy of a thread that does not exist yet. */
function folderPolicies(rules: Rules, managedFile: () => Promise<RuleFile>) {
  return async (
    { user, workspace, mode }: Exclude<Forecast, { thread: ThreadId }>,
    ofNode: readonly string[],
  ): Promise<Policy> => {
    const [managed, project, all] = await Promise.all([
      managedFile(),
      readRuleFile('project', workspace, await rules.trusted(user, workspace)),
      rules.list(user),
    ])
    return compilePolicy({
      ...(mode === undefined ? {} : { mode }),
      layers: [layerOf('user', all), project.layer, ...workflowLayer(ofNode, managed.layer), managed.layer],
    })
  }
}

/** What was granted to the runs of workflows, by the version of the policy that was read before it. Every change to a grant changes that version. */
function keptGrants(read: GrantedRules | undefined) {
  const kept = new Map<string, { readonly at: string; readonly granted: Granted }>()
  const keyOf = ({ version, parentId }: GrantedNode) => `${version} ${parentId ?? ''}`
  return {
    async of(node: GrantedNode, at: string): Promise<readonly string[]> {
      if (read === undefined) return []
      const granted = await read(node)
      if (kept.size >= CACHE_LIMIT) kept.clear()
      if (granted.lasting) kept.set(keyOf(node), { at, granted })
      else kept.delete(keyOf(node))
      return rulesFor(node.node, granted)
    },
    /** Undefined: they are not known at this version. */
    known(node: GrantedNode, at: string): readonly string[] | undefined {
      const found = kept.get(keyOf(node))
      return found?.at === at ? rulesFor(node.node, found.granted) : undefined
    },
  }
}

/** What was granted to a node, unless the administrator forbids grants. */
function workflowLayer(granted: readonly string[], managed: LayerSource): readonly LayerSource[] {
  return granted.length === 0 || forbidsGrants(managed)
    ? []
    : [{ layer: 'workflow', lists: { allow: granted } }]
}

type ThreadRules = Awaited<ReturnType<Rules['forThread']>>

function layerOf(layer: 'user' | 'thread', rules: readonly StoredRule[]): LayerSource {
  const texts = (list: StoredRule['list']) =>
    rules.filter((rule) => rule.layer === layer && rule.list === list).map((rule) => rule.text)
  return { layer, lists: { deny: texts('deny'), ask: texts('ask'), allow: texts('allow') } }
}

/** Unreadable lines of a file, and unmet expectations: a file contains its own tests, which are run when it is loaded. */
function problemsOf({ path, file }: RuleFile, policy: Policy, workspace: string): readonly string[] {
  if (file === undefined) return []
  const place = { workspace, cwd: workspace, home: homedir() }
  return [
    ...file.errors.map(({ line, message }) => `${path}:${line} ${message}`),
    ...checkExpectations(policy, file.expectations, place).map(
      ({ expectation: { line, call, verdict }, decision }) =>
        `${path}:${line} ${call} is \`${decision.verdict}\`, expected \`${verdict}\`: ${explain(decision)}`,
    ),
  ]
}
