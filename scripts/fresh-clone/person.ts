import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from '../lib/root.mjs'
import { capture } from '../lib/spawn.mjs'

/** The user at the terminal: an account with its own home folder and a minimal environment. */
export interface Person {
  readonly name: string
  readonly env: NodeJS.ProcessEnv
  readonly uid?: number
  readonly gid?: number
}

const KEPT = /^(LANG|LC_.*|TERM|https?_proxy|no_proxy|all_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR))$/i

/** The current user, with an empty home folder. */
export async function thisPerson(folder: string): Promise<Person> {
  return { name: process.getuid?.() === 0 ? 'root' : 'a normal user', env: await environment(folder) }
}

/** A normal user, which only root can become: `nobody`, who owns nothing. */
export async function normalUser(folder: string): Promise<Person> {
  const { output } = await capture('id', ['-u', 'nobody'])
  const { output: group } = await capture('id', ['-g', 'nobody'])
  const uid = Number(output)
  const gid = Number(group)
  chmodSync(folder, 0o755)
  chownSync(folder, uid, gid)
  const env = await environment(folder)
  chownSync(join(folder, 'home'), uid, gid)
  return { name: 'a normal user', env: { ...env, USER: 'nobody', LOGNAME: 'nobody' }, uid, gid }
}

// The environment is built from nothing rather than stripped down: variables left by npm, a test runner or a Node inside `node_modules`
// would hide a missing dependency. The registry is the one configured on the machine.
async function environment(folder: string): Promise<NodeJS.ProcessEnv> {
  const home = join(folder, 'home')
  mkdirSync(home)
  const kept = Object.entries(process.env).filter(([name]) => KEPT.test(name))
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((entry) => !entry.startsWith(root))
  const registry = await capture('npm', ['config', 'get', 'registry'], { cwd: home })
  return {
    ...Object.fromEntries(kept),
    PATH: path.join(delimiter),
    HOME: home,
    npm_config_registry: lastLine(registry.output),
    npm_config_update_notifier: 'false',
  }
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}
