import { workflowRoutes } from '@countersign/protocol'
import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { RUN_POINTS, type Trap } from './points.ts'
import { RunServer } from './run-server.ts'
import { ANSWER, expectedEffects, STORY } from './run-story.ts'
import { Gone, Unreachable } from './server.ts'
import { randomFrom } from './suite.ts'

export interface RunSuite {
  readonly home: string
  /** Empty: the embedded database. */
  readonly databaseUrl: string
  /** Rounds with a kill at a random moment, after those with traps. */
  readonly rounds: number
  readonly seed: number
  readonly traps: readonly Trap[]
  /** Every random round has a second server that takes over, not only every third. */
  readonly pair?: boolean
  say(line: string): void
}

export interface RunOutcome {
  readonly ok: boolean
  readonly rounds: number
  readonly sprung: readonly string[]
  readonly unsprung: readonly string[]
  readonly databaseKills: number
  readonly takeovers: number
  readonly answers: number
  readonly settled: number
  readonly effects: number
  readonly twice: readonly string[]
  readonly lost: readonly string[]
  readonly unverifiable: readonly string[]
  readonly failures: readonly string[]
  readonly auditRows: number
  readonly seed: number
  readonly seconds: number
}

/** Later times at which a point is reached: another node, item 3 of the list, the second card, the second time it is laid down. */
const LATER: Readonly<Record<string, readonly number[]>> = {
  'turns.claim:after': [2],
  'calls.propose:before': [3, 6, 9],
  'calls.propose:after': [3, 6, 9],
  'approvals.answer:before': [2],
  'approvals.answer:after': [2],
  'calls.begin:before': [2],
  'calls.begin:after': [2],
  'effect:before': [3, 5],
  'effect:after': [3, 5],
  'calls.end:before': [4, 7],
  'calls.end:after': [4, 7],
  'turns.park:after': [2],
}

export const RUN_TRAPS: readonly Trap[] = RUN_POINTS.flatMap((point) =>
  [1, ...(LATER[point] ?? [])].map((nth) => ({ point, nth, signal: 'SIGKILL' as const })),
)

const PATIENCE = 90_000
/** Milliseconds within which the turn of a run that is over ends. */
const LAST_POINTS = 10_000

/** Runs the whole suite on one data folder: every round finds what the earlier ones left. */
export async function runCrashes(suite: RunSuite): Promise<RunOutcome> {
  const began = performance.now()
  // Open, so that the database of a run as root lies in it and goes away with it.
  await chmod(suite.home, 0o755)
  const run = new Rounds(suite)
  for (const trap of suite.traps) await run.round(trap)
  for (let round = 0; round < suite.rounds; round += 1) await run.round(undefined)
  const outcome = await run.finish()
  return { ...outcome, seconds: Math.round((performance.now() - began) / 1000) }
}

/** The figures of a run of the suite, on one line. */
export function runFigures(store: string, outcome: RunOutcome): string {
  return [
    `workflow crash: store ${store}`,
    `rounds ${outcome.rounds}`,
    `points ${outcome.sprung.length}/${outcome.sprung.length + outcome.unsprung.length}`,
    `database killed ${outcome.databaseKills}`,
    `taken over by a second process ${outcome.takeovers}`,
    `effects ${outcome.effects}`,
    `answers ${outcome.answers}`,
    `settled by a person ${outcome.settled}`,
    `twice ${outcome.twice.length}`,
    `lost ${outcome.lost.length + outcome.failures.length}`,
    `unverifiable ${outcome.unverifiable.length} of ${outcome.auditRows} audit rows`,
    `seed ${outcome.seed}`,
    `${outcome.seconds} s`,
  ].join(', ')
}

const Waiting = z.object({
  calls: z.array(z.object({ id: z.string(), hash: z.string(), tool: z.string(), specifier: z.string() })),
  interrupted: z
    .array(z.object({ id: z.string(), hash: z.string(), specifier: z.string(), parent_id: z.string() }))
    .default([]),
})
const Started = z.object({ run: z.object({ id: z.string() }) })

class Rounds {
  readonly #suite: RunSuite
  readonly #random: () => number
  /** Runs that were acknowledged, by round. */
  readonly #started = new Map<string, string>()
  readonly #sprung: string[] = []
  readonly #unsprung: string[] = []
  readonly #failures: string[] = []
  /** Schedules that have not started their run yet, and the round of each. */
  readonly #scheduled = new Map<string, string>()
  #workflow: string | undefined
  #hash = ''
  #server: RunServer | undefined
  #rounds = 0
  #answers = 0
  #settled = 0
  #databaseKills = 0
  #takeovers = 0
  /** How long a round takes that nobody disturbs, roughly. */
  #usual = 1500

  constructor(suite: RunSuite) {
    this.#suite = suite
    this.#random = randomFrom(suite.seed)
  }

