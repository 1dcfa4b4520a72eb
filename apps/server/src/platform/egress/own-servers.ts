import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { isThisMachine, plainHost } from './this-machine.ts'

/** The note of a running server, so that no server of the same person connects to it on behalf of an agent. */
interface Note {
  readonly pid: number
  readonly ports: readonly number[]
  /** Hosts with their ports under which a proxy passes it on: `gate.example.com:443`. */
  readonly names: readonly string[]
}

/** Where Countersign itself listens on this machine: this process, others on its data folder, and others of the same person. */
export interface OwnServers {
  /** Why nothing connects there for an agent; undefined: none of our servers listens there. Checks again each time. */
  refusal(host: string, port: number): string | undefined
  /** A snapshot of the known servers, for checking many addresses at once. */
  now(): OwnNow
}

export interface OwnNow {
  /** Ports at which one of our servers is reached. */
  readonly ports: readonly number[]
  refusal(host: string, port: number): string | undefined
}

/** For a server, which also registers itself. */
export interface OwnServer extends OwnServers {
  /** Adds a port of this process. Effective at once; resolves when other processes can read it. */
  listens(port: number): Promise<void>
  /** People reach it at this address, through a proxy. */
  isKnownAs(address: URL): void
  forget(): Promise<void>
}

/** Where a person's servers note that they run, whatever their data folders. */
export function personsServers(): string {
  return join(homedir(), '.local', 'state', 'countersign', 'servers')
}

/** The same for the servers of one data folder. */
export function serversOf(home: string): string {
  return join(home, 'servers')
}

/** For a process that is not a server. */
export function knownServers(home: string): OwnServers {
  return lookAt([serversOf(home), personsServers()], () => [])
}

/**
 * For a server. Calls `failed` if the note for the person's other servers cannot be written (a read-only home folder): the server runs
 * anyway, and servers on its own data folder know about it.
 */
export function ownServer(parts: {
  readonly home: string
  /** Names the note, unique for all time. */
  readonly boot: string
  readonly person?: string
  failed(what: string, cause: unknown): void
}): OwnServer {
  const { home, boot, person = personsServers() } = parts
  const ports = new Set<number>()
  const names = new Set<string>()
  const own = (): Note => ({ pid: process.pid, ports: [...ports], names: [...names] })
  const file = (folder: string) => join(folder, `${boot}.json`)

  async function write(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await removeLeft(folder)
    const draft = `${file(folder)}.new`
    await writeFile(draft, JSON.stringify(own()), { mode: 0o600 })
    await rename(draft, file(folder))
  }

  return {
    ...lookAt([serversOf(home), person], () => [own()]),
    async listens(port) {
      ports.add(port)
      await write(serversOf(home))
      await write(person).catch((cause: unknown) =>
        parts.failed('your other servers cannot learn about this one', cause),
      )
    },
    isKnownAs: (address) => void names.add(`${plainHost(address.hostname)}:${portOf(address)}`),
    async forget() {
      for (const folder of [serversOf(home), person])
        await rm(file(folder), { force: true }).catch(() => undefined)
    },
  }
}

/** The port of a web address. */
export function portOf({ port, protocol }: URL): number {
  return Number(port || (protocol === 'https:' || protocol === 'wss:' ? 443 : 80))
}

function lookAt(folders: readonly string[], here: () => readonly Note[]): OwnServers {
  function now(): OwnNow {
    const notes = [...here(), ...folders.flatMap(notesIn).map(({ note }) => note)].filter(isAlive)
    const ports = new Set(notes.flatMap((note) => note.ports))
    const names = new Set(notes.flatMap((note) => note.names))
    return {
      ports: [...ports, ...[...names].map((name) => Number(name.slice(name.lastIndexOf(':') + 1)))],
      refusal(host, port) {
        const isOurs = names.has(`${plainHost(host)}:${port}`) || (ports.has(port) && isThisMachine(host))
        return isOurs ? refusalOf(host, port) : undefined
      },
    }
  }
  return { now, refusal: (host, port) => now().refusal(host, port) }
}

function refusalOf(host: string, port: number): string {
  const shown = host.includes(':') ? `[${plainHost(host)}]` : host
  return `\`${shown}:${port}\` is an address of Countersign itself; no agent may connect to it, whatever the rules say`
}

function notesIn(folder: string): readonly { readonly file: string; readonly note: Note }[] {
  return namesIn(folder).flatMap((name) => {
    const file = join(folder, name)
    const note = name.endsWith('.json') ? readNote(file) : undefined
    return note === undefined ? [] : [{ file, note }]
  })
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    // No server has run here, or it belongs to another user, whose servers are not ours.
    return []
  }
}

function readNote(file: string): Note | undefined {
  try {
    const json: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof json !== 'object' || json === null || !('pid' in json) || !('ports' in json)) return undefined
    const { pid, ports } = json
    const names = 'names' in json ? json.names : []
    if (typeof pid !== 'number' || !Array.isArray(ports) || !Array.isArray(names)) return undefined
    return {
      pid,
      ports: ports.filter((port) => typeof port === 'number'),
      names: names.filter((name) => typeof name === 'string'),
    }
  } catch {
    // It was removed just now: its server ended.
    return undefined
  }
}

function isAlive({ pid }: Note): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM'
  }
}

/** A killed server leaves its note behind. */
async function removeLeft(folder: string): Promise<void> {
  for (const { file, note } of notesIn(folder)) if (!isAlive(note)) await rm(file, { force: true })
}
