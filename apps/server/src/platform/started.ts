import { CAPABILITIES, Toolbelt, type Tool } from '@countersign/agent'
import type { RouteContract, StatusPart, TurnId, UserId } from '@countersign/protocol'
import { maskedResults } from '../tools/masked-results.ts'
import type { Some } from '../turns/outbox.ts'
import { repeating } from '../repeating.ts'
import type { Actor } from './actor.ts'
import type { Brought } from './brought.ts'
import type { SocketCommand } from './command.ts'
import { bodiesOf, declaredBodies } from './declared-bodies.ts'
import type { Feature, Running } from './feature.ts'
import type { Host } from './host.ts'
import type { OfPerson } from './of-person.ts'
import { followTopics } from './topic-commands.ts'
import type { Topic } from './topic.ts'

/** All features of a server, combined. */
export interface Features {
  readonly belt: Toolbelt
  forPerson(user: UserId): Promise<OfPerson>
  routes(): readonly RouteContract[]
  /** Starts them in order. If one fails, closes the started ones. */
  start(features: readonly Feature[], host: Host, actor: Actor): Promise<void>
  readonly running: readonly Running[]
  commands(): ReadonlyMap<string, SocketCommand>
  topics(): ReadonlyMap<string, Topic>
  stopped(turns: Some<TurnId>): void
  /** A person paused everything. */
  paused(actor: Actor): Promise<void>
  wake(): void
  /** Hashes of files that some feature still uses. */
  filesInUse(): Promise<ReadonlySet<string>>
  /** The state of all features' parts. */
  status(): Promise<readonly StatusPart[]>
  /** Everything that a person downloaded for any of them. */
  brought(): Promise<readonly Brought[]>
  /** Starts the repeating jobs; returns a function that ends them. */
  startJobs(actor: Actor, failed: Host['failed']): () => Promise<void>
  /** In reverse order. */
  close(actor: Actor): Promise<void>
}

/** The same array until a tool changes: each call looks into a turn's belt, which is made again from another array. */
function keptTools(now: () => readonly Tool[], wrapped: (tool: Tool) => Tool): () => readonly Tool[] {
  let given: readonly Tool[] = []
  let made: readonly Tool[] = []
  return () => {
    const tools = now()
    const same = tools.length === given.length && tools.every((tool, index) => tool === given[index])
    if (!same) {
      given = tools
      made = tools.map(wrapped)
    }
    return made
  }
}

/** Made before the features start, because the host refers to all of them. */
export function featureSet(): Features {
  const running: Running[] = []
  let bodies: ReturnType<typeof bodiesOf> = new Map()
  const declared = declaredBodies(() => bodies)
  const wrapped = (tool: Tool): Tool => declared(maskedResults(tool))
  const tools = keptTools(() => running.flatMap((one) => one.tools?.() ?? []), wrapped)

  const topics = () =>
    byName(
      running.flatMap((one) => one.topics ?? []),
      ({ kind }) => kind,
    )

  async function close(actor: Actor): Promise<void> {
    for (const one of running.splice(0).toReversed()) await one.close?.(actor)
  }

  return {
    running,
    belt: new Toolbelt(tools),
    async forPerson(user) {
      const parts = await Promise.all(running.map(async (one) => one.forPerson?.(user)))
      return {
        tools: parts.flatMap((part) => part?.tools ?? []).map(wrapped),
        remembered: parts.flatMap((part) => part?.remembered ?? []),
        async meanwhile(thread) {
          const notes = await Promise.all(parts.map(async (part) => part?.meanwhile?.(thread)))
          const texts = notes.filter((text) => text !== undefined)
          return texts.length === 0 ? undefined : texts.join('\n')
        },
      }
    },
    routes: () => running.flatMap((one) => (one.routes ?? []).map(({ contract }) => contract)),
    async start(features, host, actor) {
      bodies = bodiesOf(features)
      const known = new Set(
        [...CAPABILITIES, ...features.flatMap(({ capabilities = [] }) => capabilities)].map(({ id }) => id),
      )
      try {
        for (const feature of features) {
          const one = await feature.start(host)
          running.push(one)
          mustBeDeclared(feature.name, one.tools?.() ?? [], known)
        }
      } catch (cause) {
        await close(actor)
        throw cause
      }
    },
    commands: () =>
      byName([...followTopics(topics), ...running.flatMap((one) => one.commands ?? [])], commandName),
    topics,
    stopped(turns) {
      for (const one of running) one.stopped?.(turns)
    },
    async paused(actor) {
      await Promise.all(running.map(async (one) => one.paused?.(actor)))
    },
    wake() {
      for (const one of running) one.wake?.()
    },
    async filesInUse() {
      const used = await Promise.all(running.map(async (one) => [...((await one.filesInUse?.()) ?? [])]))
      return new Set(used.flat())
    },
    brought: async () =>
      (await Promise.all(running.map(async (one) => (await one.brought?.()) ?? []))).flat(),
    status: async () => (await Promise.all(running.map(async (one) => (await one.status?.()) ?? []))).flat(),
    startJobs: (actor, failed) =>
      startAll(
        running.flatMap((one) => one.jobs ?? []),
        actor,
        failed,
      ),
    close,
  }
}

function startAll(
  jobs: NonNullable<Running['jobs']>,
  actor: Actor,
  failed: Host['failed'],
): () => Promise<void> {
  const started = jobs.map(({ name, every, run }) =>
    repeating(
      every,
      () => run(actor),
      (cause) => failed(name, cause),
    ),
  )
  return async () => {
    await Promise.all(started.map((job) => job.stop()))
  }
}

/** A tool that needs an undeclared capability could never be given to a thread. */
function mustBeDeclared(feature: string, tools: readonly Tool[], known: ReadonlySet<string>): void {
  for (const { name, capabilities } of tools) {
    const lost = capabilities.find((capability) => !known.has(capability))
    if (lost !== undefined)
      throw new Error(`\`${name}\` of ${feature} needs \`${lost}\`, which no feature declares`)
  }
}

function commandName({ contract }: SocketCommand): string {
  return contract.schema.shape.type.value
}

/** If two features claimed one name, the winner would be arbitrary. */
function byName<T>(all: readonly T[], nameOf: (one: T) => string): ReadonlyMap<string, T> {
  const found = new Map<string, T>()
  for (const one of all) {
    const name = nameOf(one)
    if (found.has(name)) throw new Error(`two features claim \`${name}\``)
    found.set(name, one)
  }
  return found
}
