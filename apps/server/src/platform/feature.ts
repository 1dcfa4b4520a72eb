import type { CapabilitySpec, Tool } from '@countersign/agent'
import type { BodyContract, StatusPart, TurnId, UserId } from '@countersign/protocol'
import type { Migration } from '../store/migrations/migrations.ts'
import type { Schema, TableSpec } from '../store/sql/schema.ts'
import { CORE } from '../store/sql/schema.ts'
import type { Some } from '../turns/outbox.ts'
import type { Actor } from './actor.ts'
import type { Brought } from './brought.ts'
import type { SocketRoute } from './byte-socket.ts'
import type { SocketCommand } from './command.ts'
import type { FilesSpec } from './files/files.ts'
import type { SocketClient } from './socket-client.ts'
import type { Host } from './host.ts'
import type { OfPerson } from './of-person.ts'
import type { Route } from './route.ts'
import type { SettingSpec } from './setting.ts'
import type { Topic } from './topic.ts'

/** A capability of the product: a folder, and a line in `features.ts`. */
export interface Feature {
  readonly name: string
  /** Numbered from one, forward only: a released one never changes. They run before anything starts. */
  readonly migrations?: readonly Migration[]
  /** Every table that its migrations create: a backup includes them, and expired rows are pruned. */
  readonly tables?: readonly TableSpec[]
  /** Capabilities that its tools need, in addition to those of the gate. */
  readonly capabilities?: readonly CapabilitySpec[]
  /** Its own kinds of card bodies, for its tools: `name.kind`. */
  readonly bodies?: readonly BodyContract[]
  /** Every folder of content-addressed files that it uses. */
  readonly files?: readonly FilesSpec[]
  /** Every setting that it uses. */
  readonly settings?: readonly SettingSpec[]
  start(host: Host): Running | Promise<Running>
}

/** A started feature: its contributions to the server. Everything is optional. */
export interface Running {
  /** Tools for every turn, read again at each step, because tools of MCP servers and clients come and go. */
  tools?(): readonly Tool[]
  /** Tools and memories for this person's turns, read once per turn. */
  forPerson?(user: UserId): Promise<OfPerson>
  readonly routes?: readonly Route[]
  readonly commands?: readonly SocketCommand[]
  /** Its own sockets, in addition to the one of cards and threads. */
  readonly sockets?: readonly SocketRoute[]
  readonly topics?: readonly Topic[]
  readonly jobs?: readonly Job[]
  /** Hashes of files that are still referenced: they are never removed. */
  filesInUse?(): Promise<ReadonlySet<string>>
  /** Called for every socket; returns a callback for its end. */
  connected?(client: SocketClient): () => void
  /** These turns were stopped, by any process. */
  stopped?(turns: Some<TurnId>): void
  /** A person paused everything: what works without them stops. On other processes a job of the feature has to notice. */
  paused?(actor: Actor): Promise<void>
  /** Some turn may be able to go on. */
  wake?(): void
  /** The state of its parts, for the status pane. Called while someone looks. */
  status?(): Promise<readonly StatusPart[]>
  /** Things that a person downloaded into the data folder and that still exist. Called while someone looks. */
  brought?(): Promise<readonly Brought[]>
  /** Called in reverse order of start. `actor`: the person in whose name it may still act. */
  close?(actor: Actor): Promise<void>
}

/** Repeating work, never twice at once. */
export interface Job {
  /** Its name in the log. */
  readonly name: string
  /** Milliseconds from the end of one round to the start of the next. */
  readonly every: number
  /** `actor`: the person in whose name it acts, `via` a job. */
  run(actor: Actor): Promise<void>
}

/** The database schemas of these features. */
export function schemasOf(features: readonly Feature[]): readonly Schema[] {
  const own = features.flatMap(({ name, migrations = [], tables = [] }) =>
    migrations.length === 0 ? [] : [{ feature: name, migrations, tables }],
  )
  return [CORE, ...own]
}
