import type { Clock, GateParts, Ids, Toolbelt } from '@countersign/agent'
import type { RouteContract, StatusPart } from '@countersign/protocol'
import type { Door } from '../auth/door.ts'
import type { PersonPtys } from '../auth/person-ptys.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Config } from '../config.ts'
import type { AnswerWaits } from '../gate/answer-waits.ts'
import type { ImageStore } from '../media/image-store.ts'
import type { Logger } from 'pino'
import type { ModelSettings } from '../providers/model-settings.ts'
import type { Grants } from '../rules/grants.ts'
import type { ModePolicies } from '../rules/policy-source.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { ThreadCapabilities } from '../settings/capabilities.ts'
import type { Environment } from '../settings/environment.ts'
import type { Store } from '../store/open-store.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Checkpoints } from '../checkpoints/checkpoints.ts'
import type { LaterFiles } from '../runs-later/open.ts'
import type { findReaper } from '../processes/reaper.ts'
import type { Actor } from './actor.ts'
import type { Brought } from './brought.ts'
import type { AnswerMeanings } from './answer-meanings.ts'
import type { Egress } from './egress/egress.ts'
import type { Files } from './files/files.ts'
import type { OfPerson } from './of-person.ts'
import type { SettingSpec } from './setting.ts'
import type { ToolOwners } from './tool-owners.ts'
import type { Vault } from './vault/vault.ts'
import type { Watches } from './watch/watches.ts'
import type { PageWindows } from './page-windows.ts'
import type { LeftRunning } from './left-running.ts'
import type { OtherProcesses } from './relay/other-processes.ts'

/** The host's services for a feature. */
export interface Host {
  readonly config: Config
  readonly env: Environment
  readonly version: string
  /** Identifies this process. */
  readonly boot: string
  readonly clock: Clock
  readonly ids: Ids
  readonly chance: Chance
  readonly log: Logger
  /** Reports an unexpected failure; the server continues. */
  failed(what: string, cause: unknown): void
  /** The data folder. */
  readonly folder: string
  /** The person's home folder. */
  readonly home: string
  /** Folder of new threads. */
  readonly workspace: string
  /** The gate's own folders, which are never part of a workspace. */
  readonly own: readonly string[]
  readonly people: People
  /** The only way to connect to anything; never to one of our own servers. */
  readonly egress: Egress
  /** Registers a port on which this process also listens, for a program that it started: nothing else may connect to it. */
  listens(port: number): Promise<void>
  readonly store: Store
  /** Keeps secrets. */
  readonly vault: Vault
  /** Stores content-addressed files. */
  readonly files: Files
  /** Removes old files that no feature uses. */
  pruneFiles(): Promise<void>
  /** Reports changes in folders. Nothing is watched until someone asks. */
  readonly watches: Watches
  /** Server processes on the same database. */
  readonly otherProcesses: Pick<OtherProcesses, 'share'>
  /** Calls of agents whose processes go on after them. */
  readonly leftRunning: LeftRunning
  /** Open pages, and the turns that each began. */
  readonly windows: PageWindows
  readonly door: Door
  /** Terminals that people opened by hand. */
  readonly personPtys: PersonPtys
  readonly sessions: Sessions
  readonly policy: ModePolicies
  /** Where a feature registers the rules that a person granted to a workflow node. */
  readonly grants: Grants
  /** The meanings of answers beyond yes and no, by tool. */
  readonly answerMeanings: AnswerMeanings
  readonly gate: GateParts
  /** The owners of tools that clients offer on behalf of someone else. */
  readonly toolOwners: ToolOwners
  readonly answers: AnswerWaits
  /** The current tools of all features. */
  readonly belt: Toolbelt
  /** Tools and memories of all features for one person's turns. */
  forPerson(user: Actor['user']): Promise<OfPerson>
  readonly capabilities: ThreadCapabilities
  readonly models: ModelSettings
  readonly images: ImageStore
  readonly checkpoints: Checkpoints
  readonly laterFiles: LaterFiles
  readonly sandbox: Sandbox
  /** Ends the children of a process that ended; undefined: this machine has none. */
  readonly reaper: Awaited<ReturnType<typeof findReaper>>
  readonly metrics: Metrics
  /** Why this server is not ready; undefined: it is. */
  notReady(): Promise<string | undefined>
  /** The state of all features' parts. */
  status(): Promise<readonly StatusPart[]>
  /** Everything that a person downloaded into the data folder, for any feature. */
  brought(): Promise<readonly Brought[]>
  /** Tells every feature that a person paused everything. */
  paused(actor: Actor): Promise<void>
  /** Where people open this server, without a slash at the end. */
  origin(): string
  /** Where contents for undo are stored. */
  readonly keptIn: { readonly folder: string; readonly trash: string }
  /** Every setting that a feature declares. */
  readonly settings: readonly SettingSpec[]
  /** Every route of every feature. */
  routes(): readonly RouteContract[]
  /** Closes the sockets of a session that was revoked. */
  closeSockets(session: string): void
  /** Sessions with open sockets here. */
  sessionsOfSockets(): ReadonlySet<string>
}

/** Unguessable names and secrets, made in `main.ts`. */
export interface Chance {
  /** 32 letters and digits, unique. */
  id(): string
  secret(): string
}

/** The users of this server. */
export interface People {
  /** The name to show. */
  nameOf(user: Actor['user']): string
}