  async round(trap: Trap | undefined): Promise<void> {
    this.#rounds += 1
    const name = `r${this.#rounds}`
    try {
      const victim = this.#server ?? (await this.#start())
      await this.#prepare(victim)
      const paired = trap === undefined && (this.#suite.pair === true || this.#rounds % 3 === 0)
      const other = paired ? await this.#start() : undefined
      await this.#disturbed(name, victim, other, trap)
      if (trap !== undefined)
        (victim.alive ? this.#unsprung : this.#sprung).push(`${trap.point} (${trap.nth})`)
      await victim.kill()
      if (this.#suite.databaseUrl === '' && other === undefined && this.#rounds % 2 === 0)
        await this.#killDatabase()
      this.#server = other ?? (await this.#start())
      if (other !== undefined) this.#takeovers += 1
      await this.#seeThrough(this.#server)
    } catch (cause) {
      this.#failures.push(
        `${name}${trap === undefined ? '' : ` (${trap.point} ${trap.nth})`}: ${String(cause)}`,
      )
      this.#suite.say(this.#failures.at(-1) ?? '')
      await this.#server?.kill()
      this.#server = undefined
    }
    if (this.#rounds % 25 === 0) this.#suite.say(`${this.#rounds} rounds, ${this.#answers} answers`)
  }

  async finish(): Promise<Omit<RunOutcome, 'seconds'>> {
    const server = this.#server ?? (await this.#start())
    const { audit } = await server.report()
    const lost: string[] = []
    for (const [round, id] of this.#started) {
      const { run } = workflowRoutes.run.reply.parse(await server.request('GET', `/api/runs/${id}`))
      if (run.state !== 'done') lost.push(`the run of ${round} is ${run.state}: ${JSON.stringify(run.error)}`)
    }
    const effects = await this.#effects()
    const counts = new Map<string, number>()
    for (const token of effects) counts.set(token, (counts.get(token) ?? 0) + 1)
    // Only what reads may be done again.
    const twice = [...counts].flatMap(([token, count]) =>
      count > 1 && !token.endsWith('.d') ? [`${token} had ${count} effects`] : [],
    )
    for (const round of this.#started.keys()) {
      for (const token of expectedEffects(round)) if (!counts.has(token)) lost.push(`${token} had no effect`)
      if (counts.has(`${round}.b`)) twice.push(`${round}.b was denied and had an effect`)
    }
    await server.close()
    const unverifiable = audit.ok ? [] : audit.problems
    for (const sentence of [...twice, ...lost, ...unverifiable]) this.#suite.say(sentence)
    if (this.#unsprung.length > 0) this.#suite.say(`never reached: ${this.#unsprung.join(', ')}`)
    return {
      ok: [twice, lost, unverifiable, this.#failures, this.#unsprung].every((list) => list.length === 0),
      rounds: this.#rounds,
      sprung: this.#sprung,
      unsprung: this.#unsprung,
      databaseKills: this.#databaseKills,
      takeovers: this.#takeovers,
      answers: this.#answers,
      settled: this.#settled,
      effects: effects.length,
      twice,
      lost,
      unverifiable,
      failures: this.#failures,
      auditRows: audit.rows,
      seed: this.#suite.seed,
    }
  }

  #start(): Promise<RunServer> {
    return RunServer.start(this.#suite.home, this.#suite.databaseUrl)
  }

  /** The workflow and the rules, once. */
  async #prepare(server: RunServer): Promise<void> {
    if (this.#workflow !== undefined) return
    for (const rule of ['count.auto', 'count.keyed'])
      await server.request('POST', '/api/rules', { list: 'allow', text: rule })
    const made = workflowRoutes.create.reply.parse(
      await server.request('POST', '/api/workflows', { name: 'Story', graph: STORY }),
    )
    const { id, problems } = made.workflow
    if (problems.length > 0) throw new Error(JSON.stringify(problems))
    const saved = await server.request('POST', `/api/workflows/${id}/versions`, { message: '', base: 0 })
    this.#hash = workflowRoutes.saveVersion.reply.parse(saved).version.hash
    this.#workflow = id
  }

  /** Drives the round until the victim dies. */
  async #disturbed(
    name: string,
    victim: RunServer,
    other: RunServer | undefined,
    trap: Trap | undefined,
  ): Promise<void> {
    const driver = other ?? victim
    const began = performance.now()
    const isScheduled = trap?.point.startsWith('trigger.') ?? this.#rounds % 4 === 0
    if (trap !== undefined) await victim.arm({ ...trap, point: trap.point.replace('trigger.', 'runs.') })
    const killing =
      trap === undefined ? delay(this.#random() * this.#usual * 1.2).then(() => victim.kill()) : undefined
    try {
      if (isScheduled) await this.#schedule(driver, name)
      else {
        const path = `/api/workflows/${this.#workflow ?? ''}/runs`
        const { run } = Started.parse(await driver.request('POST', path, { inputs: { round: name } }))
        this.#started.set(name, run.id)
      }
      await this.#seeThrough(driver)
      // The run is over before its turn is: the last points are reached a moment later.
      if (trap !== undefined) await Promise.race([victim.exited, delay(LAST_POINTS)])
      if (trap === undefined) this.#usual = (this.#usual * 9 + (performance.now() - began)) / 10
    } catch (cause) {
      if (!(cause instanceof Gone || cause instanceof Unreachable)) throw cause
    } finally {
      await killing
    }
  }

  /** A schedule whose one time is in a moment: one run of it there must be, and no second. */
  async #schedule(server: RunServer, name: string): Promise<void> {
    const at = new Date(Date.now() + 2500)
    const cron = [
      at.getUTCSeconds(),
      at.getUTCMinutes(),
      at.getUTCHours(),
      at.getUTCDate(),
      at.getUTCMonth() + 1,
      '*',
    ]
    const { trigger } = workflowRoutes.addTrigger.reply.parse(
      await server.request('POST', '/api/triggers', {
        workflow_id: this.#workflow,
        hash: this.#hash,
        when: { kind: 'schedule', cron: cron.join(' '), time_zone: 'UTC' },
        inputs: { round: name },
      }),
    )
    this.#scheduled.set(trigger.id, name)
  }

  /** Finds the runs that schedules started. Those that have none yet keep the round open. */
  async #pending(server: RunServer): Promise<readonly string[]> {
    if (this.#scheduled.size === 0) return []
    const { runs } = workflowRoutes.runs.reply.parse(
      await server.request('GET', `/api/runs?workflow_id=${this.#workflow ?? ''}`),
    )
    for (const { id, trigger_id: of } of runs) {
      const name = of === null ? undefined : this.#scheduled.get(of)
      if (name === undefined || of === null) continue
      this.#started.set(name, id)
      this.#scheduled.delete(of)
    }
    return [...this.#scheduled.values()].map((name) => `the schedule of ${name}`)
  }

  /** Answers what waits and settles what was cut off until no run is open. */
  async #seeThrough(server: RunServer): Promise<void> {
    const end = performance.now() + PATIENCE
    for (;;) {
      try {
        await this.#answerAll(server)
        const open = [...(await this.#pending(server)), ...(await this.#open(server))]
        if (open.length === 0) return
        if (performance.now() > end) throw new Error(`not ended in time: ${open.join(', ')}`)
      } catch (cause) {
        if (!(cause instanceof Unreachable)) throw cause
      }
      await delay(40)
    }
  }

  async #open(server: RunServer): Promise<readonly string[]> {
    const { runs } = workflowRoutes.runs.reply.parse(
      await server.request('GET', `/api/runs?workflow_id=${this.#workflow ?? ''}`),
    )
    return runs.flatMap(({ id, state }) =>
      state === 'done' || state === 'failed' || state === 'cancelled' ? [] : [`${id} ${state}`],
    )
  }

  async #answerAll(server: RunServer): Promise<void> {
    const { calls, interrupted } = Waiting.parse(await server.request('GET', '/api/waiting'))
    for (const { id, hash, tool, specifier } of calls) {
      const decision = specifier.endsWith('.b') ? 'deny' : 'allow_once'
      const answer = tool === 'human.ask' ? { answer: { answer: ANSWER } } : {}
      await this.#tolerant(
        server.request('POST', '/api/commands', {
          type: 'tool_approval_response',
          tool_call_id: id,
          hash,
          decision,
          ...answer,
        }),
      )
      this.#answers += 1
    }
    const done = new Set(await this.#effects())
    for (const { id, hash, specifier, parent_id: of } of interrupted) {
      // The person looks: what was done is done, what was not is made again inside the run.
      const how = done.has(specifier)
        ? { how: 'done', output: { text: `counted ${specifier}` } }
        : { how: 'again' }
      // A run has the id of its call.
      const run = `run_${of.slice('call_'.length)}`
      await this.#tolerant(
        server.request('POST', `/api/runs/${run}/settle`, { tool_call_id: id, hash, ...how }),
      )
      this.#settled += 1
    }
  }

  /** Two looks may find the same card: the second answer is refused, and nothing else happens. */
  async #tolerant(sent: Promise<unknown>): Promise<void> {
    try {
      await sent
    } catch (cause) {
      if (cause instanceof Gone || cause instanceof Unreachable) throw cause
      if (!/already|not_found|409/.test(String(cause))) throw cause
    }
  }

  async #effects(): Promise<readonly string[]> {
    const text = await readFile(join(this.#suite.home, 'effects'), 'utf8').catch(() => '')
    return text.split('\n').filter((line) => line !== '')
  }

  async #killDatabase(): Promise<void> {
    const file = join(this.#suite.home, 'data', 'postgres', 'data', 'postmaster.pid')
    const pid = Number((await readFile(file, 'utf8')).split('\n')[0])
    process.kill(pid, 'SIGKILL')
    this.#databaseKills += 1
  }
}
