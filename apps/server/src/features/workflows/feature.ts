import { sha256 } from '@countersign/agent'
import { graphBody, questionBody, type CallId } from '@countersign/protocol'
import type { Feature } from '../../platform/feature.ts'
import type { Host } from '../../platform/host.ts'
import { storedTopic } from '../../platform/topic.ts'
import { codePool } from './code/pool.ts'
import { grantRoutesOf } from './grant-routes.ts'
import { HUMAN_TOOLS, humanMeaning, humanTools } from './human-tools.ts'
import { httpRequest } from './http-tool.ts'
import { openLibrary } from './library.ts'
import { lookTools } from './list-tools.ts'
import { llmTools } from './llm-tools.ts'
import { runNode } from './run-node-tool.ts'
import type { Parts } from './parts.ts'
import { grantMeaning } from './grant-meaning.ts'
import { runRoutesOf } from './run-routes.ts'
import { RUN_WORKFLOW, runWorkflow } from './run-tool.ts'
import { openSecrets } from './secrets.ts'
import { signalRoute } from './signal-route.ts'
import { runStarter } from './start-run.ts'
import { storedGrants } from './stored-grants.ts'
import { storedRuns } from './stored-runs.ts'
import { storedWorkflows } from './stored-workflows.ts'
import { MIGRATIONS, TABLES } from './tables.ts'
import { triggerRoutesOf } from './triggers/trigger-routes.ts'
import { openTriggers, PAUSED } from './triggers/triggers.ts'
import { waitTools } from './wait-tools.ts'
import { workflowRoutesOf } from './workflow-routes.ts'

/** Milliseconds between two looks for waits that are over. */
const WAKE_EVERY = 500

/** Tokens of signals are made from it: the same after a restart. */
async function signalSecret({ chance, vault }: Pick<Host, 'chance' | 'vault'>): Promise<string> {
  const kept = await vault.read(SIGNALS)
  if (kept.kind === 'secret') return kept.secret
  const made = chance.secret()
  await vault.keep(SIGNALS, made)
  return made
}

const SIGNALS = 'workflow-signals'

/** Workflows: graphs of nodes, their versions, runs, grants and secrets. */
export const workflows: Feature = {
  name: 'workflows',
  migrations: MIGRATIONS,
  tables: TABLES,
  bodies: [graphBody, questionBody],
  settings: [PAUSED],
  async start(host) {
    const { db } = host.store
    const stored = storedWorkflows(db)
    const secret = await signalSecret(host)
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
      grants: storedGrants(db, (user) => host.people.nameOf(user)),
      secrets: openSecrets(host),
      library: openLibrary(stored, async (user) => [
        ...host.belt.all(),
        ...(await host.forPerson(user)).tools,
      ]),
      code: codePool(),
      ownTools: new Map(own.map((tool) => [tool.name, tool])),
      signalToken,
      failed: host.failed,
      runEnded: (run, error) => triggers.runEnded(run, error),
    }
    host.grants.use((_thread, node) => parts.grants.rulesFor(node))
    host.answerMeanings.add(RUN_WORKFLOW, grantMeaning(parts))
    for (const tool of HUMAN_TOOLS) host.answerMeanings.add(tool, humanMeaning)
    const start = runStarter(host, parts)
    const triggers = openTriggers(host, parts, start)
    return {
      forPerson: async (user) => ({
        tools: [
          runWorkflow(parts, user),
          runNode(host, parts, user),
          ...lookTools(host, parts, user),
          httpRequest(host.egress, parts.secrets, user),
          ...llmTools(host, user),
        ],
        remembered: [],
      }),
      routes: [
        ...workflowRoutesOf(
          parts,
          (user) => host.people.nameOf(user),
          (ids) => triggers.stored.count(ids),
        ),
        ...runRoutesOf(host, parts, start),
        ...grantRoutesOf(parts),
        ...triggerRoutesOf(host, parts, triggers),
        signalRoute(parts),
      ],
      topics: [
        storedTopic(
          'run',
          host.store.topics,
          async ({ user }, id) => (await parts.runs.get(user, id)) !== undefined,
        ),
        storedTopic(
          'workflow',
          host.store.topics,
          async ({ user }, id) => (await stored.get(user, id)) !== undefined,
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
      ],
      async close() {
        await triggers.close()
        await parts.code.close()
      },
    }
  },
}
