import { CAPABILITIES } from '@countersign/agent'
import { CallId, type UserId } from '@countersign/protocol'
import { homedir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { mask } from '../audit/mask.ts'
import { openDoor, type Door } from '../auth/door.ts'
import type { LookAtPeer } from '../auth/peer.ts'
import { personPtys, type PersonPtys } from '../auth/person-ptys.ts'
import { openSessions } from '../auth/sessions.ts'
import type { Config } from '../config.ts'
import { answerWaits } from '../gate/answer-waits.ts'
import { IMAGE_FILES, imageStore, MEDIA_FILES } from '../media/image-store.ts'
import { modelSettings } from '../providers/model-settings.ts'
import type { readinessOf } from '../readiness.ts'
import { openGrants } from '../rules/grants.ts'
import { policySource } from '../rules/policy-source.ts'
import { sandboxBridges } from '../sandbox/bridges.ts'
import { osSandbox } from '../sandbox/sandbox.ts'
import { threadCapabilities } from '../settings/capabilities.ts'
import type { Environment } from '../settings/environment.ts'
import { countWaiting } from '../store/approval/count-waiting.ts'
import { commandLine, isAlive, markOf } from '../store/embedded/process-mark.ts'
import type { Store } from '../store/open-store.ts'
import { openMetrics } from '../telemetry/metrics.ts'
import { openCheckpoints } from '../checkpoints/checkpoints.ts'
import { openLaterFiles } from '../runs-later/open.ts'
import { findReaper } from '../processes/reaper.ts'
import { VERSION } from '../version.ts'
import { answerMeanings } from './answer-meanings.ts'
import { declaredSettings } from './declared-settings.ts'
import { openEgress } from './egress/egress.ts'
import { ownServer, personsServers, type OwnServer } from './egress/own-servers.ts'
import type { Feature } from './feature.ts'
import { openFiles } from './files/files.ts'
import type { Chance, Host } from './host.ts'
import type { OpenSocket } from './socket-client.ts'
import type { Features } from './started.ts'
import { VAULT_SETTINGS } from './vault-settings.ts'
import { openVault } from './vault/vault.ts'
import { toolOwners } from './tool-owners.ts'
import { openWatches } from './watch/watches.ts'
import { pageWindows } from './page-windows.ts'
import { openLeftRunning } from './left-running.ts'
import { openOtherProcesses } from './relay/other-processes.ts'
import { openWindows } from './windows/windows.ts'

/** The server's foundations, before it has features. */
export interface Ground {
  readonly config: Config
  readonly features: readonly Feature[]
  readonly env: Environment
  readonly workspace: string
  readonly token: string
  readonly secret: Buffer
  readonly log: Logger
  readonly failed: Host['failed']
  readonly clock: Host['clock']
  readonly chance: Chance
  readonly boot: string
  readonly readiness: ReturnType<typeof readinessOf>
  readonly store: Store
  readonly lookAtPeer: LookAtPeer
  /** The owner of this machine; the door makes actors of them. */
  readonly person: UserId
}

/** State that changes while a server starts and stops. */
export interface Now {
  ready: boolean
  port: number
  readonly sockets: Set<OpenSocket>
}

/** The host, and the parts of it that only `startServer` needs. */
export interface OpenedHost {
  readonly host: Host
  /** Lets this process act as its person over HTTP; never stored. */
  readonly key: string
  /** Registers the port of this server: nothing of ours connects to it. */
  listens(port: number): Promise<void>
  close(): Promise<void>
}

/** Opens everything that features share. */
export async function openHost(ground: Ground, features: Features, now: Now): Promise<OpenedHost> {
  const { boot, clock, config, env, failed, log } = ground
  const kept = await openKept(ground)
  const { files, store } = kept
  const { own, ownFolders, egress } = openOutward(ground)
  const changes = await openChanges(ground, own, ownFolders)
  const key = ground.chance.secret()
  const ptys = personPtys()
  const ids = () => ground.chance.id()
  const { relay, outbox } = store
  const others = await openOtherProcesses({ relay, outbox, process: boot, ids, failed })
  const host: Host = {
    ...kept,
    ...changes,
    ...openJudging(ground, store),
    ...fromFeatures(features),
    ...aboutNow(ground, now),
    config,
    env,
    version: VERSION,
    boot,
    clock,
    ids: { call: () => CallId.parse(`call_${ids()}`) },
    chance: ground.chance,
    log,
    failed,
    folder: config.home,
    home: homedir(),
    workspace: ground.workspace,
    own: ownFolders,
    listens: (port) => own.listens(port),
    egress,
    door: openOwnDoor(ground, kept, { key, ptys }),
    personPtys: ptys,
    otherProcesses: others,
    leftRunning: openLeftRunning(others, failed),
    windows: pageWindows(openWindows({ ids, others, turns: relay }), relay),
    models: modelSettings({
      store: store.settings,
      env,
      clock,
      config,
      vault: kept.vault,
      fetch: egress.fetch,
    }),
    pruneFiles: async () => files.prune(await features.filesInUse()),
    images: imageStore(files.in(MEDIA_FILES.folder), files.in(IMAGE_FILES.folder)),
    metrics: openMetrics({
      clock,
      waiting: async () => ((await store.reachable()) ? countWaiting(store.db) : undefined),
    }),
  }
  return {
    host,
    key,
    listens: (port) => own.listens(port),
    async close() {
      await others.close()
      await kept.watches.close()
      await changes.sandbox.close()
      await egress.close()
      await own.forget()
    },
  }
}

/** The gate, and everything that decides calls. */
function openJudging({ clock, config, failed, features, log }: Ground, store: Store) {
  const grants = openGrants()
  const policy = policySource(store.rules, (problem) => log.warn(mask(problem)), grants.of)
  const answers = answerWaits(store.calls, failed)
  return {
    policy,
    grants,
    answers,
    answerMeanings: answerMeanings(),
    gate: { calls: store.calls, answers, policy, clock },
    toolOwners: toolOwners(),
    capabilities: threadCapabilities(store.settings, {
      known: [...CAPABILITIES, ...features.flatMap((feature) => feature.capabilities ?? [])],
      allows: config.capabilities,
      last: (threadId) => policy.lastOf(threadId),
    }),
  }
}

/** The combined contributions of all features; they start later, so each is asked on demand. */
function fromFeatures(
  features: Features,
): Pick<Host, 'belt' | 'forPerson' | 'routes' | 'status' | 'brought' | 'paused'> {
  return {
    belt: features.belt,
    forPerson: (user) => features.forPerson(user),
    routes: () => features.routes(),
    status: () => features.status(),
    brought: () => features.brought(),
    paused: (actor) => features.paused(actor),
  }
}

/** Facts that change while the server starts and stops. */
function aboutNow(
  { config, readiness }: Ground,
  now: Now,
): Pick<Host, 'notReady' | 'origin' | 'closeSockets' | 'sessionsOfSockets'> {
  return {
    notReady: () => (now.ready ? readiness.whyNot() : Promise.resolve('it starts or stops')),
    origin: () => config.publicUrl ?? `http://localhost:${now.port}`,
    closeSockets(session) {
      for (const socket of now.sockets) if (socket.session === session) socket.close()
    },
    sessionsOfSockets: () => new Set([...now.sockets].flatMap(({ session }) => session ?? [])),
  }
}

/** The stores of features, and the users. */
async function openKept(ground: Ground) {
  const { clock, config, failed } = ground
  const settings = [...VAULT_SETTINGS, ...ground.features.flatMap((feature) => feature.settings ?? [])]
  const store = { ...ground.store, settings: declaredSettings(ground.store.settings, settings) }
  return {
    settings,
    store,
    people: { nameOf: () => userInfo().username },
    vault: await openVault(store.settings, ground.secret),
    files: openFiles({
      home: config.home,
      clock,
      specs: ground.features.flatMap((feature) => feature.files ?? []),
    }),
    watches: openWatches({ clock, failed }),
    sessions: openSessions({
      settings: store.settings,
      clock,
      user: ground.person,
      secret: ground.token,
    }),
  }
}

/** The egress, and the addresses that it must not reach. */
function openOutward({ boot, config, failed, store }: Ground) {
  const own = ownServer({ home: config.home, boot, failed })
  if (config.publicUrl !== undefined) own.isKnownAs(new URL(config.publicUrl))
  const others = store.folders.filter((other) => !isBelow(other, config.home))
  return { own, ownFolders: [config.home, ...others, personsServers()], egress: openEgress({ own }) }
}

function openOwnDoor(
  { lookAtPeer, person, token }: Ground,
  { sessions, store }: Pick<Host, 'sessions' | 'store'>,
  { key: hostKey, ptys }: { readonly key: string; readonly ptys: PersonPtys },
): Door {
  return openDoor({
    person,
    sessions,
    token,
    hostKey,
    lookAtPeer,
    servers: () => store.servers(),
    persons: () => ptys.pids(),
    refused: (user, act, pid) => store.audit.note(user, 'person_refused', { act, pid }),
  })
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

/** Checkpoints, hidden secrets and held-back files. Cleans up first what a killed server left behind. */
async function openChanges(
  { chance, config, clock, env, log, store }: Ground,
  own: OwnServer,
  hidden: readonly string[],
) {
  const folder = config.home
  const keptIn = { folder: join(folder, 'checkpoints'), trash: join(folder, 'trash') }
  const checkpoints = openCheckpoints({
    ...keptIn,
    now: () => clock.now(),
    newName: () => `${clock.now()}-${chance.id()}`,
    paths: store.paths,
  })
  const laterFiles = openLaterFiles({
    folder: join(folder, 'quarantine'),
    checkpoints,
    marks: { markOf, isAlive },
    clock,
  })
  const bridges = sandboxBridges(join(folder, 'bridges'), { markOf, isAlive, commandLine })
  const ended = await bridges.endLeft()
  if (ended > 0) log.info({ ended }, 'bridges of a server that was killed are ended')
  const cutOff = await laterFiles.recover()
  if (cutOff > 0) log.info({ workspaces: cutOff }, 'looked after what commands left that were cut off')
  const sandbox = osSandbox({
    hidden,
    own,
    off: env['COUNTERSIGN_SANDBOX'] === 'off',
    bridges,
  })
  return { keptIn, checkpoints, laterFiles, sandbox, reaper: await findReaper() }
}
