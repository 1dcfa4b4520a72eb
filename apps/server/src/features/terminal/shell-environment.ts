import { access, constants } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { isAbsolute } from 'node:path'
import { SERVICES } from '../../providers/services.ts'
import type { Environment } from '../../settings/environment.ts'

/** Variables that belong to this server and not to the person: its own, those of the package runner that started it, and model keys. */
const OURS = /^(?:COUNTERSIGN_|npm_|DATABASE_URL$|PORT$|INIT_CWD$|NODE_ENV$)/

/** The environment of a person's own terminal: theirs, without what only the server should know. */
export function shellEnvironment(env: Environment): Record<string, string> {
  const keys = new Set(SERVICES.flatMap(({ variables }) => variables))
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !OURS.test(entry[0]) && !keys.has(entry[0]),
  )
  return {
    ...Object.fromEntries(kept),
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    TERM_PROGRAM: 'countersign',
  }
}

/** The person's shell, or one that every machine has. */
export async function personsShell(env: Environment): Promise<string> {
  const own = [env['SHELL'], userInfo().shell ?? undefined, '/bin/bash']
  for (const file of own)
    if (file !== undefined && isAbsolute(file) && (await isExecutable(file))) return file
  return '/bin/sh'
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
}
