import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { endianness, networkInterfaces } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { isBranded } from '../processes/brand.ts'
import { holdersOf, LONGEST_CHAIN, statOf } from './process-table.ts'

/** The two ends of a TCP connection, as the server's socket names them. */
export interface Ends {
  readonly localAddress: string | undefined
  readonly localPort: number | undefined
  readonly remoteAddress: string | undefined
  readonly remotePort: number | undefined
}

export type Peer =
  /** No process that holds the connection descends from one of our servers. */
  | { readonly kind: 'stranger' }
  /** One of them is one of our servers, or a descendant: an agent's command, an MCP server, a bridge. */
  | { readonly kind: 'ours'; readonly pid: number }
  /** Another machine, another user's process, or a system without this information. */
  | { readonly kind: 'unknown' }
  /** A local program that dropped the connection, or whose ancestors cannot be determined: it could belong to anyone. */
  | { readonly kind: 'gone' }

/** Processes that determine the owner of a connection. */
interface KnownProcesses {
  readonly servers: ReadonlySet<number>
  readonly persons: ReadonlySet<number>
}

/**
 * Finds the processes at the other end of a connection. `servers` are the process ids of our servers on this machine, `persons` those of
 * the terminals that a person opened here: everything below one belongs to the person.
 */
export type LookAtPeer = (
  ends: Ends,
  servers: ReadonlySet<number>,
  persons?: ReadonlySet<number>,
) => Promise<Peer>

/** Looks at the process table. If anything cannot be read, the peer is unknown, which never counts as a person. */
export const lookAtPeer: LookAtPeer = async (ends, servers, persons = new Set()) => {
  const known = { servers, persons }
  if (process.platform !== 'linux')
    return isOwnAddress(ends.remoteAddress) ? judge(await holdersByLsof(ends), known) : { kind: 'unknown' }
  const inode = await inodeAfterTries(ends)
  if (inode === undefined) return { kind: isOwnAddress(ends.remoteAddress) ? 'gone' : 'unknown' }
  for (let tries = 0; tries < TRIES; tries += 1) {
    const peer = await lookAtHolders(inode, known)
    if (peer.kind !== 'unknown') return peer
    // The holder may have ended during the search, or handed the socket to a process that started after it.
    if ((await inodeOf(ends)) !== inode) return { kind: 'gone' }
  }
  return { kind: 'unknown' }
}

async function lookAtHolders(inode: string, known: KnownProcesses): Promise<Peer> {
  // A descriptor can be inherited or passed on: there may be several who hold it.
  const { holders, closed } = await holdersOf(`socket:[${inode}]`, (chain) => isOurs(chain, known))
  if (holders.length > 0) return judge(holders, known)
  // No readable process holds it, but one of our own unreadable processes may.
  for (const pid of closed) {
    // A zombie holds nothing.
    if (isDead(pid)) continue
    const chain = await ancestry(pid)
    const isBelow = chain !== undefined && isOurs(chain, known)
    // Another user's branded process belongs to their own server, unless it descends from one of ours.
    if (isBelow || ((await isOwnUsers(pid)) && isBranded(pid) === true)) return { kind: 'ours', pid }
  }
  return { kind: 'unknown' }
}

/** Read from `status`, because the files of an unreadable process belong to root. */
async function isOwnUsers(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const user = /^Uid:\s+(\d+)/m.exec(status)?.[1]
  return user === undefined || Number(user) === process.getuid?.()
}

async function judge(holders: readonly number[], known: KnownProcesses): Promise<Peer> {
  if (holders.length === 0) return { kind: 'unknown' }
  for (const pid of holders) {
    const chain = await ancestry(pid)
    if (chain === undefined) return { kind: 'gone' }
    if (isOurs(chain, known)) return { kind: 'ours', pid }
    if (process.platform !== 'linux') continue
    const branded = isBranded(pid)
    if (branded !== false) return branded === true ? { kind: 'ours', pid } : { kind: 'gone' }
  }
  return { kind: 'stranger' }
}

