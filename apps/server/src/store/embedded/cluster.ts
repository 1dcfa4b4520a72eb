import { err, ok, type Result } from '@countersign/policy'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chown,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  writeFile,
  type FileHandle,
} from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { causeText, type StoreError } from '../sql/store-error.ts'
import type { Account } from './owner.ts'
import type { Places } from './places.ts'
import { commandLine, exists } from './process-mark.ts'

/** The dependencies for starting the database of a data folder. */
export interface Cluster {
  readonly places: Places
  readonly binaries: string
  readonly account: Account | undefined
  /** Server settings in addition to our own; they take precedence. */
  readonly settings?: Readonly<Record<string, string>>
}

/** Name of the database's only role, and of its database. */
export const ROLE = 'countersign'

/** Size of the database log in bytes beyond which the next start begins a new one. */
const LOG_LIMIT = 5_000_000

/** Characters at the end of the log that concern the last start. */
const LOG_TAIL = 4000

/** Milliseconds that processes of a killed database have to end. */
const LINGER = 10_000

/** Creates the database's files once. If killed halfway, it leaves nothing that the next start would mistake for a database. */
export async function initialise(cluster: Cluster): Promise<Result<void, StoreError>> {
  const { places } = cluster
  if (await isFolder(places.data)) {
    if (await isFile(places.password)) return checkMajor(cluster)
    // Its data folder was deleted or moved, so nobody owns this database. It is set aside, never deleted.
    await setAside(places)
  }
  if (await isFile(places.password)) return err(dataMissing(places))
  const draft = `${places.data}.draft`
  const password = randomBytes(24).toString('base64url')
  await writeFile(`${places.password}.draft`, password, { mode: 0o600 })
  const made = await makeFiles(cluster, draft, password)
  if (!made.ok) return made
  await rename(draft, places.data)
  // Last of all: a password indicates that there was a database.
  await rename(`${places.password}.draft`, places.password)
  return ok(undefined)
}

/** Creates the files of an empty database in a folder, whatever was there before. */
export async function makeFiles(
  cluster: Cluster,
  folder: string,
  password: string,
): Promise<Result<void, StoreError>> {
  const { places, binaries, account } = cluster
  await rm(folder, { recursive: true, force: true })
  const passwordForInit = join(places.root, 'initial-password')
  await writeFile(passwordForInit, `${password}\n`, { mode: 0o600 })
  if (account !== undefined) await chown(passwordForInit, account.uid, account.gid)
  const options = ['--encoding=UTF8', '--locale=C', '--auth=scram-sha-256', `--pwfile=${passwordForInit}`]
  const made = await run(join(binaries, 'initdb'), ['-D', folder, '-U', ROLE, ...options], cluster)
  await rm(passwordForInit, { force: true })
  if (made.code === 0) return ok(undefined)
  await rm(folder, { recursive: true, force: true })
  return err({ code: 'init_failed', message: `the database could not be created: ${lastLine(made.output)}` })
}

/** A data folder that had a database must not quietly get an empty one. */
function dataMissing({ data, control }: Places): StoreError {
  return {
    code: 'data_missing',
    message: `the database of this data folder is no longer at \`${data}\`; put it back, or delete \`${control}\` to start with an empty one`,
  }
}

/** Process id of this data folder's PostgreSQL, if it runs; a stale pid file proves nothing. */
export async function runningPostgres(places: Places): Promise<number | undefined> {
  const pid = await pidInFile(places)
  if (pid === undefined || !exists(pid)) return undefined
  const command = await commandLine(pid)
  return command !== undefined && command.includes('postgres') && command.includes(places.data)
    ? pid
    : undefined
}

/** Starts PostgreSQL so that it outlives this process. It is ready when it answers, which the caller tests. */
export async function startPostgres(cluster: Cluster): Promise<Result<void, StoreError>> {
  const { places, binaries, account } = cluster
  const stale = await dropForeignPidFile(places)
  if (!stale.ok) return stale
  await rotateLog(places.log)
  const log = await open(places.log, 'a', 0o600)
  try {
    if (account !== undefined) await log.chown(account.uid, account.gid)
    await spawnDetached(join(binaries, 'postgres'), serverOptions(cluster), cluster, log)
    return ok(undefined)
  } catch (cause) {
    return err({
      code: 'start_failed',
      message: `the database could not be started: ${causeText(cause)}`,
      cause,
    })
  } finally {
    await log.close()
  }
}

/** Stops PostgreSQL: open transactions are rolled back, everything committed is on disk. */
export async function stopPostgres(places: Places): Promise<void> {
  const pid = await runningPostgres(places)
  if (pid === undefined) return
  signal(pid, 'SIGINT')
  for (let waited = 0; exists(pid) && (await runningPostgres(places)) === pid; waited += 1) {
    // After thirty seconds stop it without a checkpoint: its log has everything that was committed.
    if (waited === 1500) signal(pid, 'SIGQUIT')
    if (waited > 3000) return
    await delay(20)
  }
}

/** The line of the database's log that explains its end, for an error message: the last error, otherwise the last line. */
export async function logTail(places: Places): Promise<string> {
  const text = (await readFile(places.log, 'utf8').catch(() => '')).slice(-LOG_TAIL)
  const lines = text.trim().split('\n')
  const isEnd = (one: string) => one.includes('database system is shut down')
  const beforeEnd = lines.slice(0, lines.findLastIndex((one) => !isEnd(one)) + 1)
  // The last lines of an earlier run do not explain this failure.
  const own = beforeEnd.slice(beforeEnd.findLastIndex(isEnd) + 1)
  return own.findLast((one) => /\b(?:PANIC|FATAL):/.test(one)) ?? own.at(-1) ?? ''
}

