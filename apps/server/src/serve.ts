import type { FastifyInstance } from 'fastify'
import { loopbackOrigins } from './auth/guard.ts'
import type { Sessions } from './auth/sessions.ts'
import type { Config } from './config.ts'
import { startSweep } from './jobs/sweep.ts'
import { actorOf } from './platform/http/actor-of.ts'
import { buildApp } from './platform/http/app.ts'
import { commandRoute } from './platform/http/command-route.ts'
import { listen, type Listening } from './platform/http/listen.ts'
import { openSockets } from './platform/http/open-sockets.ts'
import { openHub, type Wake } from './platform/hub.ts'
import { openHost, type Ground, type Now } from './platform/open-host.ts'
import { featureSet } from './platform/started.ts'
import { findRunning, forgetRunning, noteRunning } from './running.ts'
import type { StartOptions, Started } from './start-options.ts'

/** Starts the features on an open store, and listens. */
export async function serve(ground: Ground, options: StartOptions): Promise<Started> {
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
    // None of our own requests may connect to the port at the moment it opens.
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