/**
 * Whether the nearest of our servers above a process started it for an agent. A person's own terminal in between breaks the chain; a server
 * that runs in such a terminal does not pass that on to its children.
 */
function isOurs(chain: readonly number[], { servers, persons }: KnownProcesses): boolean {
  const decides = chain.find((pid) => servers.has(pid) || persons.has(pid))
  return decides !== undefined && servers.has(decides)
}

function isOwnAddress(address: string | undefined): boolean {
  if (address === undefined) return false
  const own = plain(address)
  if (own === '::1' || own.startsWith('127.')) return true
  const ours = Object.values(networkInterfaces()).flatMap((found) => found ?? [])
  return ours.some((one) => one.address === own)
}

/** An IPv4 address in plain form, even if an IPv6 socket reports it. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '')
}

/** The kernel's tables are read in pieces while they change, so a line or a process can be missed. */
const TRIES = 3

async function inodeAfterTries(ends: Ends): Promise<string | undefined> {
  for (let tries = 1; ; tries += 1) {
    const inode = await inodeOf(ends)
    if (inode !== undefined || tries === TRIES || !isOwnAddress(ends.remoteAddress)) return inode
    await delay(20)
  }
}

/**
 * The client's socket in the kernel's table: its local end is our remote one. Addresses are compared as well as ports, because another
 * connection may have the same two port numbers. Undefined: there is none, or no process holds it.
 */
async function inodeOf({
  localAddress,
  localPort,
  remoteAddress,
  remotePort,
}: Ends): Promise<string | undefined> {
  if (localAddress === undefined || remoteAddress === undefined) return undefined
  const [near, far] = [`${plain(remoteAddress)} ${remotePort}`, `${plain(localAddress)} ${localPort}`]
  const [nearPort, farPort] = [portIn(remotePort), portIn(localPort)]
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const text = await readFile(table, 'utf8').catch(() => '')
    for (const line of text.split('\n').slice(1)) {
      // Addresses are only read where the ports fit: there may be thousands of lines.
      if (!line.includes(nearPort) || !line.includes(farPort)) continue
      const [, local = '', remote = '', , , , , , , inode] = line.trim().split(/\s+/)
      if (endIn(local) === near && endIn(remote) === far && inode !== '0') return inode
    }
  }
  return undefined
}

/** A port as the kernel's table ends an address with it. */
function portIn(port: number | undefined): string {
  return `:${(port ?? 0).toString(16).toUpperCase().padStart(4, '0')} `
}

/** `0100007F:1F90` as `127.0.0.1 8080`: the kernel writes each four bytes as a number of this machine. */
function endIn(end: string): string {
  const [address = '', port = ''] = end.split(':')
  const words = [...address.matchAll(/.{8}/g)].map(([word]) => Buffer.from(word, 'hex'))
  const bytes = Buffer.concat(endianness() === 'LE' ? words.map((word) => word.reverse()) : words)
  return `${textOf(bytes)} ${Number.parseInt(port, 16)}`
}

function textOf(bytes: Buffer): string {
  const isMapped = bytes.length === 16 && bytes.subarray(0, 12).equals(MAPPED)
  if (bytes.length === 4 || isMapped) return [...bytes.subarray(-4)].join('.')
  const groups = Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readUInt16BE(at * 2).toString(16))
  // In Node's notation, which omits the longest run of zeros.
  return groups.length === 0 ? '' : new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}

/** The prefix of an IPv4 address in an IPv6 socket. */
const MAPPED = Buffer.from('00000000000000000000ffff', 'hex')

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

/** A process and all its ancestors. Undefined: one of them is unreadable. */
export async function ancestry(pid: number): Promise<readonly number[] | undefined> {
  const chain: number[] = []
  // The first process is included: in a container it may be one of our servers.
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
  const [, parent] = statOf(pid)
  return parent === undefined ? undefined : Number(parent)
}

function isDead(pid: number): boolean {
  const [state = 'X'] = statOf(pid)
  return state === 'Z' || state === 'X'
}
