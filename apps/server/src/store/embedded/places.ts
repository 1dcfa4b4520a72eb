import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, sep } from 'node:path'
import { canReach, type Account } from './owner.ts'

/** Folders of one embedded database. */
export interface Places {
  /** Contains `data` and `log`. */
  readonly root: string
  readonly data: string
  readonly socket: string
  /** Start lock, and one file for each process that uses the database. It belongs to us, never to the account. */
  readonly control: string
  readonly log: string
  /** Password of the database, readable by us alone. */
  readonly password: string
}

/** Longest path of a Unix socket, without the closing zero: 107 bytes on Linux, 103 on macOS. */
const SOCKET_LIMIT = process.platform === 'linux' ? 107 : 103
const SOCKET_NAME = '.s.PGSQL.5432'

/**
 * The location of a data folder's database. When we are root and the account cannot reach the data folder (home folders are closed to
 * others), it is under `/var/lib/countersign`, under a name derived from the folder's.
 */
export async function choosePlaces(
  home: string,
  account: Account | undefined,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Places> {
  const [inside, elsewhere] = possibleRoots(home)
  const root = (await canReach(dirname(home), account)) ? inside : elsewhere
  return {
    root,
    data: join(root, 'data'),
    socket: socketFolder(root, basename(elsewhere), account, env),
    control: join(home, 'postgres-control'),
    log: join(root, 'log'),
    password: join(home, 'postgres-control', 'password'),
  }
}

/** Inside the data folder, and the alternative if that cannot be reached. */
export function possibleRoots(home: string): readonly [string, string] {
  const name = createHash('sha256').update(home).digest('hex').slice(0, 16)
  return [join(home, 'postgres'), join('/var/lib/countersign', name)]
}

function socketFolder(
  root: string,
  name: string,
  account: Account | undefined,
  env: NodeJS.ProcessEnv,
): string {
  const runtime = env['XDG_RUNTIME_DIR']
  const bases = [
    join(root, 'run'),
    ...(runtime === undefined || runtime === '' || account !== undefined
      ? []
      : [join(runtime, `cs-${name}`)]),
    join(tmpdir(), `cs-${name}`),
    join('/tmp', `cs-${name}`),
  ]
  const fits = (folder: string) => Buffer.byteLength(join(folder, SOCKET_NAME)) <= SOCKET_LIMIT
  return bases.find(fits) ?? join('/tmp', `cs-${name}`)
}

/** Creates the folders, closed to everyone else. Throws if one cannot be created or belongs to someone else. */
export async function preparePlaces(
  home: string,
  places: Places,
  account: Account | undefined,
): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o700 })
  await mkdir(places.control, { recursive: true, mode: 0o700 })
  // The account must traverse the data folder to reach its own part; everything else stays closed.
  if (account !== undefined && places.root.startsWith(home + sep)) await letPass(home, account)
  if (account !== undefined) await mkdir(dirname(places.root), { recursive: true, mode: 0o755 })
  for (const folder of [places.root, places.socket]) await ownFolder(folder, account)
}

async function letPass(folder: string, account: Account): Promise<void> {
  const { mode } = await stat(folder)
  if (await canReach(folder, account)) return
  await chown(folder, process.getuid?.() ?? 0, account.gid)
  await chmod(folder, (mode & 0o7700) | 0o010)
}

async function ownFolder(folder: string, account: Account | undefined): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const found = await lstat(folder)
  const us = process.getuid?.() ?? found.uid
  const expected = account?.uid ?? us
  // Someone else could have put a folder there, under a shared one, to eavesdrop.
  if (!found.isDirectory() || (found.uid !== us && found.uid !== expected)) {
    throw new Error(`\`${folder}\` belongs to another user`)
  }
  if (account !== undefined && found.uid !== account.uid) await chown(folder, account.uid, account.gid)
  await chmod(folder, 0o700)
}

/** Filesystems on which a database is not safe, by their magic numbers (Linux). */
const NETWORK = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x01021997, '9P'],
  [0x65735546, 'FUSE'],
])
const SYNCED =
  /(^|\/)(Dropbox|OneDrive[^/]*|Google ?Drive|iCloud ?Drive|Mobile Documents|CloudStorage|Nextcloud|pCloud ?Drive)(\/|$)/i

/** Warns about data folders on network or synced drives, which break guarantees that a database relies on. */
export async function folderWarnings(folder: string): Promise<readonly string[]> {
  const synced = SYNCED.exec(folder)?.[2]
  const found = process.platform === 'linux' ? await statfs(folder).catch(() => undefined) : undefined
  const network = found === undefined ? undefined : NETWORK.get(found.type)
  const kind = synced ?? network
  if (kind === undefined) return []
  return [
    `the data folder \`${folder}\` is on ${kind}, where a database can lose data; set \`COUNTERSIGN_HOME\` to a folder on this machine's own disk`,
  ]
}
