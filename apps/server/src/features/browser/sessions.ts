import type { ThreadId } from '@countersign/protocol'
import { NoBrowser } from './chromium/launch.ts'
import type { LoginCall } from './logins.ts'
import { Session, type Cookie, type SessionParts } from './session.ts'

/** Milliseconds that a browser is kept after its last use. */
const KEPT_FOR = 30 * 60_000
/** Maximum number of browsers at once. */
const MOST = 8

export interface SessionsParts extends SessionParts {
  now(): number
  /** Why no browser may open now, as a sentence. */
  whyNot?(): Promise<string | undefined>
  /** Cookies of the logins that a person saved, for a call that they serve. */
  cookiesFor?(call: LoginCall): Promise<readonly Cookie[]>
  /** Called when a browser opens, closes or changes hands. */
  changed?(thread: ThreadId): void
}

/** The browsers of this process, one for each thread that uses one. */
export class Sessions {
  readonly #parts: SessionsParts
  readonly #open = new Map<ThreadId, Promise<Session>>()
  readonly #live = new Map<ThreadId, Session>()
  readonly #used = new Map<ThreadId, number>()

  constructor(parts: SessionsParts) {
    this.#parts = parts
  }

  /** The thread's current browser. */
  find(thread: ThreadId): Session | undefined {
    const session = this.#live.get(thread)
    return session === undefined || session.closed ? undefined : session
  }

  /** The thread's browser, or a new one. Throws `NoBrowser`. */
  async get(call: LoginCall): Promise<Session> {
    const thread = call.threadId
    const why = await this.#parts.whyNot?.()
    if (why !== undefined) throw new NoBrowser(why)
    this.#used.set(thread, this.#parts.now())
    const known = this.find(thread)
    if (known !== undefined) return known
    const opening = this.#open.get(thread) ?? this.#start(call)
    this.#open.set(thread, opening)
    try {
      return await opening
    } finally {
      this.#open.delete(thread)
    }
  }

  async #start(call: LoginCall): Promise<Session> {
    const thread = call.threadId
    if ([...this.#live.values()].filter(({ closed }) => !closed).length >= MOST)
      throw new NoBrowser(`${MOST} browsers are open already; close one in its pane`)
    const session = await Session.open(this.#parts, (await this.#parts.cookiesFor?.(call)) ?? [])
    this.#live.set(thread, session)
    session.holding.changed = () => this.#parts.changed?.(thread)
    this.#parts.changed?.(thread)
    return session
  }

  threads(): readonly ThreadId[] {
    return [...this.#live.keys()].filter((thread) => this.find(thread) !== undefined)
  }

  used(thread: ThreadId): number {
    return this.#used.get(thread) ?? 0
  }

  async close(thread: ThreadId): Promise<void> {
    const session = this.#live.get(thread)
    this.#live.delete(thread)
    await session?.close()
    this.#parts.changed?.(thread)
  }

  /** Closes browsers that were idle for half an hour and that nobody holds. */
  async closeIdle(): Promise<void> {
    const until = this.#parts.now() - KEPT_FOR
    for (const thread of this.threads())
      if (this.used(thread) < until && this.find(thread)?.holding.isHeld !== true) await this.close(thread)
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#open.values()].map((opening) => opening.catch(() => undefined)))
    await Promise.all([...this.#live.keys()].map((thread) => this.close(thread)))
  }
}
