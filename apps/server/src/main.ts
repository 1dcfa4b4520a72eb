import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { DestinationStream } from 'pino'
import { loopbackOrigins } from './auth/guard.ts'
import { localPerson } from './auth/local-person.ts'
import { ancestry, lookAtPeer, type LookAtPeer } from './auth/peer.ts'
import type { Sessions } from './auth/sessions.ts'
import type { Config } from './config.ts'
import { clock } from './clock.ts'
import { FEATURES } from './features.ts'
import { startSweep } from './jobs/sweep.ts'
import { openLog } from './log.ts'
import { openModes } from './open-modes.ts'
import { schemasOf, type Feature } from './platform/feature.ts'
import type { Chance } from './platform/host.ts'
import { actorOf } from './platform/http/actor-of.ts'
import { buildApp } from './platform/http/app.ts'
import { commandRoute } from './platform/http/command-route.ts'
import { listen, type Listening } from './platform/http/listen.ts'
import { openSockets } from './platform/http/open-sockets.ts'
import { openHost, type Ground, type Now } from './platform/open-host.ts'
import { prepare } from './platform/prepare.ts'
import { featureSet } from './platform/started.ts'
import { readinessOf } from './readiness.ts'
import { findRunning, forgetRunning, noteRunning } from './running.ts'
import type { Environment } from './settings/environment.ts'
import { openStore, type Store } from './store/open-store.ts'
import { openHub, type Wake } from './platform/hub.ts'

export interface RunningServer {
  /** With a code in its fragment that signs in one page, for the person who started the server. */
  readonly address: string
  readonly port: number
  /** Lets this process act as its person over HTTP; never stored. */
  readonly key: string
  close(): Promise<void>
}

export type Started =
  | { readonly kind: 'started'; readonly server: RunningServer }
  /** This data folder has a server already. */
  | { readonly kind: 'running_elsewhere'; readonly port: number }
  | { readonly kind: 'refused'; readonly message: string }

export interface StartOptions {
  readonly webRoot: string
  readonly env?: Environment
  /** How to identify the other end of a connection. */
  readonly lookAtPeer?: LookAtPeer
  /** The features of this server; absent: all shipped ones. */
  readonly features?: readonly Feature[]
  /** Validates every reply against its contract: for tests. */
  readonly checkReplies?: boolean
  /** A wrapper around the store: for tests that kill the server there. */
  readonly store?: (store: Store) => Store
  /** The log's destination; absent: standard error. */
  readonly logTo?: DestinationStream
}

/** Starts a server on its data folder. */
export async function startServer(config: Config, options: StartOptions): Promise<Started> {
  const env = options.env ?? process.env
  const prepared = await prepare(config, env)
  if (!prepared.ok) return { kind: 'refused', message: prepared.message }
  const running = config.join ? undefined : await findRunning(config.home)
  if (running) return { kind: 'running_elsewhere', port: running.port }

  const log = openLog(config.logLevel, options.logTo)
  const readiness = readinessOf({ home: config.home, clock, reachable: () => store.reachable() })
  const failed = (what: string, cause: unknown) => {
    readiness.heard(cause)
    log.error({ err: cause }, what)
  }
  const boot = randomUUID()
  const { features = FEATURES } = options
  const { home, databaseUrl, approvalTimeout } = config
  const opened = await openStore({
    home,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    approvalTimeout,
    schemas: schemasOf(features),
    processId: boot,
    failed,
  })
  if (!opened.ok) return { kind: 'refused', message: opened.error.message }
  const store = options.store?.(opened.value) ?? opened.value
  const above = await serverAbove(store)
  if (above !== undefined) {
    await store.close()
    const message = `process ${above}, a Countersign server on the same data folder, started this one; a server prints an address that signs a person in, so start it from a terminal of your own`
    return { kind: 'refused', message }
  }
  for (const warning of [...store.warnings, ...(await openModes(home))]) log.warn(warning)
  const peers = options.lookAtPeer ?? lookAtPeer
  try {
    const ground = {
      ...prepared,
      chance: CHANCE,
      features,
      config,
      env,
      log,
      failed,
      clock,
      boot,
      readiness,
      store,
      lookAtPeer: peers,
      person: localPerson(),
    }
    return await serve(ground, options)
  } catch (cause) {
    // Everything opened for it is closed too: no database is left behind.
    await store.close()
    const why = cause instanceof Error ? cause.message : String(cause)
    return { kind: 'refused', message: `the server could not be started: ${why}` }
  }
}

