import { closeSync, openSync, readdirSync, readlinkSync, readSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { errorCode } from '../disk/error-code.ts'
import { isBranded } from '../processes/brand.ts'
import { shareNext } from '../share-next.ts'

/** Maximum number of ancestors before a chain is treated as broken. */
export const LONGEST_CHAIN = 100
/** Number of files to read before yielding to other work. */
const SLICE = 64
/** Number of recent holders to check first the next time. */
const RECENT = 8

interface Entry {
  readonly parent: number
  /** Start time, because process ids are reused. */
  readonly start: string
}

/**
 * A snapshot of the processes on this machine. Descriptors are read on demand. All reads are synchronous: a thread pool would more than double the
 * CPU time.
 */
class ProcessTable {
  readonly #entries = new Map<number, Entry>()
  readonly #sockets = new Map<number, ReadonlySet<string> | 'closed'>()
  #reads = 0

  static async read(): Promise<ProcessTable> {
    const table = new ProcessTable()
    for (const name of await readdir('/proc').catch(() => [])) {
      if (!/^\d+$/.test(name)) continue
      const pid = Number(name)
      table.#entries.set(pid, entryOf(pid))
      if (table.#isPause(1)) await setImmediate()
    }
    for (const [pid, start] of outsiders) if (table.start(pid) !== start) outsiders.delete(pid)
    return table
  }

  pids(): readonly number[] {
    return [...this.#entries.keys()]
  }

  start(pid: number): string | undefined {
    return this.#entries.get(pid)?.start
  }

  /** A process and all its ancestors. Undefined if one of them cannot be inspected. */
  chain(pid: number): readonly number[] | undefined {
    const chain: number[] = []
    for (let next = pid; next > 0;) {
      const entry = this.#entries.get(next)
      if (entry === undefined || entry.start === '' || chain.length === LONGEST_CHAIN) return undefined
      chain.push(next)
      next = entry.parent
    }
    return chain
  }

  /** Whether one of its descriptors is this socket. */
  async holds(pid: number, link: string): Promise<boolean> {
    let known = this.#sockets.get(pid)
    if (known === undefined) {
      const { sockets, reads } = socketsOf(pid)
      known = sockets
      this.#sockets.set(pid, known)
      if (this.#isPause(reads)) await setImmediate()
    }
    return known !== 'closed' && known.has(link)
  }

  /** Whether it certainly has no brand. */
  async isUnbranded(pid: number): Promise<boolean> {
    const branded = isBranded(pid)
    if (this.#isPause(2)) await setImmediate()
    return branded === false
  }

  /** Processes whose descriptors could not be read. */
  closed(): readonly number[] {
    return [...this.#sockets].flatMap(([pid, known]) => (known === 'closed' ? [pid] : []))
  }

  /** Adds to the number of reads; true if it is time to yield to other work. */
  #isPause(reads: number): boolean {
    const before = this.#reads
    this.#reads += reads
    return Math.floor(before / SLICE) !== Math.floor(this.#reads / SLICE)
  }
}

/** Processes without a brand that do not descend from one of our servers, with their start time. */
const outsiders = new Map<number, string>()
let recent: readonly number[] = []

const readTable = shareNext(() => ProcessTable.read())

/**
 * Finds the processes that hold a socket. Every process that may be ours is checked. Of the others, one holder is enough: further ones do not change
 * the decision, and reading every descriptor of every process is slow. Concurrent callers share one table, read after the last of them asked.
 */
export async function holdersOf(
  link: string,
  isOurs: (chain: readonly number[]) => boolean,
): Promise<{ readonly holders: readonly number[]; readonly closed: readonly number[] }> {
  const table = await readTable()
  const holders: number[] = []
  const outside: number[] = []
  for (const pid of table.pids()) {
    if (isKnownOutside(table, pid, isOurs) || (await isOutside(table, pid, isOurs))) outside.push(pid)
    else if (await table.holds(pid, link)) holders.push(pid)
  }
  const first = new Set(recent.filter((pid) => outside.includes(pid)))
  for (const pid of [...first, ...outside.filter((one) => !first.has(one))]) {
    if (!(await table.holds(pid, link))) continue
    recent = [pid, ...recent.filter((one) => one !== pid)].slice(0, RECENT)
    return { holders: [...holders, pid], closed: table.closed() }
  }
  return { holders, closed: table.closed() }
}

/**
 * A brand is inherited, and ancestors are checked every time, so an outside process needs to be read only once. The few that start a command of the agent
 * and take on its brand then are ours by their ancestors. A holder's own brand is read again before it counts as a stranger.
 */
function isKnownOutside(
  table: ProcessTable,
  pid: number,
  isOurs: (chain: readonly number[]) => boolean,
): boolean {
  const start = outsiders.get(pid)
  if (start === undefined || table.start(pid) !== start) return false
  const chain = table.chain(pid)
  return chain !== undefined && !isOurs(chain)
}

async function isOutside(
  table: ProcessTable,
  pid: number,
  isOurs: (chain: readonly number[]) => boolean,
): Promise<boolean> {
  const chain = table.chain(pid)
  const start = table.start(pid)
  if (chain === undefined || start === undefined || isOurs(chain)) return false
  if (!(await table.isUnbranded(pid))) return false
  outsiders.set(pid, start)
  return true
}

/** An empty start means that the process has ended. */
function entryOf(pid: number): Entry {
  const [, parent = '0', ...rest] = statOf(pid)
  return { parent: Number(parent), start: rest[17] ?? '' }
}

/** Buffer for one line: the kernel returns it in a single read, while the usual way to read a file takes twice as many system calls. */
const line = Buffer.alloc(4096)

/** The fields of `/proc/PID/stat` from the state on; empty if the process has ended. */
export function statOf(pid: number): readonly string[] {
  try {
    const file = openSync(`/proc/${pid}/stat`, 'r')
    let text: string
    try {
      text = line.toString('latin1', 0, readSync(file, line, 0, line.length, 0))
    } finally {
      closeSync(file)
    }
    // The name in parentheses may itself contain spaces and parentheses; the fields follow the last one.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    // The process has ended.
    return []
  }
}

function socketsOf(pid: number): {
  readonly sockets: ReadonlySet<string> | 'closed'
  readonly reads: number
} {
  let reads = 1
  const sockets = new Set<string>()
  try {
    const names = readdirSync(`/proc/${pid}/fd`)
    reads += names.length
    for (const name of names) {
      const link = linkOf(`/proc/${pid}/fd/${name}`)
      if (link.startsWith('socket:')) sockets.add(link)
    }
    return { sockets, reads }
  } catch (cause) {
    return { sockets: isGone(cause) ? sockets : 'closed', reads }
  }
}

/** Empty: the descriptor has been closed since. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch (cause) {
    if (isGone(cause)) return ''
    // A process can close itself to readers at any moment: then nothing is known of its other descriptors either.
    throw cause
  }
}

/** The process has ended, or the descriptor has been closed. Any other error says nothing about what the process holds. */
function isGone(cause: unknown): boolean {
  const code = errorCode(cause)
  return code === 'ENOENT' || code === 'ESRCH'
}
