import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'

/** The two ends of a TCP connection, as the server's socket names them. */
export interface Ends {
  readonly localPort: number | undefined
  readonly remoteAddress: string | undefined
  readonly remotePort: number | undefined
}

export type Peer =
  /** No process that holds the connection comes from one of our servers. */
  | { readonly kind: 'stranger' }
  /** One of them is one of our servers, or was started by one: an agent's command, an MCP server, a bridge. */
  | { readonly kind: 'ours'; readonly pid: number }
  /** Another machine, another user's process, or a system that does not tell. */
  | { readonly kind: 'unknown' }

/** Finds out which processes hold the other end of a connection. `servers` are the process ids of our servers on this machine. */
export type LookAtPeer = (ends: Ends, servers: ReadonlySet<number>) => Promise<Peer>

/** Steps from a process to its ancestors before a chain counts as broken. */
const LONGEST_CHAIN = 100

/** Looks at the process table. Whatever cannot be read makes the peer unknown, which is never taken for a person. */
export const lookAtPeer: LookAtPeer = async (ends, servers) => {
  if (!isLoopback(ends.remoteAddress)) return { kind: 'unknown' }
  const holders = process.platform === 'linux' ? await holdersOnLinux(ends) : await holdersByLsof(ends)
  if (holders.length === 0) return { kind: 'unknown' }
  for (const pid of holders) {
    const chain = await ancestry(pid)
    if (chain === undefined) return { kind: 'unknown' }
    if (chain.some((ancestor) => servers.has(ancestor))) return { kind: 'ours', pid }
  }
  return { kind: 'stranger' }
}

function isLoopback(address: string | undefined): boolean {
  return address === '::1' || (address?.replace(/^::ffff:/, '').startsWith('127.') ?? false)
}

/** Every process with a descriptor on the client's socket: a socket can be inherited or handed on. */
async function holdersOnLinux(ends: Ends): Promise<readonly number[]> {
  const inode = await inodeOf(ends)
  if (inode === undefined) return []
  const wanted = `socket:[${inode}]`
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const held = await Promise.all(
    pids.map(async (pid) => {
      const names = await readdir(`/proc/${pid}/fd`).catch(() => [])
      for (const name of names)
        if ((await readlink(`/proc/${pid}/fd/${name}`).catch(() => '')) === wanted) return Number(pid)
      return undefined
    }),
  )
  return held.filter((pid) => pid !== undefined)
}

/** The client's socket in the kernel's table: its local end is our remote one. */
async function inodeOf({ localPort, remotePort }: Ends): Promise<string | undefined> {
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const text = await readFile(table, 'utf8').catch(() => '')
    for (const line of text.split('\n').slice(1)) {
      const [, local = '', remote = '', , , , , , , inode] = line.trim().split(/\s+/)
      if (portIn(local) === remotePort && portIn(remote) === localPort && inode !== '0') return inode
    }
  }
  return undefined
}

function portIn(end: string): number {
  return Number.parseInt(end.slice(end.lastIndexOf(':') + 1), 16)
}

async function holdersByLsof({ localPort, remotePort }: Ends): Promise<readonly number[]> {
  const listed = await promisify(execFile)('lsof', ['-nP', '-Fpn', `-iTCP:${remotePort}`]).catch(
    () => undefined,
  )
  const holders: number[] = []
  let pid = 0
  for (const line of listed?.stdout.split('\n') ?? []) {
    if (line.startsWith('p')) pid = Number(line.slice(1))
    // The client's end reads `from->to`; the server's own end has the ports the other way round.
    else if (line.startsWith('n') && line.includes(`:${remotePort}->`) && line.endsWith(`:${localPort}`))
      holders.push(pid)
  }
  return holders
}

/** A process and all that stand above it. Undefined: one of them cannot be looked at. */
async function ancestry(pid: number): Promise<readonly number[] | undefined> {
  const chain: number[] = []
  // The first process counts too: in a container it may be one of our servers.
  for (let next = pid; next > 0;) {
    if (chain.length === LONGEST_CHAIN) return undefined
    chain.push(next)
    const parent = await parentOf(next)
    if (parent === undefined) return undefined
    next = parent
  }
  return chain
}

async function parentOf(pid: number): Promise<number | undefined> {
  if (process.platform !== 'linux') {
    const shown = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'ppid=']).catch(() => undefined)
    return shown === undefined ? undefined : Number(shown.stdout.trim())
  }
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The name in parentheses may itself hold blanks and parentheses; the fields begin behind the last one.
  return text === undefined ? undefined : Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
}