/** True when the last start failed because processes of an earlier one still exist. */
export async function heldByAnEarlierOne(places: Places): Promise<boolean> {
  const log = await readFile(places.log, 'utf8').catch(() => '')
  return /pre-existing shared memory block|lock file "postmaster.pid" already exists/.test(log.slice(-2000))
}

function serverOptions({ places, settings: own = {} }: Cluster): readonly string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: places.socket,
    unix_socket_permissions: '0700',
    // Small and private: one to a few processes with a pool each.
    max_connections: '100',
    shared_buffers: '32MB',
    jit: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    log_checkpoints: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
  }
  const flags = Object.entries({ ...settings, ...own }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', places.data, ...flags]
}

function spawnDetached(
  program: string,
  args: readonly string[],
  { places, account }: Cluster,
  log: FileHandle,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      // Its own session: a Ctrl-C in our terminal must not reach it.
      detached: true,
      cwd: places.root,
      env: cleanEnvironment(),
      stdio: ['ignore', log.fd, log.fd],
      ...account,
    })
    child.once('error', reject)
    child.once('spawn', () => {
      child.unref()
      resolve()
    })
  })
}

function run(
  program: string,
  args: readonly string[],
  { places, account }: Cluster,
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']
    const child = spawn(program, args, {
      cwd: places.root,
      env: cleanEnvironment(),
      stdio,
      ...account,
    })
    const output: string[] = []
    child.stdout.on('data', (data: Buffer) => output.push(data.toString()))
    child.stderr.on('data', (data: Buffer) => output.push(data.toString()))
    child.once('error', (cause) => resolve({ code: 1, output: cause.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, output: output.join('') }))
  })
}

/** Variables such as `PGDATA` or `PGPORT` of the person's own PostgreSQL must not reach ours. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' }
}

async function setAside(places: Places): Promise<void> {
  await stopPostgres(places)
  for (let number = 1; ; number += 1) {
    const aside = `${places.data}.left-${number}`
    if (!(await isFolder(aside))) return rename(places.data, aside)
  }
}

/** The major version that created the files; empty: there are none. */
export async function majorOfData(data: string): Promise<string> {
  return (await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
}

/** The major version of binaries, or their output instead. */
export async function majorOfBinaries(
  binaries: string,
  places: Places,
): Promise<{ readonly major: string } | { readonly said: string }> {
  const { output } = await run(join(binaries, 'postgres'), ['--version'], {
    places,
    binaries,
    account: undefined,
  })
  const major = /\(PostgreSQL\) (\d+)/.exec(output)?.[1]
  return major === undefined ? { said: lastLine(output) } : { major }
}

async function checkMajor({ places, binaries }: Cluster): Promise<Result<void, StoreError>> {
  const made = await majorOfData(places.data)
  const found = await majorOfBinaries(binaries, places)
  if ('said' in found) {
    return err({
      code: 'start_failed',
      message: `\`${binaries}/postgres\` does not start: ${found.said}`,
    })
  }
  const { major } = found
  if (made === major) return ok(undefined)
  if (!/^\d+$/.test(made)) {
    return err({
      code: 'start_failed',
      message: `\`${join(places.data, 'PG_VERSION')}\` is damaged: it contains no version; restore a backup, or write \`${major}\` into it if nothing else was touched`,
    })
  }
  return err({
    code: 'other_major',
    message: `the data in \`${places.data}\` was created by PostgreSQL ${made}, but this installation has ${major}; make a backup with the version that created it and restore it here`,
  })
}

/**
 * None of our PostgreSQL servers runs. After a reboot the id in its pid file may belong to another program, or to a zombie: PostgreSQL
 * would then refuse to start.
 */
async function dropForeignPidFile(places: Places): Promise<Result<void, StoreError>> {
  const pid = await pidInFile(places)
  // The socket's lock file has the same id, and only we use the folder.
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    await rm(join(places.socket, name), { force: true })
  if (pid === undefined || !exists(pid)) return ok(undefined)
  for (let waited = 0; waited < LINGER && (await hasBackends(places)); waited += 50) await delay(50)
  if (await hasBackends(places)) {
    return err({
      code: 'start_failed',
      message: `a PostgreSQL that was killed still has processes on \`${places.data}\`; wait a moment and start again`,
    })
  }
  await rm(join(places.data, 'postmaster.pid'), { force: true })
  return ok(undefined)
}

/** True while a process works in the data folder: backends of a killed PostgreSQL soon end. */
async function hasBackends(places: Places): Promise<boolean> {
  if (process.platform !== 'linux') return false
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const folder = await readlink(`/proc/${name}/cwd`).catch(() => '')
    if (folder === places.data) return true
  }
  return false
}

async function pidInFile(places: Places): Promise<number | undefined> {
  const text = await readFile(join(places.data, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  return Number.isInteger(pid) && pid > 0 ? pid : undefined
}

async function rotateLog(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found !== undefined && found.size > LOG_LIMIT) await rename(path, `${path}.1`)
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() ?? false
}

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ?? false
}

function signal(pid: number, name: NodeJS.Signals): void {
  if (exists(pid)) process.kill(pid, name)
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}
