import { setTimeout as delay } from 'node:timers/promises'
import type { Facts } from '../../apps/server/src/testing/fleet/messages.ts'
import { startFleet, type Fleet } from '../fleet/fleet.ts'
import { Listener, type Notice } from './listener.ts'
import { madeAt, message, story } from './story.ts'

export interface LoadSize {
  /** Threads that stream at once. */
  readonly threads: number
  /** Open sockets; each follows one of the threads. */
  readonly sockets: number
  /** Questions that wait for a person at once. */
  readonly approvals: number
  /** Chunks that each thread streams, twenty per second. */
  readonly chunks: number
}

/** Milliseconds, by percentile. */
export interface Spread {
  readonly count: number
  readonly p50: number
  readonly p99: number
  readonly most: number
}

export interface LoadOutcome {
  /** From a person's message to the first word of the answer on their screen. */
  readonly firstEvent: Spread
  /** From a word of the model to every screen that follows the thread. */
  readonly delivery: Spread
  /** From a person's yes until the call runs. */
  readonly answerToRun: Spread
  readonly events: number
  /** Missing or duplicate events, on any socket. */
  readonly wrong: number
  /** Sockets that missed something or broke. */
  readonly behind: number
  /** Per process: once all sockets were open, and once everything streamed and waited. */
  readonly idle: readonly Facts[]
  readonly full: readonly Facts[]
  readonly seconds: { readonly open: number; readonly stream: number; readonly answer: number }
  readonly megabytesSent: number
  /** CPU seconds of clients, proxy and model, because they share the machine with the measured servers. */
  readonly ownProcessor: number
  /** How many questions waited at once. */
  readonly waited: number
  /** Answers that a busy server refused and that were sent again. */
  readonly refused: number
  /** Lines of the servers' logs. */
  readonly complaints: readonly string[]
}

/** Answers that are in flight at once. */
const HANDS = 20
const PATIENCE = 600_000
/** Milliseconds without a new question after which the run stops waiting for more. */
const QUIET = 20_000

/** The whole run over two processes on one PostgreSQL, behind a proxy that assigns connections in turn. */
export async function load(size: LoadSize, say: (line: string) => void): Promise<LoadOutcome> {
  const fleet = await startFleet(story, { processes: 2, env: { COUNTERSIGN_APPROVAL_TIMEOUT: 'never' } })
  const run = new Run(fleet, size, say)
  try {
    return await run.all()
  } finally {
    run.close()
    await fleet.close()
  }
}

class Run {
  readonly #fleet: Fleet
  readonly #size: LoadSize
  readonly #say: (line: string) => void
  readonly #listeners: Listener[] = []
  readonly #threads: string[] = []
  readonly #asked = new Map<string, number>()
  readonly #first = new Map<string, number>()
  readonly #delivery: number[] = []
  readonly #waiting = new Set<string>()
  /** Unanswered questions, with the hash of their content. */
  readonly #open = new Map<string, string>()
  #refused = 0
  readonly #answered = new Map<string, number>()
  readonly #ran = new Map<string, number>()
  readonly #ended = new Set<string>()

  constructor(fleet: Fleet, size: LoadSize, say: (line: string) => void) {
    this.#fleet = fleet
    this.#size = size
    this.#say = say
  }

