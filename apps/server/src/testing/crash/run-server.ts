import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Trap } from './points.ts'
import { RunAnswer, type RunQuestion, type RunReport } from './run-messages.ts'
import { Gone, Unreachable } from './server.ts'

/** A whole server process, as the suite and its person see it. */
export class RunServer {
  readonly #child: ChildProcess
  readonly #open = new Map<number, { resolve(answer: RunAnswer): void; reject(cause: Error): void }>()
  readonly exited: Promise<unknown>
  #last = 0
  #alive = true
  #at: { readonly port: number; readonly key: string } = { port: 0, key: '' }

  private constructor(child: ChildProcess) {
    this.#child = child
    this.exited = once(child, 'exit').then(() => {
      this.#alive = false
      for (const { reject } of this.#open.values()) reject(new Gone('the process ended'))
      this.#open.clear()
    })
    child.on('message', (message) => {
      const answer = RunAnswer.parse(message)
      this.#open.get(answer.id)?.resolve(answer)
      this.#open.delete(answer.id)
    })
  }

  static async start(home: string, databaseUrl: string): Promise<RunServer> {
    const file = fileURLToPath(new URL('run-worker.ts', import.meta.url))
    const child = fork(file, [home, databaseUrl], {
      execArgv: ['--conditions=countersign-source', '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const server = new RunServer(child)
    const { port = 0, key = '' } = await server.#hear(0)
    server.#at = { port, key }
    return server
  }

  get alive(): boolean {
    return this.#alive
  }

  arm(trap: Trap | undefined): Promise<unknown> {
    return this.#ask(trap === undefined ? { kind: 'arm' } : { kind: 'arm', trap })
  }

  async report(): Promise<RunReport> {
    const { report } = await this.#ask({ kind: 'report' })
    if (report === undefined) throw new Error('no report')
    return report
  }

  /** Over the wire, like a person's client. */
  async request(method: string, path: string, body?: unknown): Promise<unknown> {
    const { port, key } = this.#at
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const sent = body === undefined ? { headers } : { headers, body: JSON.stringify(body) }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...sent }).catch(
      async (cause: unknown) => {
        // A process that dies closes its sockets first: this one answers, or it is gone.
        await this.report().catch(() => undefined)
        throw this.#alive ? new Unreachable(String(cause)) : new Gone('the process ended')
      },
    )
    const json: unknown = await answer.json().catch(() => {
      throw new Gone('the process ended')
    })
    if (answer.status >= 500) throw new Unreachable(JSON.stringify(json))
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`)
    return json
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.exited
  }

  async close(): Promise<void> {
    await this.#ask({ kind: 'close' })
    await this.exited
  }

  async #ask(question: RunQuestion): Promise<RunAnswer> {
    if (!this.#alive) throw new Gone('the process ended')
    this.#last += 1
    const id = this.#last
    const answered = this.#hear(id)
    this.#child.send({ id, question }, () => undefined)
    const answer = await answered
    if (!answer.ok) throw new Error(answer.error ?? 'refused')
    return answer
  }

  #hear(id: number): Promise<RunAnswer> {
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject })
    })
  }
}
