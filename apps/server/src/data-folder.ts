import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

// Hooks load this file in every call of an agent, so it imports nothing but Node.

/** A running server's note for the next start and for the command line. */
export interface Running {
  readonly pid: number
  readonly port: number
  readonly boot: string
}

/** The configured data folder of a process, or the user's own. */
export function dataFolder(env: NodeJS.ProcessEnv = process.env): string {
  return resolve(env['COUNTERSIGN_HOME'] || defaultHome(env, process.platform))
}

/** The user's data directory, by platform. */
export function defaultHome(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Countersign')
  return join(env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'countersign')
}

/** The file in which a server notes that it runs. */
export function noteOf(home: string): string {
  return join(home, 'server.json')
}

export function tokenOf(home: string): string {
  return join(home, 'token')
}

/** The note of a data folder. Its server may no longer be alive. */
export function readNote(home: string): Running | undefined {
  try {
    return parseNote(readFileSync(noteOf(home), 'utf8'))
  } catch {
    return undefined
  }
}

/** The token of an existing data folder. */
export function readToken(home: string): string {
  const path = tokenOf(home)
  const token = readFileSync(path, 'utf8').trim()
  if (!/^[0-9a-f]{48}$/.test(token))
    throw new Error(`\`${path}\` is damaged: it contains no token; remove it and start again`)
  return token
}

function parseNote(text: string): Running | undefined {
  const json: unknown = JSON.parse(text)
  if (typeof json !== 'object' || json === null || !('pid' in json) || !('port' in json) || !('boot' in json))
    return undefined
  const { pid, port, boot } = json
  return typeof pid === 'number' && typeof port === 'number' && typeof boot === 'string'
    ? { pid, port, boot }
    : undefined
}
