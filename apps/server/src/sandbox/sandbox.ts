import { SandboxManager } from '@anthropic-ai/sandbox-runtime'
import { protectedPaths } from '@countersign/policy'
import { rgPath } from '@vscode/ripgrep'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bridgeProgram, type BridgeProgram } from './bridge-program.ts'
import type { Bridges } from './bridges.ts'
import { missingWords } from './missing-words.ts'
import type { OwnServer, OwnServers } from '../platform/egress/own-servers.ts'
import { findReaper, type Argv } from '../processes/reaper.ts'
import { shellQuoted } from '../processes/shell-quoted.ts'
import { serial } from '../serial.ts'

/** look: no writes, no network. work: the workspace is writable, the network by rule. */
export type Rung = 'look' | 'work'

export type SandboxState =
  | { readonly kind: 'on' }
  /** Commands run without one; the reason, for people. */
  | { readonly kind: 'off'; readonly reason: string }

/** A command inside the sandbox. */
export interface Entered {
  readonly argv: Argv
  /** Paths of the workspace that it cannot write, including everything below. */
  readonly closed: readonly string[]
  /** The sandbox's refusals so far. */
  refusals(): readonly string[]
  /** It has ended. */
  leave(): void
}

/** The operating system's sandbox, where the machine has one. It makes wrong decisions harmless; it decides nothing. */
export interface Sandbox {
  /** Finds out by trying, on the first call. */
  state(): Promise<SandboxState>
  /** Undefined: there is no sandbox here. */
  enter(
    command: string,
    place: {
      readonly workspace: string
      readonly rung: Rung
      readonly hosts: readonly string[]
      /** Secrets that this command does not see. */
      readonly hidden?: readonly string[]
    },
  ): Promise<Entered | undefined>
  close(): Promise<void>
}

/**
 * Files of a workspace that run automatically later, from the policy's own list: read-only inside the sandbox, if they exist. Missing ones
 * get no placeholder; a check after the command finds them. Git writes its own configuration, which that check covers too.
 */
const PROTECTED = protectedPaths().filter((path) => path !== '.git/config')

/** The library has one sandbox per process: the first user opens it, the last one closes it. */
let opened: Promise<SandboxState> | undefined
let users = 0
/** The program of its bridges. */
let program: BridgeProgram | undefined
/** Hosts that each command inside may currently reach, with a lookup for the ports of our own servers. */
const reachable = new Map<
  string,
  { readonly hosts: readonly string[]; readonly own: Pick<OwnServers, 'now'> | undefined }
>()

const OFF: SandboxState = { kind: 'off', reason: 'it was closed' }

export function osSandbox(options: {
  /** Our own files, which are never readable from inside. */
  readonly hidden: readonly string[]
  /** A person switched it off. */
  readonly off: boolean
  /** The addresses of our servers: no rule opens them to a command. */
  readonly own?: Pick<OwnServer, 'now' | 'listens'>
  /** Records what would outlive this process. */
  readonly bridges?: Bridges
}): Sandbox {
  let entered = false
  let noted: Promise<void> = Promise.resolve()

  function state(): Promise<SandboxState> {
    if (options.off)
      return Promise.resolve({ kind: 'off', reason: 'it is turned off by `COUNTERSIGN_SANDBOX`' })
    if (!entered) users += 1
    const first = !entered
    entered = true
    opened ??= open()
    if (first) noted = opened.then(note)
    return noted.then(() => opened ?? OFF)
  }

  async function note(): Promise<void> {
    await options.bridges?.note(program?.path)
    const proxy = SandboxManager.getProxyPort()
    if (proxy !== undefined) await options.own?.listens(proxy)
  }

  return {
    state,
    async enter(command, { workspace, rung, hosts, hidden = [] }) {
      if ((await state()).kind === 'off') return undefined
      const id = randomBytes(24).toString('base64url')
      const writable = rung === 'work' ? [workspace] : []
      const filesystem = filesystemFor({ workspace, rung, hidden: [...options.hidden, ...hidden] })
      if (rung === 'work' && hosts.length > 0) {
        reachable.set(id, { hosts, own: options.own })
        SandboxManager.registerCommandNetworkLists(id, { allowedDomains: [...hosts] })
      }
      const { argv } = await asideOf(workspace, () =>
        SandboxManager.wrapWithSandboxArgv(command, 'bash', { filesystem }, undefined, workspace, {
          commandId: id,
        }),
      )
      const [file = 'bash', ...args] = argv
      const store = SandboxManager.getSandboxViolationStore()
      return {
        argv: { file, args },
        closed: filesystem.denyWrite.map(({ path }) => path),
        refusals: () => {
          const lines = store.getViolationsForCommand(id).map(({ line }) => line)
          return [...new Set(lines)].filter((line) => isTrue(line, writable))
        },
        leave: () => {
          SandboxManager.unregisterCommandNetworkLists(id)
          reachable.delete(id)
          SandboxManager.cleanupAfterCommand()
        },
      }
    },
    async close() {
      if (!entered) return
      entered = false
      users -= 1
      if (users > 0 || opened === undefined) return
      await opened
      opened = undefined
      await SandboxManager.reset()
      await program?.remove()
      program = undefined
      await options.bridges?.forget()
    },
  }
}

