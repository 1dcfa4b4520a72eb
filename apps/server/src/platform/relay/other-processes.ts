import { z } from 'zod'
import { repeating } from '../../repeating.ts'
import type { Outbox } from '../../turns/outbox.ts'
import type { Post, Relay } from '../../turns/relay.ts'

/** Milliseconds between checks whether other processes, whose answers or posts are in use, are still alive. */
const LOOK = 2000

/** Something of another process that can be queried. */
export interface Other<T> {
  readonly process: string
  readonly id: string
  readonly value: T
}

export type Answered =
  | { readonly kind: 'answer'; readonly value: unknown }
  | { readonly kind: 'gone' | 'late' | 'stopped' }

/** One kind of object that processes share: clients with tools, windows. */
export interface Shared<T> {
  /** Once this resolves, others see the new value under this id; undefined removes it. */
  show(id: string, value: T | undefined): Promise<void>
  /** The posts of other living processes, oldest first. The same objects until something changes. */
  others(): readonly Other<T>[]
  /** Reads the posts of others again: a notification may still be on its way. */
  look(): Promise<void>
  /** Asks the process that posted it. */
  ask(
    of: Pick<Other<T>, 'process' | 'id'>,
    question: unknown,
    limits: { readonly time: number; readonly signal?: AbortSignal },
  ): Promise<Answered>
}

export interface SharedSpec<T> {
  /** The prefix of its rows. */
  readonly part: string
  readonly schema: z.ZodType<T>
  /** Answers for a post of this process. `signal` aborts when nobody waits any more. */
  answer(id: string, question: unknown, signal: AbortSignal): Promise<unknown>
}

/** Other server processes on the same database. */
export interface OtherProcesses {
  share<T>(spec: SharedSpec<T>): Shared<T>
  close(): Promise<void>
}

/** For one process alone. */
export const NO_OTHERS: Pick<OtherProcesses, 'share'> = {
  share: () => ({
    show: () => Promise.resolve(),
    others: () => [],
    look: () => Promise.resolve(),
    ask: () => Promise.resolve({ kind: 'gone' }),
  }),
}

const Letter = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ask'),
    ask: z.string(),
    part: z.string(),
    id: z.string(),
    question: z.unknown(),
  }),
  z.object({ kind: z.literal('answer'), ask: z.string(), value: z.unknown() }),
  z.object({ kind: z.literal('stop'), ask: z.string() }),
])
type Letter = z.infer<typeof Letter>

interface Parts {
  readonly relay: Relay
  readonly outbox: Pick<Outbox, 'listen'>
  readonly process: string
  ids(): string
  failed(what: string, cause: unknown): void
}

export async function openOtherProcesses(parts: Parts): Promise<OtherProcesses> {
  const { relay, outbox, process, failed } = parts
  const board = othersPosts(relay)
  const shared = new Map<string, SharedSpec<unknown>['answer']>()
  const mail = openMail(parts, shared)
  const own = ownPosts(relay, failed)
  const stop = outbox.listen(({ kind, ...hint }) => {
    if (kind !== 'relay' || !('about' in hint)) return
    const { about } = hint
    const work = async () => {
      if (about === 'any') await Promise.all([board.readAll(), mail.receive()])
      else if (about.process === process && about.post === undefined) await mail.receive()
      else if (about.process !== process && about.post !== undefined)
        await board.read({ process: about.process, name: about.post })
    }
    work().catch((cause: unknown) => failed('reading from another process', cause))
  })
  await board.readAll()
  const looking = repeating(
    LOOK,
    async () => {
      const known = [...new Set([...board.processes(), ...mail.waitsFor()])]
      const living = await relay.living(known)
      for (const one of known.filter((id) => !living.has(id))) {
        board.forget(one)
        mail.gone(one)
      }
    },
    (cause) => failed('looking for other processes', cause),
  )
  return {
    share(spec) {
      shared.set(spec.part, (id, question, signal) => spec.answer(id, question, signal))
      return {
        show: (id, value) =>
          own.show(`${spec.part} ${id}`, value === undefined ? null : JSON.stringify(value)),
        others: () => board.of(spec.part, spec.schema),
        look: () => board.readAll(),
        ask: ({ process: to, id }, question, limits) =>
          mail.ask(to, { part: spec.part, id, question }, limits),
      }
    },
    async close() {
      stop()
      mail.close()
      await looking.stop()
      await own.close()
    },
  }
}

