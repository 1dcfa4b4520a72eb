import { randomBytes, randomUUID } from 'node:crypto'
import { localPerson } from './auth/local-person.ts'
import { ancestry, lookAtPeer } from './auth/peer.ts'
import type { Config } from './config.ts'
import { clock } from './clock.ts'
import { FEATURES } from './features.ts'
import { openLog } from './log.ts'
import { openModes } from './open-modes.ts'
import { schemasOf } from './platform/feature.ts'
import type { Chance } from './platform/host.ts'
import { prepare } from './platform/prepare.ts'
import { readinessOf } from './readiness.ts'
import { findRunning } from './running.ts'
import { serve } from './serve.ts'
import type { StartOptions, Started } from './start-options.ts'
import { openStore, type Store } from './store/open-store.ts'

export type { RunningServer, StartOptions, Started } from './start-options.ts'

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
    readiness.failed(cause)
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

const CHANCE: Chance = {
  id: () => randomUUID().replaceAll('-', ''),
  secret: () => randomBytes(24).toString('base64url'),
}
