import { closeSync, openSync, readdirSync, readlinkSync, readSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { isBranded } from '../processes/brand.ts'
import { shareNext } from '../share-next.ts'

/** Steps from a process to its ancestors before a chain counts as broken. */
export const LONGEST_CHAIN = 100
/** Files that are read before other work gets a turn. */
const SLICE = 64
/** Holders that are remembered, to be looked at first the next time. */
const RECENT = 8

interface Entry {
  readonly parent: number
  /** When it started: numbers of processes are given again. */
  readonly start: string
}

/**
 * The processes of this machine at one moment. Their descriptors are read when someone asks. All reads are synchronous: a thread pool would more than
 * double the processor time.
 */
export class ProcessTable {
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

  /** A process and all that stand above it. Undefined: one of them cannot be looked at. */
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

  /** Processes that could not be looked into. */
  closed(): readonly number[] {
    return [...this.#sockets].flatMap(([pid, known]) => (known === 'closed' ? [pid] : []))
  }

  /** Counts reads. True: other work has its turn now. */
  #isPause(reads: number): boolean {
    const before = this.#reads
    this.#reads += reads
    return Math.floor(before / SLICE) !== Math.floor(this.#reads / SLICE)
  }
}

/** Processes without a brand that did not come from one of our servers, with the time of their start. */
const outsiders = new Map<number, string>()
let recent: readonly number[] = []

const readTable = shareNext(() => ProcessTable.read())

/**
 * Processes that hold a socket. Whoever may be ours is looked into. Of those that certainly are not, one that holds it is enough: no other of them
 * changes what is decided, and reading every descriptor of every process is slow. Callers that arrive together share one table, read after all of them asked.
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

/** A brand is inherited and never taken on later, and ancestors are looked at every time: so a process outside needs to be read only once. */
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
  if ((await isBranded(pid)) !== false) return false
  outsiders.set(pid, start)
  return true
}

/** An empty start: it has ended. */
function entryOf(pid: number): Entry {
  const [, parent = '0', ...rest] = statOf(pid)
  return { parent: Number(parent), start: rest[17] ?? '' }
}

/** For one line of the kernel: it gives it whole, and reading it as any other file costs twice the calls. */
const line = Buffer.alloc(4096)

/** The fields of `/proc/PID/stat` from the state on; empty: the process has ended. */
export function statOf(pid: number): readonly string[] {
  try {
    const file = openSync(`/proc/${pid}/stat`, 'r')
    let text: string
    try {
      text = line.toString('latin1', 0, readSync(file, line, 0, line.length, 0))
    } finally {
      closeSync(file)
    }
    // The name in parentheses may itself hold blanks and parentheses; the fields begin behind the last one.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    // It has ended.
    return []
  }
}

function socketsOf(pid: number): {
  readonly sockets: ReadonlySet<string> | 'closed'
  readonly reads: number
} {
  let names: readonly string[]
  try {
    names = readdirSync(`/proc/${pid}/fd`)
  } catch (cause) {
    const isClosed = cause instanceof Error && 'code' in cause && cause.code === 'EACCES'
    // Otherwise the process has ended.
    return { sockets: isClosed ? 'closed' : new Set(), reads: 1 }
  }
  const links = names.map((name) => linkOf(`/proc/${pid}/fd/${name}`))
  return { sockets: new Set(links.filter((link) => link.startsWith('socket:'))), reads: names.length + 1 }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    // The descriptor was closed meanwhile.
    return ''
  }
}
