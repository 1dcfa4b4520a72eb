import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Trap } from './points.ts'
import { seeThrough, startRound, type Memory } from './round.ts'
import { Gone, Server } from './server.ts'
import { judge, type Verdict } from './tally.ts'

export interface Suite {
  readonly home: string
  /** Empty: the embedded database. */
  readonly databaseUrl: string
  /** Rounds with a kill at a random moment, after those at the named points. */
  readonly rounds: number
  readonly seed: number
  /** Every random round has a second process that takes over without a restart, not only every third. */
  readonly pair?: boolean
  /** Named points to kill at, before the random rounds. */
  readonly points: readonly string[]
  /** Kills in turns with sub-agents three deep, before all others. */
  readonly trees?: readonly Trap[]
  say(line: string): void
}

export interface Outcome {
  readonly ok: boolean
  readonly rounds: number
  readonly databaseKills: number
  readonly takeovers: number
  readonly sprung: readonly string[]
  readonly unsprung: readonly string[]
  readonly answers: number
  readonly verdict: Verdict
  readonly failures: readonly string[]
  readonly seed: number
  readonly seconds: number
}

/** Milliseconds in which a round must end after a crash. */
const PATIENCE = 60_000

/** Later occurrences of frequent points that are tried too. */
const LATER: Readonly<Record<string, number>> = {
  'calls.propose:after': 3,
  'calls.begin:after': 2,
  'effect:before': 2,
  'effect:after': 2,
  'calls.end:before': 2,
  'approvals.answer:after': 2,
  'turns.append:after': 2,
  'turns.claim:after': 2,
}

/** Runs the whole suite on one data folder: every round finds the leftovers of earlier ones. */
export async function crashes(suite: Suite): Promise<Outcome> {
  const began = performance.now()
  const run = new Run(suite)
  for (const trap of suite.trees ?? []) await run.round({ trap, story: 'tree' })
  for (const trap of trapsAt(suite.points)) await run.round({ trap })
  for (let round = 0; round < suite.rounds; round += 1) await run.round({})
  const outcome = await run.finish()
  return { ...outcome, seconds: Math.round((performance.now() - began) / 1000) }
}

/** The figures of a run, on one line. */
export function figures(store: string, outcome: Outcome): string {
  const { verdict } = outcome
  const traps = outcome.sprung.length + outcome.unsprung.length
  return [
    `crash: store ${store}`,
    `rounds ${outcome.rounds}`,
    `points ${outcome.sprung.length}/${traps}`,
    `database killed ${outcome.databaseKills}`,
    `taken over by a second process ${outcome.takeovers}`,
    `calls ${verdict.calls}`,
    `effects ${verdict.effects}`,
    `succeeded ${verdict.succeeded}`,
    `interrupted ${verdict.interrupted}`,
    `answers ${outcome.answers}`,
    `double ${verdict.double.length}`,
    `lost ${verdict.lost.length + outcome.failures.length}`,
    `unverifiable ${verdict.unverifiable.length}`,
    `misplaced ${verdict.misplaced.length}`,
    `asked again ${verdict.askedAgain.length}`,
    `seed ${outcome.seed}`,
    `${outcome.seconds} s`,
  ].join(', ')
}

function trapsAt(points: readonly string[]): readonly Trap[] {
  return points.flatMap((point) => {
    const later = LATER[point]
    return [1, ...(later === undefined ? [] : [later])].map((nth) => ({
      point,
      nth,
      signal: 'SIGKILL' as const,
    }))
  })
}

class Run {
  readonly #suite: Suite
  readonly #random: () => number
  readonly #memory: Memory = { started: new Set(), answers: new Map() }
  readonly #sprung: string[] = []
  readonly #unsprung: string[] = []
  readonly #failures: string[] = []
  #server: Server | undefined
  #rounds = 0
  #databaseKills = 0
  #takeovers = 0
  /** Approximate duration of an undisturbed round: kills happen within it. */
  #usual = 400

  constructor(suite: Suite) {
    this.#suite = suite
    this.#random = randomFrom(suite.seed)
  }

