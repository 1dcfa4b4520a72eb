import { CAPABILITIES } from '@countersign/agent'
import type { Capability } from '@countersign/protocol'
import { resolve } from 'node:path'
import { dataFolder } from './data-folder.ts'
import { limitsIn, type LimitValues } from './settings/limits.ts'
import { runLimitsIn, type RunLimits } from './settings/run-limits.ts'

/** Everything that the server reads from outside, once at startup. */
export interface Config {
  /** Data folder: database, token, sample folder. */
  readonly home: string
  readonly port: number
  /** Address to listen on. An address other than loopback requires `publicUrl`. */
  readonly host: string
  /** The origin that people open if there is a proxy in front (`https://countersign.example.com`); undefined: loopback only. */
  readonly publicUrl: string | undefined
  /** Folder of new threads; undefined: the sample folder until one is chosen. */
  readonly workspace: string | undefined
  readonly databaseUrl: string | undefined
  /** Start another server process on a data folder that already has one. */
  readonly join: boolean
  /** Milliseconds until an unanswered approval expires; null: never. */
  readonly approvalTimeout: number | null
  /** Milliseconds that running calls have to end when the server is stopped. */
  readonly grace: number
  /** Limits of one turn and of a model's silence, unless the settings define others. */
  readonly limits: LimitValues
  readonly runLimits: RunLimits
  /** The maximum capabilities of a thread; undefined: all. */
  readonly capabilities: readonly Capability[] | undefined
  /** Maximum number of sockets of this process; further clients are rejected and may try another process. */
  readonly maxSockets: number
  /** Maximum number of turns that work in this process at once; others wait as rows, for it or for another process. */
  readonly maxTurns: number
  readonly logLevel: string
}

export const DEFAULT_PORT = 4180
const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])
const LOG_LEVELS: readonly string[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
/** Seconds. */
const DEFAULT_GRACE = 10
const DEFAULT_SOCKETS = 5000
const DEFAULT_TURNS = 200

export interface Arguments {
  readonly port?: number
  readonly workspace?: string
  readonly join?: boolean
}

/** Reads environment and arguments. Invalid values are reported as a message, not an exception. */
export function readConfig(
  env: NodeJS.ProcessEnv,
  args: Arguments,
  known: readonly Capability[] = CAPABILITIES.map(({ id }) => id),
): { ok: true; config: Config } | { ok: false; message: string } {
  const port = args.port ?? readNumber(env['PORT']) ?? DEFAULT_PORT
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    return { ok: false, message: `\`${port}\` is not a port; use a number from 0 (any free one) to 65535` }
  }
  const timeout = readTimeout(env['COUNTERSIGN_APPROVAL_TIMEOUT'])
  if (timeout === undefined) {
    return { ok: false, message: '`COUNTERSIGN_APPROVAL_TIMEOUT` must be a number of seconds, or `never`' }
  }
  const grace = readNumber(env['COUNTERSIGN_SHUTDOWN_GRACE']) ?? DEFAULT_GRACE
  if (!(grace >= 0 && grace <= 3600)) {
    return { ok: false, message: '`COUNTERSIGN_SHUTDOWN_GRACE` must be a number of seconds, at most 3600' }
  }
  const limits = limitsIn(env)
  if (!limits.ok) return limits
  const runLimits = runLimitsIn(env)
  if (!runLimits.ok) return runLimits
  const capabilities = readCapabilities(env['COUNTERSIGN_CAPABILITIES'], known)
  if (capabilities === null) {
    const all = known.map((one) => `\`${one}\``).join(', ')
    return { ok: false, message: `\`COUNTERSIGN_CAPABILITIES\` must be a comma-separated list of ${all}` }
  }
  const publicUrl = readOrigin(env['COUNTERSIGN_PUBLIC_URL'])
  if (publicUrl === null) {
    return {
      ok: false,
      message:
        '`COUNTERSIGN_PUBLIC_URL` must be an address without a path, for example `https://countersign.example.com`',
    }
  }
  const host = env['COUNTERSIGN_LISTEN'] || '127.0.0.1'
  if (!LOOPBACK.has(host) && publicUrl === undefined) {
    return {
      ok: false,
      message:
        '`COUNTERSIGN_LISTEN` opens the server to other machines; set `COUNTERSIGN_PUBLIC_URL` to the address they will use',
    }
  }
  const maxSockets = readNumber(env['COUNTERSIGN_MAX_SOCKETS']) ?? DEFAULT_SOCKETS
  const maxTurns = readNumber(env['COUNTERSIGN_MAX_TURNS']) ?? DEFAULT_TURNS
  if (!isCount(maxSockets) || !isCount(maxTurns)) {
    return {
      ok: false,
      message: '`COUNTERSIGN_MAX_SOCKETS` and `COUNTERSIGN_MAX_TURNS` must be whole numbers, at least 1',
    }
  }
  const logLevel = env['COUNTERSIGN_LOG'] || 'warn'
  if (!LOG_LEVELS.includes(logLevel)) {
    return { ok: false, message: `\`COUNTERSIGN_LOG\` must be one of ${LOG_LEVELS.join(', ')}` }
  }
  return {
    ok: true,
    config: {
      home: dataFolder(env),
      port,
      host,
      publicUrl,
      workspace: args.workspace === undefined ? undefined : resolve(args.workspace),
      databaseUrl: env['DATABASE_URL'] === '' ? undefined : env['DATABASE_URL'],
      join: args.join ?? false,
      approvalTimeout: timeout,
      grace: grace * 1000,
      limits: limits.limits,
      runLimits: runLimits.limits,
      capabilities,
      maxSockets,
      maxTurns,
      logLevel,
    },
  }
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 1
}

function readNumber(text: string | undefined): number | undefined {
  return text === undefined || text === '' ? undefined : Number(text)
}

/** Undefined: not set. Null: an unknown name. */
function readCapabilities(
  text: string | undefined,
  known: readonly Capability[],
): readonly Capability[] | undefined | null {
  if (text === undefined || text === '') return undefined
  const names = [...new Set(text.split(',').map((name) => name.trim()))]
  return names.every((name) => known.includes(name)) ? names : null
}

/** An origin; null: invalid. */
function readOrigin(text: string | undefined): string | undefined | null {
  if (text === undefined || text === '') return undefined
  const url = URL.parse(text)
  const web = url?.protocol === 'https:' || url?.protocol === 'http:'
  return url !== null && web && `${url.origin}/` === url.href ? url.origin : null
}

function readTimeout(text: string | undefined): number | null | undefined {
  if (text === undefined || text === '' || text === 'never') return null
  const seconds = Number(text)
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined
}
