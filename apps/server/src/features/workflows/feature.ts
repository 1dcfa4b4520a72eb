import { sha256 } from '@countersign/protocol/canonical'
import { changeBody, graphBody, questionBody, type CallId } from '@countersign/protocol'
import type { Feature, Running } from '../../platform/feature.ts'
import type { Host } from '../../platform/host.ts'
import { PAUSED } from '../../platform/paused.ts'
import { storedTopic } from '../../platform/topic.ts'
import { agentRun } from './agent-tool.ts'
import { applyProposals } from './apply-tool.ts'
import { buildWorkflow } from './build-tool.ts'
import { codePool } from './code/pool.ts'
import { grantRoutesOf } from './grant-routes.ts'
import { HUMAN_TOOLS, humanMeaning, humanTools } from './human-tools.ts'
import { httpRequest } from './http-tool.ts'
import { openLibrary } from './library.ts'
import { lookTools } from './list-tools.ts'
import { llmTools } from './llm-tools.ts'
import { runNode } from './run-node-tool.ts'
import { noticeRoutes, notifyPerson, openNotices } from './notices.ts'
import type { Parts } from './parts.ts'
import { grantMeaning } from './grant-meaning.ts'
import { projectRoutesOf } from './project-workflows.ts'
import { KEEP_RUNS, PRUNE_RUNS_EVERY, pruneOldRuns } from './prune-runs.ts'
import { runActRoutesOf, runRoutesOf } from './run-routes.ts'
import { RUN_WORKFLOW, runWorkflow } from './run-tool.ts'
import { storedValues, VALUE_FILES } from './run-values.ts'
import { saveVersion } from './save-version-tool.ts'
import { openSecrets } from './secrets.ts'
import { signalRoute } from './signal-route.ts'
import { runStarter } from './start-run.ts'
import { storedGrants } from './stored-grants.ts'
import { storedRuns } from './stored-runs.ts'
import { testRoutesOf } from './test-routes.ts'
import { storedWorkflows } from './stored-workflows.ts'
import { MIGRATIONS, TABLES } from './tables.ts'
import { hookRoutesOf, triggerRoutesOf } from './triggers/trigger-routes.ts'
import type { StartRun } from './starting.ts'
import { openTriggers, type Triggers } from './triggers/triggers.ts'
import { waitTools } from './wait-tools.ts'
import { versionRoutesOf, workflowRoutesOf } from './workflow-routes.ts'
import { workflowViews, type WorkflowViews } from './workflow-views.ts'
import { madeOnce } from '../../platform/made-once.ts'

/** Milliseconds between two checks for waits that are over. */
const WAKE_EVERY = 500

/** The secret from which signal tokens are derived; it survives a restart. */
async function signalSecret({ chance, vault }: Pick<Host, 'chance' | 'vault'>): Promise<string> {
  const kept = await vault.read(SIGNALS)
  if (kept.kind === 'secret') return kept.secret
  const made = chance.secret()
  await vault.keep(SIGNALS, made)
  return made
}

/** Nobody watches these runs, so their failures are sent as notices. */
const UNATTENDED: ReadonlySet<string> = new Set(['schedule', 'webhook', 'file_change', 'other_run'])

const SIGNALS = 'workflow-signals'

/** Workflows: graphs of nodes, their versions, runs, grants and secrets. */
export const workflows: Feature = {
  name: 'workflows',
  migrations: MIGRATIONS,
  tables: TABLES,
  bodies: [graphBody, questionBody, changeBody],
  files: [VALUE_FILES],
  settings: [PAUSED, KEEP_RUNS],
  async start(host) {
    const secret = await signalSecret(host)
    const parts: Parts = openParts(host, secret, () => ({ start, triggers }))
    const start = runStarter(host, parts)
    host.grants.use((run) => parts.grants.of(run))
    host.answerMeanings.add(RUN_WORKFLOW, grantMeaning(parts))
    for (const tool of HUMAN_TOOLS) host.answerMeanings.add(tool, humanMeaning)
    const triggers = openTriggers(host, parts, start)
    const views = workflowViews(
      parts,
      (user) => host.people.nameOf(user),
      (ids) => triggers.stored.count(ids),
    )
    return running(host, parts, { start, triggers, views })
  },
}

