import { DEFAULT_LIMITS, Toolbelt, type Clock, type Ids } from '@countersign/agent'
import { CallId, type UserId } from '@countersign/protocol'
import { randomBytes, randomUUID } from 'node:crypto'
import { access, constants, mkdir, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { homedir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { hostOf, loopbackHosts } from './auth/guard.ts'
import { loadToken } from './auth/token.ts'
import type { Config } from './config.ts'
import { mask } from './audit/mask.ts'
import { answerWaits } from './gate/answer-waits.ts'
import { buildApp } from './http/app.ts'
import { imageStore } from './images/image-store.ts'
import { seeing } from './images/seeing.ts'
import { MCP_RETURN } from './http/mcp-routes.ts'
import { openSockets } from './http/open-sockets.ts'
import { mcpServers } from './mcp/mcp-servers.ts'
import { modelSettings } from './providers/model-settings.ts'
import { openLog } from './log.ts'
import { modeCopy } from './outside/mode-copy.ts'
import { outsideProvider } from './outside/outside-model.ts'
import { OUTSIDE_MODEL, outsideSessions } from './outside/sessions.ts'
import { rulesCopy } from './rules/rules-copy.ts'
import { policySource } from './rules/policy-source.ts'
import { allowedHosts } from './sandbox/allowed-hosts.ts'
import { sandboxBridges } from './sandbox/bridges.ts'
import { osSandbox } from './sandbox/sandbox.ts'
import { repeating } from './repeating.ts'
import { clientTools } from './clients/client-tools.ts'
import { findRunning, forgetRunning, noteRunning } from './running.ts'
import { sampleFolder } from './sample-folder.ts'
import type { Environment } from './settings/provider-keys.ts'
import { chatCapabilities } from './settings/capabilities.ts'
import { searchSettings } from './settings/search.ts'
import { masterSecret, secretBox } from './settings/secret-box.ts'
import { startSweep } from './jobs/sweep.ts'
import { callHistory } from './store/call-history.ts'
import { commandLine, isAlive, markOf } from './store/embedded/process-mark.ts'
import { openStore } from './store/open-store.ts'
import { countWaiting } from './store/count-waiting.ts'
import { recordedCalls } from './store/recorded-calls.ts'
import { logObserver } from './telemetry/log-observer.ts'
import { openMetrics } from './telemetry/metrics.ts'
import { openTraces } from './telemetry/traces.ts'
import { observers } from './turns/observer.ts'
import { openCheckpoints } from './tools/checkpoints/checkpoints.ts'
import { pruneKept } from './tools/checkpoints/prune.ts'
import { workspaceSnapshots } from './tools/checkpoints/workspace-snapshots.ts'
import { undoOf } from './tools/checkpoints/undo.ts'
import { findReaper } from './tools/terminal/reaper.ts'
import { terminalSessions } from './tools/terminal/sessions.ts'
import { terminalTools } from './tools/terminal/terminal-tools.ts'
import { builtInTools } from './tools/toolbelt.ts'
import { longTermMemory } from './memory/long-term.ts'
import { rememberTools } from './memory/tools.ts'
import { turnRunner } from './turns/runner.ts'
import { openHub, type Wake } from './ws/hub.ts'
import { openOverviews } from './ws/overviews.ts'
import { sharedReads } from './ws/shared-reads.ts'
import { VERSION } from './version.ts'

export interface RunningServer {
  /** With the token in its fragment: for the person who started it. */
  readonly address: string
  readonly port: number
  close(): Promise<void>
}

export type Started =
  | { readonly kind: 'started'; readonly server: RunningServer }
  /** This data folder has a server already. */
  | { readonly kind: 'running_elsewhere'; readonly address: string }
  | { readonly kind: 'refused'; readonly message: string }

/** Starts a server: the one place that knows all parts. */
export async function startServer(
  config: Config,
  options: { readonly webRoot: string; readonly env?: Environment },
): Promise<Started> {
  const env = options.env ?? process.env
  const home = await prepareHome(config.home)
  if (!home.ok) return { kind: 'refused', message: home.message }
  const workspace = await prepareWorkspace(config)
  if (!workspace.ok) return { kind: 'refused', message: workspace.message }
  const token = await loadToken(config.home)
  const secret = await masterSecret(config.home, env)
  if (!secret.ok) return { kind: 'refused', message: secret.message }
  if (!config.join) {
    const running = await findRunning(config.home)
    if (running) return { kind: 'running_elsewhere', address: addressOf(config, running.port, token) }
  }

  const log = openLog(config.logLevel)
  const failed = (what: string, cause: unknown) => log.error({ err: cause }, what)
  const clock: Clock = { now: () => Date.now() }
  const boot = randomUUID()
  const opened = await openStore({
    home: config.home,
    ...(config.databaseUrl === undefined ? {} : { databaseUrl: config.databaseUrl }),
    approvalTimeout: config.approvalTimeout,
    processId: boot,
    failed,
  })
  if (!opened.ok) return { kind: 'refused', message: opened.error.message }
  const store = opened.value
  for (const warning of store.warnings) log.warn(warning)

  const settings = modelSettings({
    store: store.settings,
    env,
    clock,
    config,
    secret: secret.secret,
  })
  const search = searchSettings({ store: store.settings, keys: settings.keys, env })
  const metrics = openMetrics({
    clock,
    waiting: async () => ((await store.reachable()) ? countWaiting(store.db) : undefined),
  })
  const traces = await openTraces(env, { version: VERSION, boot })
  const sessions = terminalSessions(() => `term_${shortId()}`)
  const kept = { folder: join(config.home, 'checkpoints'), trash: join(config.home, 'trash') }
  const checkpoints = openCheckpoints({
    ...kept,
    now: () => Date.now(),
    newName: () => `${Date.now()}-${randomUUID()}`,
  })
  const policy = policySource(store.rules, (problem) => log.warn(mask(problem)))
  const reaper = await findReaper()
  const bridges = sandboxBridges(join(config.home, 'bridges'), { markOf, isAlive, commandLine })
  const ended = await bridges.endLeft()
  if (ended > 0) log.info({ ended }, 'bridges of a server that was killed are ended')
  const sandbox = osSandbox({
    hidden: [config.home],
    off: env['COUNTERSIGN_SANDBOX'] === 'off',
    bridges,
  })
  const images = imageStore(join(config.home, 'images'), clock)
  const builtIn = builtInTools({
    checkpoints,
    images,
    searchService: () => search.service(),
    terminal: terminalTools({
      process: { reaper },
      sessions,
      sandbox,
      hostsOf: async (threadId) => allowedHosts(await policy.snapshot(threadId)),
      newMarker: shortId,
      checkpoints,
      snapshots: workspaceSnapshots(checkpoints, clock),
    }),
  })
  let listening = config.port
  const mcp = await mcpServers({
    settings: store.settings,
    box: secretBox(secret.secret),
    clock,
    reaper,
    home: homedir(),
    folder: workspace.path,
    redirectUrl: () => `${originOf(config, listening)}${MCP_RETURN}`,
    newState: () => randomBytes(24).toString('base64url'),
  })
  const mcpLooks = repeating(
    MCP_LOOK,
    () => mcp.refresh(),
    (cause) => failed('looking at the MCP servers', cause),
  )
  const clients = clientTools()
  // The last of two tools of one name counts: no stranger takes the name of one of ours.
  const belt = new Toolbelt(() => [...clients.tools(), ...mcp.tools(), ...builtIn.all()])
  const waits = answerWaits(store.calls, failed)
  const ids: Ids = { call: () => CallId.parse(`call_${randomUUID().replaceAll('-', '')}`) }
  const gate = { calls: store.calls, answers: waits, policy, clock }
  const capabilities = chatCapabilities(store.settings, {
    allows: config.capabilities,
    // Who offers tools that change something in a client has it open for that.
    context: () =>
      clients.tools().some((tool) => tool.capability === 'editor_mutate') ? 'editor' : 'thread',
    last: (threadId) => policy.lastOf(threadId),
  })
  const memory = longTermMemory(store.settings, clock)
  const runner = turnRunner({
    ofPerson: async (user) =>
      (await memory.isOn(user))
        ? { tools: rememberTools(memory, user), remembered: await memory.list(user) }
        : { tools: [], remembered: [] },
    processId: boot,
    turns: store.turns,
    gate: { ...gate, capabilities },
    belt,
    own: [config.home],
    clock,
    elapsed: () => performance.now(),
    ids,
    provider: async (model) =>
      model === OUTSIDE_MODEL ? outsideProvider : seeing(await settings.models.provider(model), images),
    limits: async (threadId) => ({
      ...DEFAULT_LIMITS,
      writes: config.maxWrites,
      wallClock: config.maxWork,
      cost: tightest(config.maxCost, await store.settings.get(threadId, MAX_COST)),
    }),
    observer: observers([logObserver(log, clock), metrics.observer, ...(traces ? [traces.observer] : [])]),
    most: config.maxTurns,
    grace: config.grace,
    failed,
  })
  const outsideMode = async () => (await settings.preferences.read(store.localUser)).outside_mode
  const outside = outsideSessions({
    user: store.localUser,
    processId: boot,
    threads: store.threads,
    turns: store.turns,
    gate,
    ids,
    mode: outsideMode,
    policy,
    own: [config.home],
    memory: {
      get: (name) => store.settings.get(store.localUser, name),
      set: (name, value) => store.settings.set(store.localUser, name, value),
    },
    failed,
  })
  const wake: Wake = ({ calls, stopped }) => {
    waits.wake(calls)
    outside.check(stopped)
    runner.check(stopped)
    if (stopped !== 'any') for (const turnId of stopped) sessions.stopTurn(turnId)
    runner.wake()
  }
  const overviews = openOverviews({ threads: store.threads, approvals: store.approvals, failed })
  const hub = openHub(store.outbox, overviews, wake)
  const user: UserId = store.localUser
  let hosts: ReadonlySet<string> = new Set()
  let ready = false
  const app = await buildApp({
    memory,
    search,
    images,
    capabilities,
    token,
    hosts: () => hosts,
    publicUrl: config.publicUrl,
    maxSockets: config.maxSockets,
    webRoot: options.webRoot,
    user,
    userName: userInfo().username,
    threads: store.threads,
    approvals: store.approvals,
    connection: {
      threads: store.threads,
      turns: store.turns,
      approvals: store.approvals,
      undo: undoOf(checkpoints, store.undo),
      outbox: sharedReads(store.outbox),
      overviews,
      policy,
      belt,
      capabilities,
      images,
      clients,
      clock,
      models: settings.models,
      capCost: (threadId, dollars) => store.settings.set(threadId, MAX_COST, dollars),
      defaults: async (person) => ({
        workspace: workspace.path,
        model: await settings.models.standard(person),
        mode: (await settings.preferences.read(person)).default_mode,
      }),
      version: VERSION,
      boot,
      failed,
    },
    hub,
    rules: { rules: store.rules, recorded: recordedCalls(store.db), policy },
    mcp,
    sandbox,
    records: {
      audit: store.audit,
      backup: (file) => store.backup(file),
      history: callHistory(store.db),
    },
    outside,
    operations: { metrics, ready: async () => ready && (await store.reachable()) },
    settings,
    about: { version: VERSION, workspace: workspace.path, home: homedir(), own: [config.home] },
  })

  const rulesFile = rulesCopy(config.home, store.rules, user)
  const modeFile = modeCopy(config.home, outsideMode)
  const copy = async () => {
    await Promise.all([rulesFile.refresh(), modeFile.refresh()])
  }
  const sweeping = startSweep({
    recovery: store.recovery,
    approvals: store.approvals,
    async prune() {
      await store.prune()
      await pruneKept({ ...kept, now: clock.now() })
      await images.prune()
    },
    wake: () => wake({ calls: 'any', stopped: 'any' }),
    failed,
  })

  const copying = repeating(COPY_EVERY, copy, (cause) => failed('copying the rules', cause))

  const sockets = openSockets(app.server)
  async function close(): Promise<void> {
    ready = false
    await sweeping.stop()
    await copying.stop()
    await closeApp(app, sockets)
    await outside.close()
    await copy().catch((cause: unknown) => failed('copying the rules', cause))
    hub.close()
    await runner.close()
    await traces?.close().catch((cause: unknown) => failed('sending the last traces', cause))
    await sessions.close()
    await sandbox.close()
    await mcpLooks.stop()
    await mcp.close()
    await forgetRunning(config.home, boot)
    await store.close()
  }

  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (cause) {
    await close()
    return { kind: 'refused', message: listenMessage(cause, config.port) }
  }
  const port = portOf(app.server.address())
  listening = port
  hosts = new Set([
    ...loopbackHosts(port),
    ...(config.publicUrl === undefined ? [] : [hostOf(config.publicUrl)]),
  ])
  await noteRunning(config.home, { pid: process.pid, port, boot })
  ready = true
  runner.wake()
  return { kind: 'started', server: { address: addressOf(config, port, token), port, close } }
}

/** Setting of a thread: what one of its turns may cost, in US dollars. */
const MAX_COST = 'max_cost'

function tightest(ofServer: number | null, ofThread: unknown): number | null {
  const caps = [ofServer, ofThread].filter((cap) => typeof cap === 'number')
  return caps.length === 0 ? null : Math.min(...caps)
}

function shortId(): string {
  return randomUUID().replaceAll('-', '').slice(0, 12)
}

/** Milliseconds between two looks at the rules for their copy. */
const COPY_EVERY = 2000

/** Milliseconds between two looks at the list of MCP servers, which another process may have changed. */
const MCP_LOOK = 15_000

/** Milliseconds that clients have to take their leave. */
const FAREWELL = 1000

async function closeApp(app: FastifyInstance, sockets: { destroy(): void }): Promise<void> {
  const late = setTimeout(() => sockets.destroy(), FAREWELL)
  await app.close()
  clearTimeout(late)
}

function addressOf(config: Config, port: number, token: string): string {
  return `${originOf(config, port)}/#token=${token}`
}

function originOf(config: Config, port: number): string {
  return config.publicUrl ?? `http://127.0.0.1:${port}`
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

function listenMessage(cause: unknown, port: number): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'EADDRINUSE')
    return `port ${port} is taken by another program; choose another with \`--port N\` (0 takes any free one)`
  if (code === 'EACCES')
    return `port ${port} may not be used by this user; choose one above 1023 with \`--port N\``
  return `the server cannot listen on port ${port}: ${cause instanceof Error ? cause.message : String(cause)}`
}

type Checked<T> = ({ readonly ok: true } & T) | { readonly ok: false; readonly message: string }

async function prepareHome(home: string): Promise<Checked<object>> {
  try {
    await mkdir(home, { recursive: true, mode: 0o700 })
    await access(home, constants.W_OK | constants.X_OK)
    return { ok: true }
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    return {
      ok: false,
      message: `the data folder \`${home}\` cannot be written (${why}); set \`COUNTERSIGN_HOME\` to one that can`,
    }
  }
}

async function prepareWorkspace(config: Config): Promise<Checked<{ readonly path: string }>> {
  if (config.workspace === undefined) return { ok: true, path: await sampleFolder(config.home) }
  const found = await stat(config.workspace).catch(() => undefined)
  if (found?.isDirectory() !== true)
    return { ok: false, message: `\`${config.workspace}\` is no folder; name the folder to work in` }
  return { ok: true, path: config.workspace }
}
