import { runTurn, Toolbelt } from '@countersign/agent'
import { CallId } from '@countersign/protocol'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answerWaits } from '../../gate/answer-waits.ts'
import { UNKNOWN } from '../../providers/capabilities.ts'
import { libraryProvider } from '../../providers/ai-sdk/model-provider.ts'
import { policySource } from '../../rules/policy-source.ts'
import { openStore, type Store } from '../../store/open-store.ts'
import { countRoundTrips } from './round-trips.ts'
import { Script } from './script.ts'
import { scriptedModel } from './scripted-model.ts'
import { BENCH_LIMITS, benchTools } from './turn.ts'

/** What a step costs when everything is written down: the embedded database, one call in each step. */
export async function durableFigures(steps: number): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'cs-loop-bench-'))
  const processId = randomUUID()
  const opened = await openStore({ home, approvalTimeout: null, processId, failed: () => undefined })
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
    const wall = Math.min(...runs.map((run) => run.wall))
    const cpu = Math.min(...runs.map((run) => run.cpu))
    const trips = Math.min(...runs.map((run) => run.roundTrips))
    const commit = Math.min(...bare)
    return [
      `with the embedded database: ${wall.toFixed(2)} ms a step (${steps} steps, best of 3)`,
      `${cpu.toFixed(2)} ms of it processor time here`,
      `${trips.toFixed(1)} round trips`,
      `one commit with one small row: ${commit.toFixed(2)} ms (a step is ${(wall / commit).toFixed(1)} of them)`,
      `a step without its ${WAITS} waits for the disk: ${(wall - WAITS * commit).toFixed(2)} ms`,
    ].join(', ')
  } finally {
    await store.close()
    await rm(home, { recursive: true, force: true })
  }
}

/** Commits of a step that wait for the disk: a call that begins, and how it ended. The model's answer goes along with the first. */
const WAITS = 2

/** What the machine itself takes for one change that is durable. */
async function bareCommit({ db }: Store): Promise<number> {
  const rounds = 60
  const began = performance.now()
  for (let round = 0; round < rounds; round += 1) {
    await sql`insert into settings (scope, name, value) values ('bench', 'bare', '1')
      on conflict (scope, name) do update set updated_at = clock_timestamp()`.execute(db)
  }
  return (performance.now() - began) / rounds
}

/** Of one step: milliseconds of the clock on the wall and of this processor, and how often the database was waited for. */
interface Cost {
  readonly wall: number
  readonly cpu: number
  readonly roundTrips: number
}

async function turn(store: Store, processId: string, workspace: string, steps: number): Promise<Cost> {
  const user = store.localUser
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
  const trips = countRoundTrips()
  const used = process.cpuUsage()
  const began = performance.now()
  const outcome = await runTurn(
    {
      gate: {
        calls: store.calls,
        answers: answerWaits(store.calls, () => undefined),
        policy: policySource(store.rules, () => undefined),
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
  if (outcome.kind !== 'answered' || did.tools !== steps) throw new Error(`the turn ended as ${outcome.kind}`)
  await store.turns.finish(claimed.lease, outcome)
  return { wall, cpu: (inUser + system) / 1000 / steps, roundTrips: trips.count / steps }
}