  async all(): Promise<LoadOutcome> {
    const open = await this.#timed(() => this.#openAll())
    const idle = await this.#facts()
    this.#say(`${this.#listeners.length} sockets open in ${open.toFixed(1)} s: ${held(idle)}`)
    const stream = await this.#timed(() => this.#streamAll())
    const full = await this.#facts()
    const waited = this.#open.size
    this.#say(`${this.#waiting.size} questions wait after ${stream.toFixed(1)} s of streams: ${held(full)}`)
    const answer = await this.#timed(() => this.#answerAll())
    this.#say(`answered in ${answer.toFixed(1)} s`)
    const behind = await this.#behind()
    const sum = (pick: (listener: Listener) => number) =>
      this.#listeners.reduce((total, one) => total + pick(one), 0)
    return {
      firstEvent: spread([...this.#first].map(([thread, at]) => at - (this.#asked.get(thread) ?? at))),
      delivery: spread(this.#delivery),
      answerToRun: spread([...this.#ran].map(([call, at]) => at - (this.#answered.get(call) ?? at))),
      events: sum(({ events }) => events),
      wrong: sum(({ wrong }) => wrong),
      behind,
      idle,
      full,
      seconds: { open, stream, answer },
      megabytesSent: sum(({ bytes }) => bytes) / 1_000_000,
      waited,
      refused: this.#refused,
      complaints: this.#fleet.servers.flatMap(({ log }) => log.split('\n').filter((line) => line !== '')),
      ownProcessor: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
    }
  }

  close(): void {
    for (const listener of this.#listeners) listener.close()
  }

  readonly #notice: Notice = (event, thread, at) => {
    switch (event.type) {
      case 'chunk': {
        const made = madeAt(String(event['text']))
        if (made === undefined) return
        this.#delivery.push(at - made)
        if (!this.#first.has(thread)) this.#first.set(thread, at)
        return
      }
      case 'tool_call_update': {
        const { id, hash, state } = event['call'] as { id: string; hash: string; state: string } // the schema of the wire
        if (state === 'waiting' && !this.#waiting.has(id)) {
          this.#waiting.add(id)
          this.#open.set(id, hash)
        }
        if (this.#answered.has(id) && (state === 'running' || state === 'succeeded') && !this.#ran.has(id))
          this.#ran.set(id, at)
        return
      }
      case 'turn_updated': {
        const { state } = event['turn'] as { state: string } // the schema of the wire
        if (state === 'done' || state === 'failed') this.#ended.add(thread)
      }
    }
  }

  async #openAll(): Promise<void> {
    const door = { address: this.#fleet.proxy.address, token: this.#fleet.token }
    const { threads, sockets } = this.#size
    await inParallel(sockets, async () => void this.#listeners.push(await Listener.open(door, this.#notice)))
    await inParallel(threads, async (index) => {
      const reply = await this.#at(index).command({
        type: 'thread_create',
        title: `chat ${index}`,
        permission_mode: 'default',
      })
      if (reply.thread_id === undefined) throw new Error(`no chat: ${JSON.stringify(reply)}`)
      this.#threads[index] = reply.thread_id
    })
    await inParallel(sockets, async (index) => {
      await this.#at(index).command({
        type: 'subscribe',
        thread_id: this.#threads[index % threads],
        after_seq: 0,
      })
    })
  }

  async #streamAll(): Promise<void> {
    const { threads, approvals, chunks } = this.#size
    const calls = Math.ceil(approvals / threads)
    await Promise.all(
      this.#threads.map(async (thread_id, index) => {
        this.#asked.set(thread_id, Date.now())
        await this.#at(index).command({
          type: 'turn_start',
          thread_id,
          text: message({ name: `c${index}`, chunks, calls }),
        })
      }),
    )
    await this.#allAsked(calls * threads)
  }

  /** Waits until every question was asked, or none was for a while, which means that the servers cannot handle more at once. */
  async #allAsked(count: number): Promise<void> {
    let last = { size: -1, at: performance.now() }
    while (this.#waiting.size < count && performance.now() - last.at < QUIET) {
      if (this.#waiting.size !== last.size) last = { size: this.#waiting.size, at: performance.now() }
      await delay(20)
    }
  }

  /** Answers everything that waits and everything asked meanwhile, until all turns have ended. */
  async #answerAll(): Promise<void> {
    const end = performance.now() + PATIENCE
    await Promise.all(
      Array.from({ length: HANDS }, async () => {
        while (this.#ended.size < this.#threads.length && performance.now() < end) await this.#answerOne()
      }),
    )
    if (this.#ended.size < this.#threads.length)
      throw new Error(`${this.#threads.length - this.#ended.size} turns did not end`)
  }

  async #answerOne(): Promise<void> {
    const [next] = this.#open
    if (next === undefined) return delay(20)
    const [tool_call_id, hash] = next
    this.#open.delete(tool_call_id)
    this.#answered.set(tool_call_id, Date.now())
    // Any client may answer; half of the time this one is connected to another process.
    const listener = this.#at(this.#answered.size * 7)
    const reply = await listener.command({
      type: 'tool_approval_response',
      tool_call_id,
      hash,
      decision: 'allow_once',
    })
    if (reply.type === 'ok') return
    // Retries if a server is too busy to answer.
    this.#refused += 1
    this.#open.set(tool_call_id, hash)
    await delay(200)
  }

  /** Sockets that have not received the last event of their thread, compared with a fresh load. */
  async #behind(): Promise<number> {
    const last = new Map<string, number>()
    for (const thread of this.#threads) {
      const response = await fetch(`${this.#fleet.proxy.address}/api/threads/${thread}`, {
        headers: { authorization: `Bearer ${this.#fleet.token}` },
      })
      const { seq } = (await response.json()) as { seq: number } // the schema of the wire
      last.set(thread, seq)
    }
    const late = () =>
      this.#listeners.filter(
        (listener, index) =>
          listener.closed || listener.last !== last.get(this.#threads[index % this.#threads.length] ?? ''),
      ).length
    const end = performance.now() + 30_000
    while (late() > 0 && performance.now() < end) await delay(100)
    return late()
  }

  #at(index: number): Listener {
    const listener = this.#listeners[index % this.#listeners.length]
    if (listener === undefined) throw new Error('no socket')
    return listener
  }

  #facts(): Promise<readonly Facts[]> {
    return Promise.all(this.#fleet.servers.map((server) => server.facts()))
  }

  async #timed(work: () => Promise<void>): Promise<number> {
    const began = performance.now()
    await work()
    return (performance.now() - began) / 1000
  }
}

function held(facts: readonly Facts[]): string {
  return facts
    .map(
      ({ rss, heap, processor }) =>
        `${Math.round(rss / 1e6)} MB (heap ${Math.round(heap / 1e6)}), ${processor.toFixed(1)} s of processor`,
    )
    .join(' and ')
}

/** A hundred at a time. */
async function inParallel(count: number, work: (index: number) => Promise<void>): Promise<void> {
  const indexes = Array.from({ length: count }, (_, index) => index).values()
  await Promise.all(
    Array.from({ length: Math.min(100, count) }, async () => {
      for (const index of indexes) await work(index)
    }),
  )
}

function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), most: at(1) }
}
