import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { ServerMessage } from '@countersign/protocol'
import { readConfig } from '../config.ts'
import { startServer } from '../main.ts'
import type { Feature } from '../platform/feature.ts'

/** A real server in its own data folder, on any free port. */
export interface TestServer {
  readonly port: number
  /** Lets the test act as the person of this server. */
  readonly token: string
  /** As printed, with a code for one page. */
  readonly address: string
  readonly home: string
  readonly workspace: string
  connect(): Promise<TestClient>
  request(path: string, init?: RequestInit): Promise<Response>
  /** Stops the server; its folders stay, for another one on them. */
  stop(): Promise<void>
  close(): Promise<void>
}

export interface TestServerOptions {
  readonly beside?: TestServer
  readonly port?: number
  /** Absent: all shipped features. */
  readonly features?: readonly Feature[]
  /** Gets each line of the log; absent: they go to standard error. */
  readonly logged?: (line: string) => void
}

/** `beside`: another server on the same data folder and workspace, like a second process. */
export async function testServer(
  env: Readonly<Record<string, string>> = {},
  { beside, port: wanted = 0, features, logged }: TestServerOptions = {},
): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'cs-wire-'))
  // Open, so that the database of a run as root is inside it and is removed with it.
  await chmod(folder, 0o755)
  const webRoot = join(folder, 'web')
  const workspace = beside?.workspace ?? join(folder, 'workspace')
  await mkdir(webRoot)
  await mkdir(workspace, { recursive: true })
  await writeFile(join(webRoot, 'index.html'), '<!doctype html><title>Countersign</title>')
  const home = beside?.home ?? join(folder, 'home')
  const read = readConfig(
    // Work that still runs at the end of a test need not complete.
    { COUNTERSIGN_HOME: home, COUNTERSIGN_SHUTDOWN_GRACE: '0', ...env },
    { port: wanted, workspace, join: beside !== undefined },
  )
  if (!read.ok) throw new Error(read.message)
  const started = await startServer(read.config, {
    webRoot,
    checkReplies: true,
    ...(features === undefined ? {} : { features }),
    ...(logged === undefined ? {} : { logTo: { write: logged } }),
    // No keys and no model servers except those of the test.
    env: { COUNTERSIGN_LOCAL_MODELS: 'off', ...env },
  })
  if (started.kind !== 'started') throw new Error(`the server did not start: ${JSON.stringify(started)}`)
  const { port, key: token, address, close } = started.server
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= close())
  return {
    port,
    token,
    address,
    home,
    workspace,
    connect: () => TestClient.open(port, token),
    request: (path, init = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${token}`, ...init.headers },
      }),
    stop,
    async close() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A wire client: sends commands, records messages, waits for expected ones. */
export class TestClient {
  readonly socket: WebSocket
  readonly messages: ServerMessage[] = []
  readonly #waiting = new Set<() => void>()
  #requests = 0

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('message', (data: Buffer) => {
      this.messages.push(ServerMessage.parse(JSON.parse(data.toString('utf8'))))
      for (const look of this.#waiting) look()
    })
  }

  static async open(port: number, token: string): Promise<TestClient> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const client = new TestClient(socket)
    await new Promise<void>((opened, failed) => {
      socket.once('open', opened)
      socket.once('error', failed)
    })
    return client
  }

  /** A client on an open socket, such as a page's. */
  static over(socket: WebSocket): TestClient {
    return new TestClient(socket)
  }

  /** Sends a command and waits for its answer. */
  async command(command: Readonly<Record<string, unknown>>): Promise<ServerMessage> {
    const request_id = `r${(this.#requests += 1)}`
    this.socket.send(JSON.stringify({ ...command, request_id }))
    return this.until((message) => 'request_id' in message && message.request_id === request_id)
  }

  /** The first matching message, past or future. */
  until(fits: (message: ServerMessage) => boolean): Promise<ServerMessage> {
    return new Promise((found) => {
      const look = () => {
        const message = this.messages.find(fits)
        if (message === undefined) return
        this.#waiting.delete(look)
        found(message)
      }
      this.#waiting.add(look)
      look()
    })
  }

  /** Resolves with the next message that comes. */
  next(): Promise<void> {
    return new Promise((come) => {
      const look = () => {
        this.#waiting.delete(look)
        come()
      }
      this.#waiting.add(look)
    })
  }

  /** The first matching event of a thread, past or future. */
  async event<T extends string>(
    type: T,
    fits: (event: EventOf<T>) => boolean = () => true,
  ): Promise<EventOf<T>> {
    const isIt = (message: ServerMessage) =>
      message.type === 'event' && message.event.type === type && fits(message.event as EventOf<T>) // the type was compared
    const message = await this.until(isIt)
    if (message.type !== 'event') throw new Error('not an event')
    return message.event as EventOf<T> // the type was compared
  }

  close(): void {
    this.socket.close()
  }
}

type EventOf<T extends string> = Extract<Extract<ServerMessage, { type: 'event' }>['event'], { type: T }>
