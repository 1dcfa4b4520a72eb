import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { Client } from '../fleet/client.ts'
import { startFleet, type Fleet } from '../fleet/fleet.ts'
import { chance, type Chance } from '../fleet/random.ts'
import { TYPED } from './house.ts'
import { effectsDiffer, typedDiffers, viewsDiffer } from './judge.ts'
import type { Deeds, House, Person } from './person.ts'
import { notFlat, type Sample } from './memory.ts'
import { actByChance, answerAll } from './people.ts'
import { EFFECTS, story } from './story.ts'

export interface SoakOptions {
  readonly minutes: number
  /** Seconds of activity before everything settles and is checked. */
  readonly round: number
  readonly clients: number
  readonly seed: number
  say(line: string): void
}

export interface SoakOutcome {
  /** All problems, in sentences. */
  readonly wrong: readonly string[]
  readonly deeds: Deeds
  readonly samples: readonly Sample[]
  readonly rounds: number
  readonly turns: number
  readonly kills: number
  readonly reconnects: number
  readonly events: number
  readonly calls: number
  readonly effects: number
  readonly auditRows: number
}

/** Milliseconds without progress after which running turns are stuck. */
const CALM = 120_000

/**
 * People who write, answer, change modes, stop and lose their connection at random, on two server processes behind a load balancer. One
 * process is killed again and again; the other stays, so that its memory can be observed. After every round everything settles: no turn may
 * be stuck, every screen shows what a fresh one shows, every command ran at most once, and the audit is intact.
 */
export async function soak(options: SoakOptions): Promise<SoakOutcome> {
  const random = chance(options.seed)
  const fleet = await startFleet(story, {
    processes: 2,
    env: { COUNTERSIGN_APPROVAL_TIMEOUT: '20', COUNTERSIGN_PUBLIC_TERMINAL: 'allow' },
  })
  const run = new Run(options, fleet, random)
  try {
    const end = performance.now() + options.minutes * 60_000
    do await run.round()
    while (performance.now() < end && run.goesOn)
    return run.outcome()
  } finally {
    run.close()
    await fleet.close()
  }
}

class Run {
  readonly #options: SoakOptions
  readonly #fleet: Fleet
  readonly #random: Chance
  readonly #people: readonly Person[]
  readonly #deeds: Deeds = new Map()
  readonly #house: House = { terminals: 0, typed: [], wrong: [] }
  readonly #wrong: string[] = []
  readonly #samples: Sample[] = []
  readonly #began = performance.now()
  #rounds = 0
  #turns = 0
  #kills = 0
  #calls = 0
  #effects = 0
  #auditRows = 0

  constructor(options: SoakOptions, fleet: Fleet, random: Chance) {
    this.#options = options
    this.#fleet = fleet
    this.#random = random
    const door = { address: fleet.proxy.address, token: fleet.token }
    this.#people = Array.from({ length: options.clients }, (_, index) => ({
      client: new Client(`client${index}`, door),
      fleet,
      random: chance(random.below(2 ** 31)),
      deeds: this.#deeds,
      house: this.#house,
      newName: () => `t${(this.#turns += 1)}`,
    }))
  }

  /** After a failure there is nothing more to learn. */
  get goesOn(): boolean {
    return this.#wrong.length === 0
  }

  async round(): Promise<void> {
    this.#rounds += 1
    await this.#unrest()
    if (!(await this.#comesToRest())) return
    await this.#look()
    this.#report()
  }

  outcome(): SoakOutcome {
    const sum = (pick: (client: Client) => number) =>
      this.#people.reduce((total, { client }) => total + pick(client), 0)
    return {
      wrong: [...this.#wrong, ...notFlat(this.#samples)],
      deeds: this.#deeds,
      samples: this.#samples,
      rounds: this.#rounds,
      turns: this.#turns,
      kills: this.#kills,
      reconnects: sum(({ reconnects }) => reconnects),
      events: sum(({ events }) => events),
      calls: this.#calls,
      effects: this.#effects,
      auditRows: this.#auditRows,
    }
  }

  close(): void {
    for (const { client } of this.#people) client.close()
  }

  async #unrest(): Promise<void> {
    const end = performance.now() + this.#options.round * 1000
    const busy = async (act: () => Promise<void>) => {
      while (performance.now() < end) await act()
    }
    await Promise.all([
      ...this.#people.map((person) => busy(() => actByChance(person))),
      busy(() => this.#killOne(end)),
    ])
  }

  /** Kills the newest process, mostly without warning, and starts another in its place. */
  async #killOne(end: number): Promise<void> {
    const pause = this.#random.between(0.1, 0.5) * this.#options.round * 1000
    await delay(Math.min(pause, Math.max(0, end - performance.now())))
    const victim = this.#fleet.servers.at(-1)
    if (victim === undefined || this.#fleet.servers.length < 2) return
    await this.#fleet.end(victim, this.#random() < 0.75 ? 'SIGKILL' : 'SIGTERM')
    this.#kills += 1
    await this.#fleet.start()
  }

  async #comesToRest(): Promise<boolean> {
    const [person] = this.#people
    const [steady] = this.#fleet.servers
    if (person === undefined || steady === undefined) throw new Error('nobody is there')
    let last = { seen: '', at: performance.now() }
    for (;;) {
      await answerAll(person)
      const open = await steady.open()
      if (open.length === 0) return true
      if (open.join() !== last.seen) last = { seen: open.join(), at: performance.now() }
      if (performance.now() - last.at > CALM) {
        this.#wrong.push(...open.map((turn) => `stuck: ${turn}`))
        return false
      }
      await delay(100)
    }
  }

  async #look(): Promise<void> {
    const [steady] = this.#fleet.servers
    const [first] = this.#people
    if (steady === undefined || first === undefined) throw new Error('nobody is there')
    for (const { client } of this.#people) {
      await client.opened()
      this.#wrong.push(...client.wrong.splice(0), ...(await viewsDiffer(client)))
    }
    const rows = await steady.commands()
    const lines = await this.#fleet.lines(EFFECTS)
    this.#calls = rows.length
    this.#effects = lines.length
    this.#wrong.push(...effectsDiffer(rows, lines), ...this.#house.wrong.splice(0))
    this.#wrong.push(...typedDiffers(this.#house.typed, await this.#fleet.lines(TYPED)))
    const { verification } = Verified.parse(await first.client.get('/api/audit/verify'))
    this.#auditRows = verification.rows
    if (!verification.ok) this.#wrong.push(`the audit is not whole: ${JSON.stringify(verification.problems)}`)
    this.#samples.push({ minute: (performance.now() - this.#began) / 60_000, facts: await steady.facts() })
  }

  #report(): void {
    const sample = this.#samples.at(-1)
    const { rss = 0, heap = 0, timers = 0, sockets = 0, connections = 0 } = sample?.facts ?? {}
    this.#options.say(
      `${sample?.minute.toFixed(1)} min: ${this.#turns} turns, ${this.#kills} kills, ${this.#effects} effects, heap ${mb(heap)}, process ${mb(rss)}, ` +
        `timers ${timers}, sockets ${sockets}, database connections ${connections}`,
    )
    for (const sentence of this.#wrong) this.#options.say(sentence)
  }
}

const Verified = z.object({
  verification: z.object({ ok: z.boolean(), rows: z.number(), problems: z.array(z.unknown()) }),
})

function mb(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