/** The server that this process descends from: a reader of its output could answer cards. */
async function serverAbove(store: Store): Promise<number | undefined> {
  const [live, chain] = await Promise.all([store.liveServers(), ancestry(process.ppid)])
  return chain?.find((pid) => live.has(pid))
}

/** Starts the features on an open store, and listens. */
async function serve(ground: Ground, options: StartOptions): Promise<Started> {
  const { boot, config, failed, person, store } = ground
  const worker = { user: person, role: 'owner', via: 'job' } as const
  const now: Now = { ready: false, port: config.port, sockets: new Set() }
  let origins: ReadonlySet<string> = new Set()
  const features = featureSet()
  const { host, key, listens, close: closeHost } = await openHost(ground, features, now)
  await features.start(ground.features, host, worker)
  const wake: Wake = ({ calls, stopped }) => {
    host.answers.wake(calls)
    features.stopped(stopped)
    features.wake()
  }
  const hub = openHub(store.outbox, wake)
  const commands = features.commands()
  const app = await buildApp({
    ...host,
    sockets: now.sockets,
    socketRoutes: features.running.flatMap((one) => one.sockets ?? []),
    origins: () => origins,
    maxSockets: config.maxSockets,
    webRoot: options.webRoot,
    routes: [...features.running.flatMap((one) => one.routes ?? []), commandRoute(() => commands, host.log)],
    commands,
    connected: features.running.flatMap((one) => one.connected ?? []),
    join: (connection) => hub.join(connection),
    actorOf,
    checkReplies: options.checkReplies ?? false,
  })
  const sweeping = startSweep({
    recovery: store.recovery,
    approvals: store.approvals,
    prune: () => store.prune(),
    wake: () => wake({ calls: 'any', stopped: 'any' }),
    failed,
  })
  const stopJobs = features.startJobs(worker, failed)
  const sockets = openSockets(app.server)
  let held: Listening | undefined
  async function close(): Promise<void> {
    now.ready = false
    await sweeping.stop()
    await stopJobs()
    held?.close()
    await closeApp(app, sockets)
    await features.close(worker)
    hub.close()
    await closeHost()
    await forgetRunning(config.home, boot)
    await store.close()
  }

  try {
    // Nothing of ours may connect to the port at the moment in which it opens.
    if (config.port !== 0) await listens(config.port)
    held = await listen(app, config)
  } catch (cause) {
    await forgetPort(cause, config, host.sessions)
    await close()
    return { kind: 'refused', message: listenMessage(cause, config.port) }
  }
  const { port } = held
  await listens(port)
  now.port = port
  origins = new Set([
    ...(config.publicUrl === undefined ? [] : [new URL(config.publicUrl).origin]),
    ...loopbackOrigins(port),
  ])
  await noteRunning(config.home, { pid: process.pid, port, boot })
  now.ready = true
  features.wake()
  const address = `${host.origin()}/#code=${await host.sessions.newCode()}`
  return { kind: 'started', server: { address, port, key, close } }
}

const CHANCE: Chance = {
  id: () => randomUUID().replaceAll('-', ''),
  secret: () => randomBytes(24).toString('base64url'),
}

/** Milliseconds that clients have to disconnect. */
const FAREWELL = 1000

async function closeApp(app: FastifyInstance, sockets: { destroy(): void }): Promise<void> {
  const late = setTimeout(() => sockets.destroy(), FAREWELL)
  await app.close()
  clearTimeout(late)
}

/** Another program holds our port: its page has the origin of our pages, and can use their keys. */
async function forgetPort(cause: unknown, { home, port }: Config, sessions: Sessions): Promise<void> {
  const taken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
  if (taken && (await findRunning(home))?.port !== port) await sessions.revokePort(port)
}

function listenMessage(cause: unknown, port: number): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'EADDRINUSE')
    return `port ${port} is taken by another program; choose another with \`--port N\` (0 picks a free one)`
  if (code === 'EACCES') return `this user may not use port ${port}; choose one above 1023 with \`--port N\``
  return `the server cannot listen on port ${port}: ${cause instanceof Error ? cause.message : String(cause)}`
}