/** Objects that need the parts to be built first. */
interface Later {
  readonly start: StartRun
  readonly triggers: Triggers
}

function openParts(host: Host, secret: string, late: () => Later): Parts {
  const { db } = host.store
  const stored = storedWorkflows(db)
  const signalToken = (callId: CallId) => sha256(`${secret} ${callId}`)
  const own = [
    ...waitTools({
      clock: host.clock,
      wakeups: host.store.wakeups,
      signalToken,
    }),
    ...humanTools(host.store.calls),
  ]
  const parts: Parts = {
    db,
    clock: host.clock,
    calls: host.store.calls,
    topics: host.store.topics,
    wakeups: host.store.wakeups,
    workflows: stored,
    runs: storedRuns(db),
    values: storedValues(db, host.files.in(VALUE_FILES.folder)),
    grants: storedGrants(db, (user) => host.people.nameOf(user)),
    secrets: openSecrets(host),
    notices: openNotices(db, host.store.topics),
    library: openLibrary(stored, async (user) => [...host.belt.all(), ...(await host.forPerson(user)).tools]),
    code: codePool(),
    ownTools: new Map(own.map((tool) => [tool.name, tool])),
    signalToken,
    failed: host.failed,
    inputSource: async (user, workflow) =>
      workflow !== undefined && (await late().triggers.stored.hasHook(user, workflow)) ? 'webhook' : 'input',
    forbidsGrants: () => host.policy.forbidsGrants(),
    start: (user, wish) => late().start(user, wish),
    async runEnded(run, error) {
      if (error !== null && UNATTENDED.has(run.started_by))
        await parts.notices.add(run.owner, {
          id: `failed ${run.id}`,
          title: `${run.name} failed`,
          text: error.message,
          runId: run.id,
        })
      await late().triggers.runEnded(run, error)
    },
  }
  return parts
}

function running(
  host: Host,
  parts: Parts,
  { start, triggers, views }: Later & { readonly views: WorkflowViews },
): Running {
  const tools = madeOnce((user) => [
    runWorkflow(parts, user),
    runNode(parts, user),
    buildWorkflow(parts, user),
    applyProposals(parts, host.windows, views, user),
    saveVersion(parts, views, user),
    ...lookTools(host, parts, user),
    httpRequest(host.egress, parts.secrets, user),
    ...llmTools(host, user),
    agentRun(),
    notifyPerson(parts, user),
  ])
  return {
    forPerson: async (user) => ({ tools: tools(user), remembered: [] }),
    routes: [
      ...workflowRoutesOf(parts, views),
      ...versionRoutesOf(parts, views),
      ...runRoutesOf(host, parts, start),
      ...runActRoutesOf(host, parts),
      ...grantRoutesOf(parts),
      ...testRoutesOf(host, parts),
      ...projectRoutesOf(host, parts, views),
      ...triggerRoutesOf(host, parts, triggers),
      ...hookRoutesOf(host, parts, triggers),
      signalRoute(parts),
      ...noticeRoutes(parts.notices),
    ],
    filesInUse: () => parts.values.inUse(),
    topics: [
      storedTopic(
        'run',
        host.store.topics,
        async ({ user }, id) => (await parts.runs.get(user, id)) !== undefined,
      ),
      storedTopic('notices', host.store.topics, ({ user }, id) => Promise.resolve(id === user)),
      storedTopic(
        'workflow',
        host.store.topics,
        async ({ user }, id) => (await parts.workflows.get(user, id)) !== undefined,
      ),
    ],
    jobs: [
      {
        name: 'waking what waits',
        every: WAKE_EVERY,
        async run() {
          await host.store.wakeups.fireDue()
        },
      },
      { name: 'starting what triggers say', every: WAKE_EVERY, run: () => triggers.look() },
      { name: 'forgetting old runs', every: PRUNE_RUNS_EVERY, run: () => pruneOldRuns(host) },
    ],
    async close() {
      await triggers.close()
      await parts.code.close()
    },
  }
}
