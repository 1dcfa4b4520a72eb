import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * A minimal load balancer: each connection goes to the next server in turn, regardless of the client. A server that does not answer is
 * skipped.
 */
export class Proxy {
  readonly #server: Server
  readonly #lines = new Set<Socket>()
  #targets: readonly number[] = []
  #next = 0

  private constructor() {
    this.#server = createServer((line) => this.#accept(line))
  }

  static async open(): Promise<Proxy> {
    const proxy = new Proxy()
    await new Promise<void>((listening) => proxy.#server.listen(0, '127.0.0.1', 4096, listening))
    return proxy
  }

  get port(): number {
    const address = this.#server.address()
    return address !== null && typeof address === 'object' ? address.port : 0
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Ports of the servers behind it. */
  serve(targets: readonly number[]): void {
    this.#targets = targets
  }

  /** Cuts one connection at random. */
  cut(random: () => number): void {
    const lines = [...this.#lines]
    lines[Math.floor(random() * lines.length)]?.destroy()
  }

  async close(): Promise<void> {
    const closed = new Promise((done) => this.#server.close(done))
    for (const line of this.#lines) line.destroy()
    await closed
  }

  #accept(line: Socket): void {
    this.#lines.add(line)
    line.once('close', () => this.#lines.delete(line))
    line.setNoDelay(true)
    // The close that follows informs the other side.
    line.on('error', () => line.destroy())
    this.#join(line, this.#targets.length)
  }

  #join(line: Socket, tries: number): void {
    const port = this.#targets[this.#next++ % Math.max(1, this.#targets.length)]
    if (port === undefined || tries <= 0) {
      line.destroy()
      return
    }
    const server = connect(port, '127.0.0.1')
    server.setNoDelay(true)
    server.once('connect', () => {
      server.removeAllListeners('error')
      server.on('error', () => line.destroy())
      server.once('close', () => line.destroy())
      line.once('close', () => server.destroy())
      line.pipe(server).pipe(line)
      if (line.destroyed) server.destroy()
    })
    server.once('error', () => this.#join(line, tries - 1))
  }
}
