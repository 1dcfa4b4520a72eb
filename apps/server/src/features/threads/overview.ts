import { setTimeout as delay } from 'node:timers/promises'
import type { CallId, ServerMessage, ThreadId, UserId } from '@countersign/protocol'
import type { Approvals } from '../../gate/ports.ts'
import type { ListChange, Some } from '../../turns/outbox.ts'
import type { Threads } from '../../turns/ports.ts'

export interface OverviewParts {
  readonly user: UserId
  readonly threads: Pick<Threads, 'list' | 'among'>
  readonly approvals: Pick<Approvals, 'waiting' | 'waitingAmong'>
  send(message: ServerMessage): void
  /** Milliseconds that changes are gathered after each message. */
  pause?(): number
  /** Everything known was sent. */
  idle?(): void
  failed(what: string, cause: unknown): void
}

/** Questions per message, so that a long list does not delay others. */
const PAGE = 250
/** Milliseconds before lists that could not be read are retried. */
const RETRY = 1000

/**
 * A person's lists as one client knows them: everything once, then only changes. Changes that arrive while something is being sent are sent
 * in one message after it, so a burst of answers becomes a few messages.
 */
export function openOverview(parts: OverviewParts): { changed(change: ListChange): void; close(): void } {
  let calls: Some<CallId> = []
  let threads: Some<ThreadId> = []
  let sending = false
  let closed = false

  async function sendAll(): Promise<void> {
    sending = true
    try {
      while (!closed && (calls.length > 0 || threads.length > 0)) {
        await sendNow()
        const pause = parts.pause?.() ?? 0
        if (pause > 0) await delay(pause)
      }
      if (!closed) parts.idle?.()
    } catch (cause) {
      parts.failed('sending an overview', cause)
      // The changes taken from the lists are lost: the client gets complete lists once the store can be reached again.
      calls = 'any'
      threads = 'any'
      setTimeout(begin, RETRY).unref()
    } finally {
      // Synchronously with the last check: a later change finds nothing sending and starts over.
      sending = false
    }
  }

  async function sendNow(): Promise<void> {
    const [some, listed] = [calls, threads]
    calls = []
    threads = []
    if (listed === 'any')
      parts.send({ type: 'threads', threads: [...(await parts.threads.list(parts.user))] })
    else if (listed.length > 0) await sendThreads(parts, listed)
    if (some === 'any') await sendWaiting(parts, () => closed)
    else if (some.length > 0) await sendCalls(parts, some)
  }

  function begin(): void {
    if (!sending && !closed) void sendAll()
  }

  return {
    changed(change) {
      calls = join(calls, change.calls)
      threads = join(threads, change.threads)
      begin()
    },
    close() {
      closed = true
    },
  }
}

function join<Id>(some: Some<Id>, more: Some<Id>): Some<Id> {
  return some === 'any' || more === 'any' ? 'any' : [...new Set([...some, ...more])]
}

async function sendThreads({ threads, user, send }: OverviewParts, ids: readonly ThreadId[]): Promise<void> {
  const there = await threads.among(user, ids)
  const known = new Set(there.map(({ id }) => id))
  send({ type: 'threads_changed', threads: [...there], gone: ids.filter((id) => !known.has(id)) })
}

async function sendWaiting({ approvals, user, send }: OverviewParts, isOver: () => boolean): Promise<void> {
  let after: string | undefined
  do {
    const page = await approvals.waiting(user, { limit: PAGE, ...(after === undefined ? {} : { after }) })
    send({
      type: 'waiting',
      approvals: [...page.approvals],
      calls: [...page.calls],
      interrupted: [...page.interrupted],
      ...(page.next === null ? {} : { more: true }),
    })
    after = page.next ?? undefined
  } while (after !== undefined && !isOver())
}

async function sendCalls({ approvals, user, send }: OverviewParts, ids: readonly CallId[]): Promise<void> {
  for (let from = 0; from < ids.length; from += PAGE) {
    const some = ids.slice(from, from + PAGE)
    const there = await approvals.waitingAmong(user, some)
    const known = new Set([...there.calls, ...there.interrupted].map(({ id }) => id))
    send({
      type: 'waiting_changed',
      approvals: [...there.approvals],
      calls: [...there.calls],
      interrupted: [...there.interrupted],
      gone: some.filter((id) => !known.has(id)),
    })
  }
}
