import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../../scripts/lib/root.mjs'

/** The account of a server, and its isolation. */
export interface Setting {
  readonly name: string
  readonly sandbox: boolean
  readonly account: Account
  /** Runs as the first process of its own process namespace, without bubblewrap on its `PATH`. */
  readonly container: boolean
}

/** Undefined ids: the user that runs the suite. */
export interface Account {
  readonly uid?: number
  readonly gid?: number
}

const isRoot = process.getuid?.() === 0

/** `nobody`, which only root can become; any other user is already a normal user. */
function normalUser(): Account {
  if (!isRoot) return {}
  const id = (option: string) => Number(spawnSync('id', [option, 'nobody'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

const user = normalUser()
const plain = { container: false }

/** All settings, in the order in which they run. The short form uses the two of a normal user. */
export const SETTINGS: readonly Setting[] = [
  { name: 'user, no sandbox', sandbox: false, account: user, ...plain },
  { name: 'user, sandbox', sandbox: true, account: user, ...plain },
  { name: 'root, no sandbox', sandbox: false, account: {}, ...plain },
  { name: 'root, sandbox', sandbox: true, account: {}, ...plain },
  { name: 'like the container', sandbox: false, account: user, container: true },
]

/** Why a setting is not available on this machine; undefined if it is. */
export function missing({ name, sandbox, account, container }: Setting): string | undefined {
  if (process.platform !== 'linux') return 'the suite looks at processes as Linux shows them'
  if (name.startsWith('root') && !isRoot) return 'it takes root'
  if (container && !isRoot) return 'a process namespace with a normal user in it takes root'
  if (container && !works('unshare', ['--pid', '--fork', '--mount-proc', 'setpriv', '--version'], {}))
    return '`unshare` or `setpriv` does not work here'
  if (sandbox && !works('bwrap', ['--ro-bind', '/', '/', '--unshare-all', 'true'], account))
    return 'bubblewrap does not work here for this account'
  if (sandbox && !works('socat', ['-V'], account)) return 'the sandbox needs `socat`'
  if (account.uid !== undefined && !works('cat', [join(root, 'apps/cli/dist/main.js')], account))
    return 'the normal user cannot read this folder'
  return undefined
}

function works(program: string, args: readonly string[], account: Account): boolean {
  return spawnSync(program, args, { ...account, stdio: 'ignore', cwd: '/' }).status === 0
}

/** The short form: a normal user, without and with a sandbox. */
export const SHORT_SETTINGS: readonly Setting[] = SETTINGS.slice(0, 2)