/** This process's own posts, written in sequence; if changes come faster than that, only the last one. */
function ownPosts(relay: Relay, failed: Parts['failed']) {
  const shown = new Map<string, string>()
  const wanted = new Map<string, string | null>()
  let writing: Promise<void> | undefined
  let closed = false
  async function write(): Promise<void> {
    for (const [name, body] of wanted) {
      wanted.delete(name)
      if ((shown.get(name) ?? null) === body) continue
      await relay
        .post(name, body)
        .then(() => (body === null ? shown.delete(name) : shown.set(name, body)))
        .catch((cause: unknown) => failed('posting to other processes', cause))
    }
    writing = undefined
  }
  return {
    show(name: string, body: string | null): Promise<void> {
      // The posts of a process end with it.
      if (closed) return Promise.resolve()
      wanted.set(name, body)
      writing ??= Promise.resolve().then(write)
      return writing
    },
    async close() {
      closed = true
      wanted.clear()
      await writing
    },
  }
}

/** The posts of other processes at the last read. */
function othersPosts(relay: Relay) {
  let posts: readonly Post[] = []
  const parsed = new WeakMap<Post, Other<unknown> | null>()
  const isSame = (one: Pick<Post, 'process' | 'name'>, other: Pick<Post, 'process' | 'name'>) =>
    one.process === other.process && one.name === other.name

  function read<T>(post: Post, schema: z.ZodType<T>): Other<T> | null {
    const known = parsed.get(post)
    if (known !== undefined) return known as Other<T> | null // a post is only read with the schema of its part
    const value = schema.safeParse(JSON.parse(post.body))
    const { process, name } = post
    const other = value.success ? { process, id: name.slice(name.indexOf(' ') + 1), value: value.data } : null
    parsed.set(post, other)
    return other
  }

  return {
    async readAll() {
      const now = await relay.posts()
      posts = now.map((post) => posts.find((old) => isSame(old, post) && old.body === post.body) ?? post)
    },
    async read(one: Pick<Post, 'process' | 'name'>) {
      const now = await relay.posts(one)
      posts = [...posts.filter((post) => !isSame(post, one)), ...now]
    },
    forget(process: string) {
      posts = posts.filter((post) => post.process !== process)
    },
    processes: () => posts.map(({ process }) => process),
    of: <T>(part: string, schema: z.ZodType<T>): readonly Other<T>[] =>
      posts.flatMap((post) => (post.name.startsWith(`${part} `) ? (read(post, schema) ?? []) : [])),
  }
}

/** Questions to other processes and theirs to this one. */
function openMail({ relay, ids, failed }: Parts, shared: ReadonlyMap<string, SharedSpec<unknown>['answer']>) {
  const waiting = new Map<string, { readonly to: string; end(answered: Answered): void }>()
  const answering = new Map<string, AbortController>()
  const send = async (to: string, letter: Letter) => relay.send(to, JSON.stringify(letter))
  const tell = (to: string, letter: Letter) =>
    void send(to, letter).catch((cause: unknown) => failed('writing to another process', cause))

  async function answer(from: string, { ask, part, id, question }: Extract<Letter, { kind: 'ask' }>) {
    const stop = new AbortController()
    answering.set(ask, stop)
    const value = await shared
      .get(part)?.(id, question, stop.signal)
      .catch((cause: unknown) => failed('answering another process', cause))
    answering.delete(ask)
    if (!stop.signal.aborted) await send(from, { kind: 'answer', ask, value: value ?? null })
  }

  return {
    waitsFor: () => [...waiting.values()].map(({ to }) => to),
    gone(process: string) {
      for (const { to, end } of waiting.values()) if (to === process) end({ kind: 'gone' })
    },
    async receive() {
      for (const { from, body } of await relay.receive()) {
        const letter = Letter.parse(JSON.parse(body))
        if (letter.kind === 'stop') answering.get(letter.ask)?.abort()
        else if (letter.kind === 'answer')
          waiting.get(letter.ask)?.end({ kind: 'answer', value: letter.value })
        else answer(from, letter).catch((cause: unknown) => failed('answering another process', cause))
      }
    },
    ask(
      to: string,
      about: Pick<Extract<Letter, { kind: 'ask' }>, 'part' | 'id' | 'question'>,
      { time, signal }: { readonly time: number; readonly signal?: AbortSignal },
    ): Promise<Answered> {
      const ask = ids()
      return new Promise((settle) => {
        const end = (answered: Answered) => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', onAbort)
          if (!waiting.delete(ask)) return
          if (answered.kind === 'late' || answered.kind === 'stopped') tell(to, { kind: 'stop', ask })
          settle(answered)
        }
        const onAbort = () => end({ kind: 'stopped' })
        const timer = setTimeout(() => end({ kind: 'late' }), time)
        signal?.addEventListener('abort', onAbort, { once: true })
        waiting.set(ask, { to, end })
        if (signal?.aborted === true) return onAbort()
        send(to, { kind: 'ask', ask, ...about }).then(
          (isThere) => (isThere ? undefined : end({ kind: 'gone' })),
          (cause: unknown) => {
            failed('asking another process', cause)
            end({ kind: 'gone' })
          },
        )
      })
    },
    close() {
      for (const { end } of waiting.values()) end({ kind: 'gone' })
      for (const stop of answering.values()) stop.abort()
    },
  }
}
