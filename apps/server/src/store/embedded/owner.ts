import { err, ok, type Result } from '@countersign/policy'
import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { StoreError } from '../sql/store-error.ts'

/** The account that runs PostgreSQL. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/** Accounts that may run PostgreSQL when we are root, in order. It refuses root, and `initdb` refuses an id without a name. */
const CANDIDATES = ['countersign', 'nobody', 'postgres'] as const

/**
 * The account that runs PostgreSQL: undefined for our own; when we are root, an unprivileged one. A data folder keeps the account that
 * created it.
 */
export async function databaseAccount(
  dataFolders: readonly string[],
): Promise<Result<Account | undefined, StoreError>> {
  if (process.getuid?.() !== 0) return ok(undefined)
  for (const folder of dataFolders) {
    const owner = await stat(folder).catch(() => undefined)
    if (owner !== undefined && owner.uid !== 0) return ok({ uid: owner.uid, gid: owner.gid })
  }
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const account = CANDIDATES.map((name) => findAccount(passwd, name)).find((found) => found !== undefined)
  if (account !== undefined) return ok(account)
  return err({
    code: 'no_user',
    message:
      'PostgreSQL does not run as root and there is no account `nobody` to run it; start as another user, or set `DATABASE_URL`',
  })
}

/** Finds an account in `/etc/passwd`. */
export function findAccount(passwd: string, name: string): Account | undefined {
  for (const line of passwd.split('\n')) {
    const fields = line.split(':')
    const [uid, gid] = [Number(fields[2]), Number(fields[3])]
    if (fields[0] === name && Number.isInteger(uid) && Number.isInteger(gid) && uid > 0) return { uid, gid }
  }
  return undefined
}

/** True if the account can reach this folder: it can enter every folder above it. */
export async function canReach(folder: string, account: Account | undefined): Promise<boolean> {
  if (account === undefined) return true
  for (let at = folder; ; at = dirname(at)) {
    const found = await stat(at).catch(() => undefined)
    if (found !== undefined && !maySearch(found, account)) return false
    if (dirname(at) === at) return true
  }
}

function maySearch(folder: { uid: number; gid: number; mode: number }, account: Account): boolean {
  if (folder.uid === account.uid) return (folder.mode & 0o100) !== 0
  if (folder.gid === account.gid) return (folder.mode & 0o010) !== 0
  return (folder.mode & 0o001) !== 0
}
