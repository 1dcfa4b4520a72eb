import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { node24, root } from '../../scripts/lib/root.mjs'
import { Person } from './person.ts'
import type { Account, Setting } from './settings.ts'

export const CLI = join(root, 'apps/cli/dist/main.js')
export const NODE: string = await realpath(node24)

/** The result of a program that was run to its end. */
export interface Ended {
  readonly code: number | null
  readonly output: string
}

/** The folders of one server; they survive a kill. */
export interface Place {
  readonly folder: string
  readonly home: string
  readonly workspace: string
  /** The person's home folder, which is empty. */
  readonly userHome: string
}

export async function newPlace({ account }: Setting): Promise<Place> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'cs-attack-')))
  // Open, so that the database of a run as root is inside it and is removed with it.
  await chmod(folder, 0o755)
  const place = {
    folder,
    home: join(folder, 'data'),
    workspace: join(folder, 'work'),
    userHome: join(folder, 'home'),
  }
  await mkdir(place.workspace)
  await mkdir(place.userHome)
  await give(folder, account)
  await give(place.workspace, account)
  await give(place.userHome, account)
  return place
}

export async function give(path: string, { uid, gid }: Account): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}

/** The built product, started as a person starts it: its command line in a separate process. */
export class Product {
  readonly #child: ChildProcess
  readonly place: Place
  readonly setting: Setting
  readonly ended: Promise<Ended>
  readonly address: Promise<string>
  output = ''

  private constructor(child: ChildProcess, place: Place, setting: Setting) {
    this.#child = child
    this.place = place
    this.setting = setting
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const read = (chunk: Buffer) => {
      this.output = (this.output + chunk.toString()).slice(-OUTPUT_KEPT)
      const found = /http:\/\/localhost:\d+\/#code=\S+(?=\s)/.exec(this.output)
      if (found) resolve(found[0])
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    // Killing the wrapper of a server ends its whole namespace.
    running.set(child, setting.container ? 'SIGKILL' : 'SIGTERM')
    this.ended = new Promise((settle) => {
      child.on('close', () => running.delete(child))
      child.on('error', (error) => settle({ code: 127, output: error.message }))
      child.on('close', (code) => settle({ code, output: this.output }))
    })
    void this.ended.then(({ code, output }) => reject(new Error(`it ended with ${code}: ${output}`)))
    this.address = promise
    this.address.catch(() => undefined)
  }

  /** Starts it; `address` resolves when it is up. */
  static begin(
    setting: Setting,
    place: Place,
    env: Readonly<Record<string, string>> = {},
    port: number | string = 0,
  ): Product {
    const command = [NODE, CLI, place.workspace, '--port', String(port)]
    const { uid, gid } = setting.account
    const [file = NODE, ...args] = setting.container ? [...contained(setting.account), ...command] : command
    const account = setting.container || uid === undefined || gid === undefined ? {} : { uid, gid }
    const child = spawn(file, args, {
      cwd: place.workspace,
      env: { ...environment(setting, place), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...account,
    })
    return new Product(child, place, setting)
  }

  static async start(
    setting: Setting,
    place: Place,
    env: Readonly<Record<string, string>> = {},
    port: number | string = 0,
  ): Promise<Product> {
    const product = Product.begin(setting, place, env, port)
    await product.address
    return product
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** The server itself, even if it runs inside a wrapper. */
  async serverPid(): Promise<number> {
    if (!this.setting.container) return this.pid
    const children = await readFile(`/proc/${this.pid}/task/${this.pid}/children`, 'utf8')
    return Number(children.trim().split(' ')[0])
  }

  /** Signals the server directly, because its wrapper does not forward signals. */
  async #signal(signal: NodeJS.Signals): Promise<void> {
    if (!running.has(this.#child)) return
    const pid = await this.serverPid().catch(() => this.pid)
    try {
      process.kill(pid || this.pid, signal)
    } catch {
      // It has just exited.
    }
  }

  async origin(): Promise<string> {
    return new URL(await this.address).origin
  }

  async port(): Promise<number> {
    return Number(new URL(await this.address).port)
  }

  /** The person at the page of the printed address. */
  async person(): Promise<Person> {
    return Person.signIn(await this.address)
  }

  token(): Promise<string> {
    return readFile(join(this.place.home, 'token'), 'utf8')
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<Ended> {
    await this.#signal(signal)
    return this.ended
  }

  /** Stops it and removes its folders. */
  async remove(): Promise<void> {
    await this.#signal('SIGTERM')
    await Promise.race([this.ended, delay(15_000, undefined, { ref: false })])
    await this.#signal('SIGKILL')
    await this.ended
    await rm(this.place.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

const OUTPUT_KEPT = 50_000

/** Running servers; they end with the suite. */
const running = new Map<ChildProcess, NodeJS.Signals>()
process.once('exit', () => {
  for (const [child, signal] of running) child.kill(signal)
})

/** The minimal environment of a command, for the person and for the suite. */
export function environment(setting: Setting, place: Place): Record<string, string> {
  return {
    PATH: setting.container ? pathWithoutBubblewrap() : `${dirname(NODE)}:${PLAIN_PATH}`,
    HOME: place.userHome,
    COUNTERSIGN_HOME: place.home,
    COUNTERSIGN_LOCAL_MODELS: 'off',
    COUNTERSIGN_SHUTDOWN_GRACE: '1',
    COUNTERSIGN_APPROVAL_TIMEOUT: '600',
    ...(setting.sandbox || setting.container ? {} : { COUNTERSIGN_SANDBOX: 'off' }),
  }
}

const PLAIN_PATH = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin'

/** `unshare` dies with the suite, and its server with it. */
function contained({ uid, gid }: Account): readonly string[] {
  const inside = ['--pid', '--fork', '--kill-child', '--mount-proc']
  return ['unshare', ...inside, 'setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
}

let without: string | undefined

/** A folder with a link to every program of the machine except bubblewrap. */
function pathWithoutBubblewrap(): string {
  if (without !== undefined) return without
  without = join(tmpdir(), `cs-attack-path-${process.pid}`)
  mkdirSync(without)
  chmodSync(without, 0o755)
  for (const folder of ['/usr/bin', '/bin', '/usr/sbin', '/sbin'])
    for (const name of readdirSync(folder))
      if (name !== 'bwrap')
        try {
          symlinkSync(join(folder, name), join(without, name))
        } catch {
          // An earlier folder already had it.
        }
  process.once('exit', () => {
    if (without !== undefined) rmSync(without, { recursive: true, force: true })
  })
  return without
}

/** A currently free port. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', listening))
  const { port } = probe.address() as AddressInfo // it listens on a port
  await new Promise((closed) => probe.close(closed))
  return port
}

/** Runs a program of the person to its end, as the setting's account and outside any server. */
export function run(
  setting: Setting,
  place: Place,
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const [file = '', ...args] = command
  const { uid, gid } = setting.account
  const child = spawn(file, args, {
    cwd: place.workspace,
    env: { ...environment(setting, place), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined || gid === undefined ? {} : { uid, gid }),
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((settle) => {
    child.on('error', (error) => settle({ code: 127, output: error.message }))
    child.on('close', (code) => settle({ code, output }))
  })
}
