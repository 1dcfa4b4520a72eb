import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { readNote, readToken } from '@countersign/server/data-folder'
import { root } from '../../scripts/lib/root.mjs'

const PROGRAM = join(root, 'apps/cli/bin/countersign.mjs')

/** Milliseconds: a server creates its database first, on a machine that may be busy. */
const START = 180_000

/** A question that waits for a person. */
export interface Card {
  readonly call: string
  readonly hash: string
  readonly title: string
  /** The whole content of the card, as text. */
  readonly whole: string
}

/** The product as people run it: a separate server, its commands, and its public HTTP API. */
export class Gate {
  readonly home: string
  readonly #workspace: string
  #server: ChildProcess | undefined

  constructor(folder: string) {
    this.home = join(folder, 'countersign')
    this.#workspace = join(folder, 'server-work')
  }

  get env(): Readonly<Record<string, string>> {
    return { COUNTERSIGN_HOME: this.home, COUNTERSIGN_LOCAL_MODELS: 'off' }
  }

  async start(): Promise<void> {
    if (this.#server !== undefined) return
    await mkdir(this.#workspace, { recursive: true })
    const server = spawn(process.execPath, [PROGRAM, '--port', '0', this.#workspace], {
      env: { ...process.env, ...this.env },
      stdio: 'ignore',
    })
    this.#server = server
    const until = Date.now() + START
    for (;;) {
      if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
      if (Date.now() > until) throw new Error('the server did not start in time')
      const up = readNote(this.home)?.pid === server.pid
      if (up && (await this.cards().catch(() => undefined)) !== undefined) return
      await delay(200)
    }
  }

  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const server = this.#server
    if (server === undefined) return
    this.#server = undefined
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }

  /** Runs a command of the product. */
  async command(
    args: readonly string[],
    place: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  ): Promise<{ readonly code: number | null; readonly output: string }> {
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      cwd: place.cwd,
      env: { PATH: process.env['PATH'] ?? '', ...place.env, ...this.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const closed = once(child, 'close')
    const [out, complaints] = await Promise.all([text(child.stdout), text(child.stderr), closed])
    return { code: child.exitCode, output: out + complaints }
  }

  /** The calls that wait for an answer. */
  async cards(): Promise<readonly Card[]> {
    const { approvals, calls } = (await this.#request('/api/waiting')) as Waiting // as defined by our own protocol
    return approvals.flatMap(({ tool_call_id, hash }) => {
      const call = calls.find(({ id }) => id === tool_call_id)
      return call === undefined
        ? []
        : [{ call: call.id, hash, title: call.title, whole: JSON.stringify(call) }]
    })
  }

  async answer(card: Card, decision: 'allow_once' | 'deny'): Promise<void> {
    await this.#request('/api/commands', {
      method: 'POST',
      body: JSON.stringify({
        type: 'tool_approval_response',
        tool_call_id: card.call,
        hash: card.hash,
        decision,
      }),
    })
  }

  async #request(path: string, init: RequestInit = {}): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${readNote(this.home)?.port}${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${readToken(this.home)}`,
        'content-type': 'application/json',
        connection: 'close',
      },
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
}

interface Waiting {
  readonly approvals: readonly { readonly tool_call_id: string; readonly hash: string }[]
  readonly calls: readonly { readonly id: string; readonly title: string }[]
}
