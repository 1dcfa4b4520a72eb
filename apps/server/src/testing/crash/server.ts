import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Answer, type Card, type Question, type Report } from './messages.ts'
import type { Trap } from './points.ts'

/** The process is gone: unanswered requests may or may not have taken effect. */
export class Gone extends Error {}

/** The process runs but its database is unreachable: the request may or may not have taken effect. */
export class Unreachable extends Error {}

const UNREACHABLE =
  /^(?:ECONN|ENOENT|EPIPE|57P|08)|Connection terminated|connection timeout|Client has encountered a connection error/

/** A server process of the suite, as the runner sees it. */
export class Server {
  readonly #child: ChildProcess
  readonly #open = new Map<number, { resolve(answer: Answer): void; reject(cause: Error): void }>()
  readonly exited: Promise<unknown>
  #last = 0
  #alive = true

  private constructor(child: ChildProcess) {
    this.#child = child
    this.exited = once(child, 'exit').then(() => {
      this.#alive = false
      for (const { reject } of this.#open.values()) reject(new Gone('the process ended'))
      this.#open.clear()
    })
    child.on('message', (message) => {
      const answer = Answer.parse(message)
      this.#open.get(answer.id)?.resolve(answer)
      this.#open.delete(answer.id)
    })
  }

  static async start(home: string, databaseUrl: string, leaseLength = 15_000): Promise<Server> {
    const file = fileURLToPath(new URL('worker.ts', import.meta.url))
    const child = fork(file, [home, databaseUrl, String(leaseLength)], {
      execArgv: ['--conditions=countersign-source', '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const server = new Server(child)
    await server.#hear(0)
    return server
  }

  get alive(): boolean {
    return this.#alive
  }

  arm(trap: Trap | undefined): Promise<unknown> {
    return this.#ask(trap === undefined ? { kind: 'arm' } : { kind: 'arm', trap })
  }

  begin(round: string): Promise<unknown> {
    return this.#ask({ kind: 'start', round })
  }

  async waiting(): Promise<readonly Card[]> {
    return (await this.#ask({ kind: 'waiting' })).cards ?? []
  }

  /** For a change in parts every second one is signed. */
  answer({ callId, hash, parts }: Card, decision: 'allow_once' | 'deny'): Promise<unknown> {
    const signed = parts === undefined ? {} : { parts: parts.filter((_part, index) => index % 2 === 0) }
    return this.#ask({ kind: 'answer', callId, hash, decision, ...signed })
  }

  async interrupted(): Promise<readonly Card[]> {
    return (await this.#ask({ kind: 'interrupted' })).cards ?? []
  }

  settle({ callId, hash }: Card, how: 'done' | 'not_done' | 'again'): Promise<unknown> {
    return this.#ask({ kind: 'settle', callId, hash, how })
  }

  /** Turns that have not ended. */
  async open(): Promise<readonly string[]> {
    return (await this.#ask({ kind: 'open' })).open ?? []
  }

  /** A consistent report; waits for a database that is just coming back. */
  async report(): Promise<Report> {
    for (;;) {
      try {
        const { report } = await this.#ask({ kind: 'report' })
        if (report === undefined) throw new Error('no report')
        return report
      } catch (cause) {
        if (!(cause instanceof Unreachable)) throw cause
        await delay(100)
      }
    }
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name)
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.exited
  }

  async close(): Promise<void> {
    await this.#ask({ kind: 'close' })
    await this.exited
  }

  async #ask(question: Question): Promise<Answer> {
    if (!this.#alive) throw new Gone('the process ended')
    this.#last += 1
    const id = this.#last
    const answered = this.#hear(id)
    this.#child.send({ id, question }, () => undefined)
    const answer = await answered
    if (!answer.ok) {
      const why = answer.error ?? 'refused'
      throw UNREACHABLE.test(why) ? new Unreachable(why) : new Error(why)
    }
    return answer
  }

  #hear(id: number): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject })
    })
  }
}
