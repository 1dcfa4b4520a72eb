import { access, constants, mkdir, stat } from 'node:fs/promises'
import { findToken } from '../auth/token.ts'
import type { Config } from '../config.ts'
import { sampleFolder } from '../sample-folder.ts'
import type { Environment } from '../settings/environment.ts'
import { masterSecret } from './vault/master-secret.ts'

/** The files that a server needs before it opens its store. */
export interface Prepared {
  readonly ok: true
  readonly workspace: string
  readonly token: string
  readonly secret: Buffer
}

type Refused = { readonly ok: false; readonly message: string }

/** Creates or finds the data folder, the workspace, the token and the secret; or says what a person has to fix. */
export async function prepare(config: Config, env: Environment): Promise<Prepared | Refused> {
  const refused = await prepareHome(config.home)
  if (refused) return refused
  const workspace = await findWorkspace(config)
  if (typeof workspace !== 'string') return workspace
  const found = await findToken(config.home)
  if (!found.ok) return found
  const secret = await masterSecret(config.home, env)
  if (!secret.ok) return secret
  return { ok: true, workspace, token: found.token, secret: secret.secret }
}

async function prepareHome(home: string): Promise<Refused | undefined> {
  try {
    await mkdir(home, { recursive: true, mode: 0o700 })
    await access(home, constants.W_OK | constants.X_OK)
    return undefined
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    return {
      ok: false,
      message: `cannot write to the data folder \`${home}\` (${why}); set \`COUNTERSIGN_HOME\` to another`,
    }
  }
}

async function findWorkspace(config: Config): Promise<string | Refused> {
  if (config.workspace === undefined) return sampleFolder(config.home)
  const found = await stat(config.workspace).catch(() => undefined)
  return found?.isDirectory() === true
    ? config.workspace
    : { ok: false, message: `\`${config.workspace}\` is not a folder; name the folder to work in` }
}
