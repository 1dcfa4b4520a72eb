import { SandboxManager } from '@anthropic-ai/sandbox-runtime'
import { protectedPaths } from '@countersign/policy'
import { rgPath } from '@vscode/ripgrep'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bridgeProgram, type BridgeProgram } from './bridge-program.ts'
import type { Bridges } from './bridges.ts'
import type { Argv } from '../tools/terminal/reaper.ts'

/** look: no write, no network. work: the workspace can be written, the network by rule. */
export type Rung = 'look' | 'work'

export type SandboxState =
  | { readonly kind: 'on' }
  /** Commands run without one; why, for people. */
  | { readonly kind: 'off'; readonly reason: string }

/** A command inside the sandbox. */
export interface Entered {
  readonly argv: Argv
  /** Paths of the workspace that it cannot write, with all that is below. */
  readonly closed: readonly string[]
  /** What the sandbox refused it so far. */
  refusals(): readonly string[]
  /** It has ended. */
  leave(): void
}

/** The operating system's sandbox, where the machine has one. It makes errors of judgement harmless; it decides nothing. */
export interface Sandbox {
  /** Looks truly, by trying, when it is first asked. */
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
 * Files of a workspace that run later by themselves, by the policy's own list: closed inside, where they exist. No file is made to close
 * others: what is made is found after the command. Git itself writes its configuration, and what it writes is looked at after the command too.
 */
const PROTECTED = protectedPaths().filter((path) => path !== '.git/config')

/** The library has one sandbox for the whole process: it is opened once, and closed by the last who leaves. */
let opened: Promise<SandboxState> | undefined
let users = 0
/** What its bridges run. */
let program: BridgeProgram | undefined

const OFF: SandboxState = { kind: 'off', reason: 'it was closed' }

export function osSandbox(options: {
  /** Our own files: never to be read from inside. */
  readonly hidden: readonly string[]
  /** A person switched it off. */
  readonly off: boolean
  /** Where it is written down what would outlive this process. */
  readonly bridges?: Bridges
}): Sandbox {
  let entered = false
  let noted: Promise<void> = Promise.resolve()

  function state(): Promise<SandboxState> {
    if (options.off)
      return Promise.resolve({ kind: 'off', reason: 'it is switched off by `COUNTERSIGN_SANDBOX`' })
    if (!entered) users += 1
    const first = !entered
    entered = true
    opened ??= open()
    if (first) noted = opened.then(() => options.bridges?.note(program?.path))
    return noted.then(() => opened ?? OFF)
  }

  return {
    state,
    async enter(command, { workspace, rung, hosts, hidden = [] }) {
      if ((await state()).kind === 'off') return undefined
      const id = randomBytes(24).toString('base64url')
      const writable = rung === 'work' ? [workspace] : []
      const filesystem = filesystemFor({ workspace, rung, hidden: [...options.hidden, ...hidden] })
      if (rung === 'work' && hosts.length > 0)
        SandboxManager.registerCommandNetworkLists(id, { allowedDomains: [...hosts] })
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

/** What a command on a rung may read and write, in the words of the library, for every system alike. */
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

/** One at a time: the folder that this process is in is one for all. */
let wrapping: Promise<unknown> = Promise.resolve()

/**
 * The library closes names of its own list in the folder that this process is in, and makes empty files there for those that do not exist:
 * a server that is killed would leave them behind. So it is not asked from within a workspace.
 */
function asideOf<T>(workspace: string, work: () => Promise<T>): Promise<T> {
  const done = wrapping.then(async () => {
    const here = process.cwd()
    if (!`${here}/`.startsWith(`${workspace}/`)) return work()
    process.chdir(import.meta.dirname)
    try {
      return await work()
    } finally {
      process.chdir(here)
    }
  })
  wrapping = done.catch(() => undefined)
  return done
}

/** Exactly this path: a `*` in the name of a folder is no pattern. */
function literal(path: string): { readonly path: string; readonly literal: true } {
  return { path, literal: true }
}

/** The watcher judges by what is shared by all commands: what this one may write was not refused. */
function isTrue(line: string, writable: readonly string[]): boolean {
  const path = line.slice(line.indexOf('/'))
  return !writable.some((folder) => path === folder || path.startsWith(`${folder}/`))
}

async function open(): Promise<SandboxState> {
  const off = (reason: string): SandboxState => ({ kind: 'off', reason })
  if (!SandboxManager.isSupportedPlatform()) return off('this system has none that we know')
  const ripgrep = { command: rgPath }
  const { errors } = SandboxManager.checkDependencies(ripgrep)
  if (errors.length > 0) return off(`something is missing: ${errors.join('; ')}`)
  try {
    program = await bridgeProgram(process.pid)
    await initialise(
      {
        ...(program === undefined ? {} : { socatPath: program.path }),
        network: { allowedDomains: [], deniedDomains: [] },
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

/** Bridges have half a second to open their sockets; a machine that is busy needs another try. */
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

/** Tries what it is for: a command runs, and a write is refused. What it is to do and does not is worse than none. */
async function probe(): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'cs-sandbox-'))
  try {
    const { argv } = await SandboxManager.wrapWithSandboxArgv(
      `echo inside; echo x > ${join(folder, 'probe')}`,
      'bash',
      { filesystem: { denyRead: [], allowWrite: [], denyWrite: [] } },
      undefined,
      folder,
    )
    const [file = 'bash', ...args] = argv
    const { output, message } = await run({ file, args }, folder)
    SandboxManager.cleanupAfterCommand()
    if (!output.includes('inside')) return `it does not start here: ${message}`
    return existsSync(join(folder, 'probe')) ? 'it starts here and holds nothing back' : undefined
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Milliseconds that the probe may take. */
const PROBE_LIMIT = 20_000

function run(
  { file, args }: Argv,
  cwd: string,
): Promise<{ readonly output: string; readonly message: string }> {
  return new Promise((done) => {
    execFile(file, [...args], { cwd, timeout: PROBE_LIMIT }, (_error, stdout, stderr) =>
      done({ output: stdout, message: stderr.trim().split('\n').at(-1) ?? 'no reason given' }),
    )
  })
}
