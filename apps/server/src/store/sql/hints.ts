import type { CallId, ThreadId, TurnId, UserId } from '@countersign/protocol'
import { z } from 'zod'
import type { OutboxHint, RelayHint, Some } from '../../turns/outbox.ts'

/** The changes of a commit, for listeners that may want to read them. */
export interface Hints {
  /** A thread with new events. */
  readonly thread?: ThreadId
  /** A topic other than a thread that has new events. */
  readonly topic?: string
  /** A person whose lists changed, and the changed entries. */
  readonly person?: UserId
  readonly listedCalls?: Some<CallId>
  readonly listedThreads?: Some<ThreadId>
  /** Something can continue: these calls left `waiting`, these turns were stopped, or a turn became runnable. */
  readonly wake?: boolean
  readonly settled?: Some<CallId>
  readonly stopped?: Some<TurnId>
  /** A process has a letter or a new post; `any`: unknown which. */
  readonly relay?: RelayHint | 'any'
  /** The process whose own listeners already have these hints, so that it ignores the echo of its notification. */
  readonly from?: string
}

/** Check everything that may continue. */
export const ANY_WAKE = { wake: true, settled: 'any', stopped: 'any' } as const

export const CHANNEL = 'countersign'

/** Delivers hints of this process and of all others. A listener that throws is the caller's bug and does not stop others. */
export interface HintBus {
  emit(hints: Hints): void
  listen(listener: (hint: OutboxHint) => void): () => void
}

export function hintBus(failed: (what: string, cause: unknown) => void): HintBus {
  const listeners = new Set<(hint: OutboxHint) => void>()
  return {
    emit(hints) {
      for (const hint of unfold(hints)) {
        for (const listener of listeners) {
          try {
            listener(hint)
          } catch (cause) {
            failed('a listener of hints', cause)
          }
        }
      }
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function unfold(hints: Hints): readonly OutboxHint[] {
  const {
    thread,
    topic,
    person,
    listedCalls = [],
    listedThreads = [],
    wake,
    settled = [],
    stopped = [],
    relay,
  } = hints
  const changed = { calls: listedCalls, threads: listedThreads }
  return [
    ...(thread === undefined ? [] : [{ kind: 'thread', threadId: thread } as const]),
    ...(topic === undefined ? [] : [{ kind: 'topic', topic } as const]),
    ...(person === undefined ? [] : [{ kind: 'person', userId: person, changed } as const]),
    ...(wake === true ? [{ kind: 'wake', calls: settled, stopped } as const] : []),
    ...(relay === undefined ? [] : [{ kind: 'relay', about: relay } as const]),
  ]
}

const Ids = z.union([z.array(z.string()), z.literal('any')]).optional()
const Payload = z.object({
  t: z.string().optional(),
  o: z.string().optional(),
  p: z.string().optional(),
  lc: Ids,
  lt: Ids,
  w: z.literal(1).optional(),
  s: Ids,
  x: Ids,
  r: z.union([z.object({ process: z.string(), post: z.string().optional() }), z.literal('any')]).optional(),
  f: z.string().optional(),
})

/** Maximum number of ids of each kind in one notification, which PostgreSQL limits to 8000 bytes. */
const MOST = 40

/** Hints as the text of a notification. */
export function writeHints(hints: Hints): string {
  return JSON.stringify({
    t: hints.thread,
    o: hints.topic,
    p: hints.person,
    lc: few(hints.listedCalls),
    lt: few(hints.listedThreads),
    w: hints.wake === true ? 1 : undefined,
    s: few(hints.settled),
    x: few(hints.stopped),
    r: hints.relay,
    f: hints.from,
  })
}

function few<Id>(ids: Some<Id> | undefined): Some<Id> | undefined {
  return ids !== undefined && ids !== 'any' && ids.length > MOST ? 'any' : ids
}

/** Parses a notification; one that is not ours yields nothing. */
export function readHints(text: string): Hints {
  const parsed = Payload.safeParse(safeJson(text))
  if (!parsed.success) return {}
  const { t, o, p, lc, lt, w, s, x, r, f } = parsed.data
  return {
    ...(t === undefined ? {} : { thread: t as ThreadId }), // written by `writeHints` from a ThreadId
    ...(o === undefined ? {} : { topic: o }),
    ...(p === undefined ? {} : { person: p as UserId }), // written by `writeHints` from a UserId
    ...(lc === undefined ? {} : { listedCalls: lc as Some<CallId> }), // written by `writeHints` from CallIds
    ...(lt === undefined ? {} : { listedThreads: lt as Some<ThreadId> }), // written by `writeHints` from ThreadIds
    ...(s === undefined ? {} : { settled: s as Some<CallId> }), // written by `writeHints` from CallIds
    ...(x === undefined ? {} : { stopped: x as Some<TurnId> }), // written by `writeHints` from TurnIds
    ...(r === undefined
      ? {}
      : {
          relay: r === 'any' ? r : { process: r.process, ...(r.post === undefined ? {} : { post: r.post }) },
        }),
    ...(f === undefined ? {} : { from: f }),
    wake: w === 1,
  }
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Anyone may notify on the channel; a payload that is not JSON is not ours.
    return undefined
  }
}
