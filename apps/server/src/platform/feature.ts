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

/** Something the product can do: a folder, and a line in `features.ts`. */
export interface Feature {
  readonly name: string
  /** Numbered from one, forward only: one that was released never changes. They are run before anything starts. */
  readonly migrations?: readonly Migration[]
  /** Every table that its migrations make: a backup includes them, and expired rows are pruned. */
  readonly tables?: readonly TableSpec[]
  /** Capabilities that its tools need, in addition to those of the gate. */
  readonly capabilities?: readonly CapabilitySpec[]
  /** Kinds of card bodies of its own, which its tools may show: `name.kind`. */
  readonly bodies?: readonly BodyContract[]
  /** Every folder of files by content that it keeps. */
  readonly files?: readonly FilesSpec[]
  /** Every setting that it keeps. */
  readonly settings?: readonly SettingSpec[]
  start(host: Host): Running | Promise<Running>
}

/** A feature that was started: what it adds to the server. Everything is optional. */
export interface Running {
  /** Tools for every turn, read again at each step, because tools of MCP servers and clients come and go. */
  tools?(): readonly Tool[]
  /** Tools and memories for the turns of this person, read once a turn. */
  forPerson?(user: UserId): Promise<OfPerson>
  readonly routes?: readonly Route[]
  readonly commands?: readonly SocketCommand[]
  /** Sockets of its own, beside the one of cards and chats. */
  readonly sockets?: readonly SocketRoute[]
  readonly topics?: readonly Topic[]
  readonly jobs?: readonly Job[]
  /** Hashes of files that something still refers to: they are not removed, however old. */
  filesInUse?(): Promise<ReadonlySet<string>>
  /** Called for every socket; returns a callback for its end. */
  connected?(client: SocketClient): () => void
  /** These turns were stopped, by whatever process. */
  stopped?(turns: Some<TurnId>): void
  /** A person paused everything: what works without them stops. On other processes a job of the feature has to notice. */
  paused?(actor: Actor): Promise<void>
  /** Some turn may be able to go on. */
  wake?(): void
  /** How its parts are, for the status pane. Asked while someone looks. */
  status?(): Promise<readonly StatusPart[]>
  /** Things that a person brought into the data folder and that are there now. Asked while someone looks. */
  brought?(): Promise<readonly Brought[]>
  /** Called in reverse order of start. `actor`: in whose name it may act once more. */
  close?(actor: Actor): Promise<void>
}

/** Work that repeats, never twice at once. */
export interface Job {
  /** Its name in the log. */
  readonly name: string
  /** Milliseconds from the end of one round to the begin of the next. */
  readonly every: number
  /** `actor`: in whose name it acts, `via` a job. */
  run(actor: Actor): Promise<void>
}

/** The schemas of the database of these features. */
export function schemasOf(features: readonly Feature[]): readonly Schema[] {
  const own = features.flatMap(({ name, migrations = [], tables = [] }) =>
    migrations.length === 0 ? [] : [{ feature: name, migrations, tables }],
  )
  return [CORE, ...own]
}
