import { runTurn, Toolbelt } from '@countersign/agent'
import { CallId } from '@countersign/protocol'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localPerson } from '../../auth/local-person.ts'
import { answerWaits } from '../../gate/answer-waits.ts'
import { UNKNOWN } from '../../providers/capabilities.ts'
import { libraryProvider } from '../../providers/ai-sdk/model-provider.ts'
import { policySource } from '../../rules/policy-source.ts'
import { threadCapabilities } from '../../settings/capabilities.ts'
import { openStore, type Store } from '../../store/open-store.ts'
import { databaseCost } from './database-cost.ts'
import { countRoundTrips } from './round-trips.ts'
import { Script } from './script.ts'
import { scriptedModel } from './scripted-model.ts'
import { BENCH_LIMITS, benchTools } from './turn.ts'

/** What a step costs when everything is written down, one call in each step: in the embedded database, or in the one that is named. */
export async function durableFigures(steps: number, databaseUrl?: string): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'cs-loop-bench-'))
  const processId = randomUUID()
  const opened = await openStore({
    home,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    approvalTimeout: null,
    processId,
    // Nothing renews it, however slow the machine is.
    leaseLength: 600_000,
    failed: () => undefined,
  })
  if (!opened.ok) throw new Error(opened.error.message)
  const store = opened.value
  try {
    await turn(store, processId, home, steps)
    const runs: Cost[] = []
    const bare: number[] = []
    for (let round = 0; round < 3; round += 1) {
      runs.push(await turn(store, processId, home, steps))
      bare.push(await bareCommit(store))
    }
    const best = (of: (cost: Cost) => number) => Math.min(...runs.map(of))
    const wall = best((run) => run.wall)
    const commit = Math.min(...bare)
    const [ms, inDatabase] = [(value: number) => `${value.toFixed(2)} ms`, best((run) => run.inDatabase)]
    return [
      `a step with ${databaseUrl === undefined ? 'the embedded database' : 'PostgreSQL'}: ${ms(wall)} (${steps} steps, best of 3)`,
      `  processor time: ${ms(best((run) => run.cpu))} here${Number.isNaN(inDatabase) ? '' : `, ${ms(inDatabase)} in the database`}`,
      `  ${best((run) => run.roundTrips).toFixed(1)} round trips, ${best((run) => run.commits).toFixed(1)} commits`,
      `  one commit of one small row in the same run: ${ms(commit)}; a step is ${(wall / commit).toFixed(1)} of them`,
    ].join('\n')
  } finally {
    await store.close()
    await rm(home, { recursive: true, force: true })
  }
}

/** The machine's own time for one durable change. */
async function bareCommit({ db }: Store): Promise<number> {
  const rounds = 60
  const began = performance.now()
  for (let round = 0; round < rounds; round += 1) {
    await sql`insert into settings (scope, name, value) values ('bench', 'bare', '1')
      on conflict (scope, name) do update set updated_at = clock_timestamp()`.execute(db)
  }
  return (performance.now() - began) / rounds
}

/** Per step: milliseconds of wall-clock and CPU time, and the number of database round trips. */
interface Cost {
  readonly wall: number
  readonly cpu: number
  /** NaN if the system does not report it. */
  readonly inDatabase: number
  readonly roundTrips: number
  readonly commits: number
}

async function turn(store: Store, processId: string, workspace: string, steps: number): Promise<Cost> {
  const user = localPerson()
  const thread = await store.threads.create(user, {
    title: 'bench',
    mode: 'default',
    model: 'bench',
    workspace,
  })
  await store.turns.start(user, thread.id, { text: 'go' })
  const claimed = await store.turns.claim(processId)
  if (claimed === undefined) throw new Error('there was no turn to run')
  const did = { tools: 0 }
  const model = scriptedModel(new Script('steps', steps))
  const clock = { now: () => Math.round(performance.timeOrigin + performance.now()) }
  const before = await databaseCost(store)
  const policy = policySource(store.rules, () => undefined)
  const capabilities = threadCapabilities(store.settings, {
    last: (threadId) => policy.lastOf(threadId),
  })
  const trips = countRoundTrips()
  const used = process.cpuUsage()
  const began = performance.now()
  const outcome = await runTurn(
    {
      gate: {
        calls: store.calls,
        answers: answerWaits(store.calls, () => undefined),
        policy,
        capabilities,
        clock,
      },
      provider: libraryProvider({ name: 'Bench', capabilities: UNKNOWN, cost: () => null }, () => ({
        model,
      })),
      journal: store.turns,
      events: { chunk: () => {}, output: () => {}, withdrawn: () => {}, budgetExceeded: () => {} },
      ids: { call: () => CallId.parse(`call_${randomUUID().replaceAll('-', '')}`) },
      limits: BENCH_LIMITS,
      allWaiting: () => {},
    },
    {
      lease: claimed.lease,
      threadId: claimed.threadId,
      turnId: claimed.turnId,
      model: 'bench',
      place: { workspace, cwd: workspace, home: workspace },
      belt: new Toolbelt(benchTools(did)),
      messages: claimed.messages,
      system: () => 'You are measured.',
    },
    new AbortController().signal,
  )
  const wall = (performance.now() - began) / steps
  const { user: inUser, system } = process.cpuUsage(used)
  trips.stop()
  const after = await databaseCost(store)
  if (outcome.kind !== 'answered' || did.tools !== steps) throw new Error(`the turn ended as ${outcome.kind}`)
  await store.turns.finish(claimed.lease, outcome)
  return {
    wall,
    cpu: (inUser + system) / 1000 / steps,
    inDatabase: ((after.cpu ?? Number.NaN) - (before.cpu ?? Number.NaN)) / steps,
    roundTrips: trips.count / steps,
    commits: (after.commits - before.commits) / steps,
  }
}