  /** One round: a turn, a kill, and another process that completes it. */
  async round({ trap, story = 'round' }: { readonly trap?: Trap; readonly story?: string }): Promise<void> {
    this.#rounds += 1
    const name = `${story}${this.#rounds}`
    const victim = this.#server ?? (await this.#start())
    const paired = trap === undefined && (this.#suite.pair === true || this.#rounds % 3 === 0)
    const other = paired ? await this.#start() : undefined
    try {
      await this.#disturbed(name, victim, other, trap)
      if (trap !== undefined) this.#note(trap, !victim.alive)
      await victim.kill()
      if (this.#suite.databaseUrl === '' && this.#rounds % 2 === 0) await this.#killDatabase()
      this.#server = other ?? (await this.#start())
      if (other !== undefined) this.#takeovers += 1
      await seeThrough(this.#server, PATIENCE, this.#memory)
    } catch (cause) {
      this.#failures.push(`${name}${trap === undefined ? '' : ` (${trap.point})`}: ${String(cause)}`)
      this.#suite.say(this.#failures.at(-1) ?? '')
      await this.#server?.kill()
      this.#server = undefined
    }
    if (this.#rounds % 25 === 0)
      this.#suite.say(`${this.#rounds} rounds, ${this.#memory.answers.size} answers`)
  }

  async finish(): Promise<Omit<Outcome, 'seconds'>> {
    const server = this.#server ?? (await this.#start())
    const report = await server.report()
    const effects = await this.#lines('effects')
    const asked = await this.#lines('model')
    await server.close()
    const verdict = judge(report, effects, this.#memory, asked)
    const { double, lost, unverifiable } = verdict
    const wrong = [...double, ...lost, ...unverifiable, ...verdict.misplaced, ...verdict.askedAgain]
    for (const sentence of wrong) this.#suite.say(sentence)
    if (this.#unsprung.length > 0) this.#suite.say(`never reached: ${this.#unsprung.join(', ')}`)
    return {
      ok: wrong.length === 0 && this.#failures.length === 0 && this.#unsprung.length === 0,
      rounds: this.#rounds,
      databaseKills: this.#databaseKills,
      takeovers: this.#takeovers,
      sprung: this.#sprung,
      unsprung: this.#unsprung,
      answers: this.#memory.answers.size,
      verdict,
      failures: this.#failures,
      seed: this.#suite.seed,
    }
  }

  async #lines(name: string): Promise<readonly string[]> {
    const text = await readFile(join(this.#suite.home, name), 'utf8').catch(() => '')
    return text.split('\n').filter((line) => line !== '')
  }

  /** Drives the round until the victim dies. Answers go to the other process, if there is one. */
  async #disturbed(
    name: string,
    victim: Server,
    other: Server | undefined,
    trap: Trap | undefined,
  ): Promise<void> {
    const driver = other ?? victim
    const began = performance.now()
    if (trap !== undefined) await victim.arm(trap)
    const killing = trap === undefined ? this.#killSoon(victim) : undefined
    try {
      await startRound(driver, name, this.#memory)
      await seeThrough(driver, PATIENCE, this.#memory)
      if (trap === undefined) this.#usual = (this.#usual * 9 + (performance.now() - began)) / 10
    } catch (cause) {
      if (!(cause instanceof Gone)) throw cause
    } finally {
      await killing
    }
  }

  async #killSoon(victim: Server): Promise<void> {
    await delay(this.#random() * this.#usual * 1.2)
    await victim.kill()
  }

  #note(trap: Trap, sprung: boolean): void {
    ;(sprung ? this.#sprung : this.#unsprung).push(`${trap.point} (${trap.nth})`)
  }

  async #killDatabase(): Promise<void> {
    const file = join(this.#suite.home, 'postgres', 'data', 'postmaster.pid')
    const pid = Number((await readFile(file, 'utf8')).split('\n')[0])
    process.kill(pid, 'SIGKILL')
    this.#databaseKills += 1
  }

  #start(): Promise<Server> {
    return Server.start(this.#suite.home, this.#suite.databaseUrl)
  }
}

/** Seeded random numbers (mulberry32), so that a failed round can be repeated. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}
