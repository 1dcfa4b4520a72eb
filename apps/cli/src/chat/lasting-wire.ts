import type { CommandContract, CommandFields, ServerMessage } from '@countersign/protocol'
import { now } from '../clock.ts'
import type { Reached } from '../server-client.ts'
import { openWire, type Wire } from '../wire.ts'

/** Milliseconds between attempts to reach a lost server. */
const RETRY_MS = 1000

export interface LastingWirePorts {
  readonly heard: (message: ServerMessage) => void
  readonly opened: () => Promise<void>
  readonly lost: (times: { readonly now: number; readonly retryAt: number }) => void
}

/** A connection that reopens whenever it is lost, until it is closed. */
export class LastingWire {
  readonly #server: Reached
  readonly #ports: LastingWirePorts
  #wire: Wire | null = null
  #closed = false

  constructor(server: Reached, ports: LastingWirePorts) {
    this.#server = server
    this.#ports = ports
  }

  async connect(): Promise<void> {
    const wire = await openWire(this.#server.port, this.#server, this.#ports.heard)
    this.#wire = wire
    void wire.closed.then(() => this.#lost())
    await this.#ports.opened()
  }

  close(): void {
    this.#closed = true
    this.#wire?.close()
  }

  command<const Contract extends CommandContract>(
    contract: Contract,
    fields: CommandFields<Contract>,
  ): Promise<ServerMessage> {
    return this.#wire?.command(contract, fields) ?? Promise.resolve(LOST)
  }

  #lost(): void {
    if (this.#closed) return
    const at = now()
    this.#ports.lost({ now: at, retryAt: at + RETRY_MS })
    const again = () => {
      if (this.#closed) return
      this.connect().catch(() => setTimeout(again, RETRY_MS))
    }
    setTimeout(again, RETRY_MS)
  }
}

const LOST: ServerMessage = {
  type: 'error',
  request_id: null,
  error: { code: 'unavailable', message: 'the connection to the server is lost' },
}