/** What a command may read and write at its rung, in the library's terms, the same for every system. */
export function filesystemFor({
  workspace,
  rung,
  hidden,
}: {
  readonly workspace: string
  readonly rung: Rung
  readonly hidden: readonly string[]
}) {
  const closed = PROTECTED.map((path) => join(workspace, path)).filter((path) => existsSync(path))
  return {
    denyRead: hidden.filter((path) => existsSync(path)).map(literal),
    allowWrite: rung === 'work' ? [literal(workspace)] : [],
    denyWrite: rung === 'work' ? closed.map(literal) : [],
  }
}

/** One at a time, because the working directory belongs to the whole process. */
const wrapping = serial()

/**
 * The library protects names of its own list in the working directory and creates empty files there for missing ones, which a killed
 * server would leave behind. So it is never called from within a workspace.
 */
function asideOf<T>(workspace: string, work: () => Promise<T>): Promise<T> {
  return wrapping(async () => {
    const here = process.cwd()
    if (!`${here}/`.startsWith(`${workspace}/`)) return work()
    process.chdir(import.meta.dirname)
    try {
      return await work()
    } finally {
      process.chdir(here)
    }
  })
}

/** Exactly this path: a `*` in a folder's name is not a pattern. */
function literal(path: string): { readonly path: string; readonly literal: true } {
  return { path, literal: true }
}

/** The watcher reports for all commands together, so a path that this command may write was not refused to it. */
function isTrue(line: string, writable: readonly string[]): boolean {
  const path = line.slice(line.indexOf('/'))
  return !writable.some((folder) => path === folder || path.startsWith(`${folder}/`))
}

/**
 * The proxy refuses these before it checks a command's hosts. The library reads them for each connection, so a server that starts while a
 * command runs is included. It refuses names that resolve to this machine itself.
 */
const NETWORK = {
  allowedDomains: [],
  get deniedDomains(): string[] {
    return Object.keys(ownPlaces())
  },
  get deniedDomainReasons(): Record<string, string> {
    return ownPlaces()
  },
}

/** The reachable places where one of our servers listens, with the reason. */
function ownPlaces(): Record<string, string> {
  const places: Record<string, string> = {}
  for (const { hosts, own } of reachable.values()) {
    const now = own?.now()
    for (const port of now?.ports ?? [])
      for (const host of hosts) {
        const reason = now?.refusal(host.replace(/^\*\./, ''), port)
        if (reason !== undefined) places[`${host}:${port}`] = reason
      }
  }
  return places
}

async function open(): Promise<SandboxState> {
  const off = (reason: string): SandboxState => ({ kind: 'off', reason })
  if (!SandboxManager.isSupportedPlatform()) return off('this system has no supported sandbox')
  const ripgrep = { command: rgPath }
  const { errors } = SandboxManager.checkDependencies(ripgrep)
  if (errors.length > 0) return off(missingWords(errors))
  try {
    program = await bridgeProgram(process.pid)
    await initialise(
      {
        ...(program === undefined ? {} : { socatPath: program.path }),
        network: NETWORK,
        filesystem: { denyRead: [], allowWrite: [], denyWrite: [], allowGitConfig: true },
        ripgrep,
      },
      undefined,
      true,
    )
    const problem = await probe()
    if (problem === undefined) return { kind: 'on' }
    await SandboxManager.reset()
    return off(problem)
  } catch (cause) {
    return off(cause instanceof Error ? cause.message : String(cause))
  }
}

/** Bridges have half a second to open their sockets; a busy machine needs another attempt. */
const TRIES = 3

async function initialise(...given: Parameters<typeof SandboxManager.initialize>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await SandboxManager.initialize(...given)
    } catch (cause) {
      if (tried === TRIES) throw cause
      await SandboxManager.reset()
    }
  }
}

/** Checks that a command runs and a write is refused. A sandbox that does not work is worse than none. */
async function probe(): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'cs-sandbox-'))
  try {
    const { argv } = await SandboxManager.wrapWithSandboxArgv(
      `echo inside; echo x > ${shellQuoted(join(folder, 'probe'))}`,
      'bash',
      { filesystem: { denyRead: [], allowWrite: [], denyWrite: [] } },
      undefined,
      folder,
    )
    const [file = 'bash', ...args] = argv
    const { output, message } = await run({ file, args }, folder)
    SandboxManager.cleanupAfterCommand()
    if (!output.includes('inside')) return `it does not start here: ${message}`
    return existsSync(join(folder, 'probe')) ? 'it starts here but restricts nothing' : undefined
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Milliseconds that the probe may take. */
const PROBE_LIMIT = 20_000

/**
 * Runs it like a command of the agent: without the server's environment, and it ends with the server. It has no input: bash reads the
 * person's `.bashrc` if its input is a socket, and that may wait for a file that the sandbox does not let it write.
 */
async function run(
  command: Argv,
  cwd: string,
): Promise<{ readonly output: string; readonly message: string }> {
  const reaper = await findReaper()
  const { file, args } = reaper?.(command, { joined: false }) ?? command
  const child = spawn(file, [...args], {
    cwd,
    env: { PATH: process.env['PATH'] },
    timeout: PROBE_LIMIT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  return new Promise((done) => {
    child.once('error', ({ message }) => done({ output, message }))
    child.once('close', () => done({ output, message: said.trim().split('\n').at(-1) || 'no reason given' }))
  })
}
