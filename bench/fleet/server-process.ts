import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import {
  Said,
  type Asked,
  type CommandRow,
  type Facts,
} from '../../apps/server/src/testing/fleet/messages.ts'

const HOST = fileURLToPath(new URL('../../apps/server/src/testing/fleet/main.ts', import.meta.url))

/** A server process of the fleet, as its parent sees it. */
export class ServerProcess {
  readonly #child: ChildProcess
  readonly #open = new Map<number, PromiseWithResolvers<Said>>()
  readonly exited: Promise<unknown>
  #last = 0
  #alive = true
  #told: Said | undefined
  /** Its log, from standard error. */
  log = ''

  private constructor(child: ChildProcess) {
    this.#child = child
    this.exited = once(child, 'exit').then(() => {
      this.#alive = false
      for (const { reject } of this.#open.values())
        reject(new Error(`the server is gone\n${this.log.slice(-2000)}`))
      this.#open.clear()
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.log = (this.log + text).slice(-LOG_KEPT)
    })
    child.on('message', (message) => {
      const said = Said.parse(message)
      this.#open.get(said.id)?.resolve(said)
      this.#open.delete(said.id)
    })
  }

  static async start(
    folders: { readonly webRoot: string; readonly workspace: string },
    env: Readonly<Record<string, string>>,
  ): Promise<ServerProcess> {
    const child = fork(HOST, [folders.webRoot, folders.workspace], {
      execArgv: ['--expose-gc', '--conditions=countersign-source', '--disable-warning=ExperimentalWarning'],
      env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    const server = new ServerProcess(child)
    server.#told = await server.#hear(0)
    return server
  }

  get alive(): boolean {
    return this.#alive
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  get port(): number {
    return this.#told?.port ?? 0
  }

  get token(): string {
    return this.#told?.token ?? ''
  }

  async facts(): Promise<Facts> {
    const { facts } = await this.#ask('facts')
    if (facts === undefined) throw new Error('no facts')
    return facts
  }

  async open(): Promise<readonly string[]> {
    return (await this.#ask('open')).open ?? []
  }

  async commands(): Promise<readonly CommandRow[]> {
    return (await this.#ask('effects')).commands ?? []
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    this.#child.kill(signal)
    await this.exited
  }

  async #ask(ask: Asked['ask']): Promise<Said> {
    const id = (this.#last += 1)
    const heard = this.#hear(id)
    this.#child.send({ id, ask } satisfies Asked)
    const said = await heard
    if (said.error !== undefined) throw new Error(said.error)
    return said
  }

  #hear(id: number): Promise<Said> {
    const waiting = Promise.withResolvers<Said>()
    this.#open.set(id, waiting)
    if (!this.#alive) waiting.reject(new Error('the server is gone'))
    return waiting.promise
  }
}

const LOG_KEPT = 20_000
