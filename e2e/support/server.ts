import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')
const NODE = join(ROOT, 'node_modules/.bin/node')
/** The built command, or a source file during development. */
const CLI = process.env['COUNTERSIGN_CLI'] ?? join(ROOT, 'apps/cli/dist/main.js')

/** A folder with a separate data folder and workspace, and the server on it. */
export interface Place {
  readonly workspace: string
  /** Starts the server, always on the same port, so that an open page finds it again. */
  readonly start: () => Promise<RunningServer>
  /** Stops the server and removes the folder. */
  readonly remove: () => Promise<void>
}

export interface RunningServer {
  readonly pid: number
  /** The address of the page, for browsers that are signed in. */
  readonly address: string
  /** An address that signs in one browser. */
  readonly signIn: () => Promise<string>
  /** Asks it to stop and waits until it has. */
  readonly stop: () => Promise<void>
  /** Kills it at once, as a crash would. */
  readonly kill: () => Promise<void>
}

export async function makePlace(
  files: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string>> = {},
): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-e2e-'))
  // As root, the embedded database runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o755)
  const workspace = join(folder, 'workspace')
  await mkdir(workspace)
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(workspace, name)), { recursive: true })
    await writeFile(join(workspace, name), text)
  }
  const home = join(folder, 'home')
  await copyTemplate(home)
  const port = await freePort()
  let running: RunningServer | null = null
  return {
    workspace,
    start: async () => {
      running = await startServer({ home, workspace, port, env })
      return running
    },
    remove: async () => {
      await running?.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The path of a data folder that was started and stopped once, for all tests of this run. */
const TEMPLATE = 'COUNTERSIGN_E2E_TEMPLATE'

/** Creates a data folder once, because creating a database takes longer than copying one. Returns a function that removes it. */
export async function makeTemplate(): Promise<() => Promise<void>> {
  const place = await makePlace()
  const server = await place.start()
  await server.stop()
  process.env[TEMPLATE] = join(dirname(place.workspace), 'home')
  return place.remove
}

async function copyTemplate(home: string): Promise<void> {
  const from = process.env[TEMPLATE]
  // The system's `cp` keeps the owner, which the database checks.
  if (from !== undefined) await promisify(execFile)('cp', ['-a', from, home])
}

async function startServer(where: {
  home: string
  workspace: string
  port: number
  env: Readonly<Record<string, string>>
}): Promise<RunningServer> {
  const flags = CLI.endsWith('.ts') ? ['--conditions=countersign-source'] : []
  const child = spawn(NODE, [...flags, CLI, where.workspace, '--port', String(where.port)], {
    env: { ...process.env, ...where.env, COUNTERSIGN_HOME: where.home },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed = await printedAddress(child)
  const { origin } = new URL(printed)
  return {
    pid: child.pid ?? 0,
    address: `${origin}/`,
    signIn: async () => newAddress(origin, where.home),
    stop: async () => end(child, 'SIGTERM'),
    kill: async () => end(child, 'SIGKILL'),
  }
}

async function printedAddress(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the server has no output')
  for await (const line of createInterface(child.stdout)) {
    const found = /https?:\/\/\S+#code=\S+/.exec(line)
    if (found !== null) return found[0]
  }
  throw new Error('the server ended before it printed an address')
}

/** As `countersign open` does it. */
async function newAddress(origin: string, home: string): Promise<string> {
  const token = await readFile(join(home, 'token'), 'utf8')
  const answer = await fetch(`${origin}/api/session/codes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  const { address } = (await answer.json()) as { address: string } // our own route
  return address
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill(signal)
  await gone
}

/**
 * Below the ephemeral ports of the system, so that nobody else gets the port of a killed server while it is down, and the reconnecting page
 * reaches the restarted one.
 */
const FIRST_PORT = 20_000
const PORTS = 12_000
let turn = 0

async function freePort(): Promise<number> {
  for (;;) {
    // Test workers start at different ports, so that two of them rarely try the same one.
    const port = FIRST_PORT + ((process.pid * 31 + turn) % PORTS)
    turn += 1
    if (await isFree(port)) return port
    if (turn > PORTS) throw new Error('no port')
  }
}

async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
