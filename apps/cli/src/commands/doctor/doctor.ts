import { settingsRoutes, type ModelList } from '@countersign/protocol'
import { readConfig } from '@countersign/server/config'
import { findRunning } from '@countersign/server/local'
import { spawnSync } from 'node:child_process'
import { access, constants, mkdir, stat } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { HOOK_AGENTS } from '@countersign/agent/hooks'
import { reachServer } from '../../server-client.ts'
import { statusOf } from '../../hook-settings/agent-status.ts'
import { complain, print, type JsonOption } from '../output.ts'

/** One check. `todo` says what a person can do about it. */
interface Check {
  readonly name: string
  readonly state: 'fine' | 'missing' | 'wrong'
  readonly says: string
  readonly todo?: string
}

/** Checks Countersign's requirements on this machine. Exits with 1 if something is wrong; missing optional parts are only reported. */
export async function doctor({ json }: JsonOption): Promise<number> {
  const read = readConfig(process.env, { port: 0 })
  if (!read.ok) return complain(read.message)
  const { home } = read.config
  const checks = [
    nodeVersion(),
    await dataFolder(home),
    await runningServer(home),
    ...(await databaseAndModels()),
    sandbox(),
    await browser(),
    ...(await hooks()),
  ]
  const wrong = checks.some(({ state }) => state === 'wrong')
  print(json === true ? JSON.stringify({ ok: !wrong, checks }, null, 2) : checks.map(line).join('\n'))
  return wrong ? 1 : 0
}

const MARKS = { fine: 'ok', missing: '--', wrong: '!!' } as const

function line({ name, state, says, todo }: Check): string {
  const advice = todo === undefined ? '' : `\n     ${''.padEnd(12)}${todo}`
  return `${MARKS[state]}   ${name.padEnd(12)}${says}${advice}`
}

function nodeVersion(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const enough = major > 22 || (major === 22 && minor >= 12)
  return enough
    ? { name: 'Node', state: 'fine', says: process.versions.node }
    : { name: 'Node', state: 'wrong', says: process.versions.node, todo: 'install Node 22.12 or newer' }
}

async function dataFolder(home: string): Promise<Check> {
  const name = 'data folder'
  try {
    await mkdir(home, { recursive: true, mode: 0o700 })
    await access(home, constants.R_OK | constants.W_OK | constants.X_OK)
    // The account of an embedded database only needs to traverse if the server runs as root.
    const open = ((await stat(home)).mode & 0o066) !== 0
    return open
      ? { name, state: 'missing', says: `${home} is readable by others`, todo: `chmod go-rw ${home}` }
      : { name, state: 'fine', says: home }
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    return {
      name,
      state: 'wrong',
      says: why,
      todo: 'take ownership of it, or set COUNTERSIGN_HOME to another folder',
    }
  }
}

async function runningServer(home: string): Promise<Check> {
  const running = await findRunning(home)
  return running === undefined
    ? { name: 'server', state: 'missing', says: 'not running', todo: 'start one with `countersign`' }
    : { name: 'server', state: 'fine', says: `http://127.0.0.1:${running.port}, process ${running.pid}` }
}

/** The database works if a server on it answers: the running one, or one started for this. */
async function databaseAndModels(): Promise<readonly Check[]> {
  const reached = await reachServer().catch((cause: unknown) => ({
    ok: false as const,
    message: cause instanceof Error ? cause.message : String(cause),
  }))
  if (!reached.ok)
    return [
      {
        name: 'database',
        state: 'wrong',
        says: reached.message,
        todo: 'see docs/guide/database.md; DATABASE_URL connects to your own PostgreSQL',
      },
    ]
  try {
    const own = process.env['DATABASE_URL'] ?? ''
    const says = own === '' ? 'the embedded PostgreSQL answers' : 'the PostgreSQL of DATABASE_URL answers'
    const answer = await reached.server.api.call(settingsRoutes.models, {})
    return [{ name: 'database', state: 'fine', says }, modelCheck(answer.ok ? answer.body : undefined)]
  } finally {
    await reached.server.close()
  }
}

function modelCheck(list: ModelList | undefined): Check {
  const name = 'models'
  if (list === undefined) return { name, state: 'wrong', says: 'the list of models could not be read' }
  const ready = list.providers.filter((provider) => provider.ready && provider.kind !== 'demo')
  return ready.length === 0
    ? {
        name,
        state: 'missing',
        says: 'only the built-in demo is available',
        todo: 'set a key such as ANTHROPIC_API_KEY, or enter one in the settings: docs/guide/models.md',
      }
    : {
        name,
        state: 'fine',
        says: `${ready.map(({ name: one }) => one).join(', ')}; new chats: ${list.default_model}`,
      }
}

function sandbox(): Check {
  const name = 'sandbox'
  if (process.env['COUNTERSIGN_SANDBOX'] === 'off')
    return { name, state: 'missing', says: 'turned off by COUNTERSIGN_SANDBOX' }
  if (process.platform === 'darwin') return { name, state: 'fine', says: 'sandbox-exec of the system' }
  const tried = spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-net', 'true'], { timeout: 5000 })
  if (tried.error !== undefined)
    return {
      name,
      state: 'missing',
      says: 'bubblewrap is not installed',
      todo: 'install bubblewrap and socat (`apt install bubblewrap socat`)',
    }
  return tried.status === 0
    ? { name, state: 'fine', says: 'bubblewrap works' }
    : {
        name,
        state: 'missing',
        says: 'bubblewrap is installed but may not create namespaces here',
        todo: 'allow user namespaces; without them, commands you allow run unconfined',
      }
}

/** Installed hooks; an agent without one is not reported. */
async function hooks(): Promise<readonly Check[]> {
  const found = []
  for (const agent of HOOK_AGENTS) found.push(...(await statusOf(agent)))
  return found
    .filter(({ state }) => state !== 'not installed')
    .map(({ agent, state, says, file }) => ({
      name: agent,
      state: state === 'proven' ? 'fine' : state === 'broken' ? 'wrong' : 'missing',
      says: `the hook in ${file ?? 'its settings'} is ${state}`,
      todo: says,
    }))
}

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

async function browser(): Promise<Check> {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const named = process.env['CHROMIUM_PATH']
  const places = [
    ...(named === undefined || named === '' ? [] : [named]),
    ...folders.flatMap((folder) => BROWSERS.map((program) => join(folder, program))),
  ]
  for (const place of places) {
    const there = await access(place, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (there) return { name: 'browser', state: 'fine', says: place }
  }
  return {
    name: 'browser',
    state: 'missing',
    says: 'no Chromium found',
    todo: 'only the tests need one, and they install their own',
  }
}
