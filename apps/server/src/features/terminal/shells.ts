import type { Clock } from '@countersign/agent'
import type { ThreadId, UserId } from '@countersign/protocol'
import { basename } from 'node:path'
import { stat } from 'node:fs/promises'
import type { NoteKind } from '../../audit/chain.ts'
import { kill } from '../../processes/process-table.ts'
import type { PersonPtys } from '../../auth/person-ptys.ts'
import type { Size } from './mirror.ts'
import { openScreen, type Screen } from './screen.ts'

/** Maximum number of open terminals per person. */
const MOST = 16
/** Milliseconds that an unwatched terminal lives on. */
const UNSEEN_LIFE = 24 * 60 * 60_000
/** Milliseconds between the hangup and the kill. */
const GRACE = 1000

/** A person's own terminal: the agent has no access unless they share it. */
export interface Shell {
  readonly user: UserId
  readonly folder: string
  /** Its number in the folder. */
  readonly name: string
  /** The program's title, or the shell's name. */
  title(): string
  readonly screen: Screen
  isSharedWith(threadId: ThreadId): boolean
  type(bytes: Buffer): void
  resize(size: Size): void
}

export type ShellStart =
  | { readonly ok: true; readonly shell: Shell }
  | { readonly ok: false; readonly message: string }

export interface NewShell {
  readonly user: UserId
  readonly folder: string
  readonly name: string
  readonly size: Size
  /** Where it was opened, for the audit log. */
  readonly via: string
}

/** Terminals that people opened by hand. */
export interface Shells {
  /** Opens one, or finds the one with this number in the folder. */
  open(wanted: NewShell): Promise<ShellStart>
  find(user: UserId, folder: string, name: string): Shell | undefined
  list(user: UserId, folder: string): readonly Shell[]
  share(shell: Shell, threadId: ThreadId, shared: boolean): void
  /** Those that the agent of this thread may read. */
  sharedWith(threadId: ThreadId): readonly Shell[]
  /** Resolves when it is gone. */
  end(shell: Shell): Promise<void>
  /** Ends those that nobody has looked at for a day. */
  endUnseen(): Promise<void>
  close(): Promise<void>
}

export interface ShellsParts {
  readonly clock: Clock
  readonly ptys: PersonPtys
  shell(): Promise<string>
  environment(): Record<string, string>
  /** Records that a terminal was opened or ended. Typed text is never recorded: it may contain passwords. */
  note(user: UserId, kind: NoteKind, data: Readonly<Record<string, unknown>>): Promise<void>
  failed(what: string, cause: unknown): void
}

interface OpenShell extends Shell {
  readonly shared: Set<ThreadId>
  seenAt: number
  end(why: string): void
  readonly ended: Promise<void>
}

export function personShells(parts: ShellsParts): Shells {
  const shells = new Map<string, OpenShell>()
  /** Two windows that open the same terminal concurrently get the same one. */
  const opening = new Map<string, Promise<ShellStart>>()
  const own = (user: UserId) => [...shells.values()].filter((shell) => shell.user === user)

  async function start(key: string, wanted: NewShell): Promise<ShellStart> {
    const { user, folder } = wanted
    if (own(user).length >= MOST)
      return { ok: false, message: `${MOST} terminals are open already; end one to open another` }
    if ((await stat(folder).catch(() => undefined))?.isDirectory() !== true)
      return { ok: false, message: `the folder \`${folder}\` does not exist` }
    try {
      const shell = await openPty(parts, wanted)
      shells.set(key, shell)
      void shell.ended.then(() => shells.delete(key))
      return { ok: true, shell }
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause)
      return { ok: false, message: `no terminal can be opened here: ${message}` }
    }
  }

  async function open(wanted: NewShell): Promise<ShellStart> {
    const key = keyOf(wanted.user, wanted.folder, wanted.name)
    const known = shells.get(key)
    if (known !== undefined) return { ok: true, shell: known }
    const begun = opening.get(key) ?? start(key, wanted).finally(() => opening.delete(key))
    opening.set(key, begun)
    return begun
  }

  const opened = (shell: Shell) => shells.get(keyOf(shell.user, shell.folder, shell.name))
  const finish = async (shell: OpenShell, why: string) => {
    shell.end(why)
    await shell.ended
  }

  return {
    open,
    find: (user, folder, name) => shells.get(keyOf(user, folder, name)),
    list: (user, folder) => own(user).filter((shell) => shell.folder === folder),
    share(shell, threadId, shared) {
      const found = opened(shell)
      if (shared) found?.shared.add(threadId)
      else found?.shared.delete(threadId)
    },
    sharedWith: (threadId) => [...shells.values()].filter((shell) => shell.isSharedWith(threadId)),
    async end(shell) {
      const found = opened(shell)
      if (found !== undefined) await finish(found, 'by hand')
    },
    async endUnseen() {
      const now = parts.clock.now()
      for (const shell of shells.values()) {
        if (shell.screen.viewers() > 0) shell.seenAt = now
        else if (now - shell.seenAt > UNSEEN_LIFE) await finish(shell, 'nobody looked at it for a day')
      }
    },
    async close() {
      await Promise.all([...shells.values()].map((shell) => finish(shell, 'the server ended')))
    },
  }
}

function keyOf(user: UserId, folder: string, name: string): string {
  return `${user} ${name} ${folder}`
}

async function openPty(parts: ShellsParts, wanted: NewShell): Promise<OpenShell> {
  const { user, folder, name, size, via } = wanted
  const file = await parts.shell()
  // Loaded on demand: a machine without a prebuilt binary has everything except terminals.
  const { spawn } = await import('@lydell/node-pty')
  const screen = await openScreen({
    size,
    flow: { pause: () => pty.pause(), resume: () => pty.resume() },
    answer: (text) => write(text),
  })
  const pty = spawn(file, [], {
    cwd: folder,
    env: parts.environment(),
    cols: size.cols,
    rows: size.rows,
    name: 'xterm-256color',
    encoding: null,
  })
  const leave = parts.ptys.add(pty.pid)
  let alive = true
  let why = 'it exited'
  const write = (data: string | Buffer) => {
    if (alive) pty.write(data as string) // bytes reach the same stream
  }
  const note = (kind: NoteKind, data: Readonly<Record<string, unknown>>) =>
    parts
      .note(user, kind, { terminal: name, folder, ...data })
      .catch((cause: unknown) => parts.failed('the record of a terminal', cause))
  // With `encoding: null` these are bytes, despite the type.
  pty.onData((data: unknown) => screen.hear(Buffer.isBuffer(data) ? data : Buffer.from(String(data))))
  const opened = note('terminal.opened', { shell: file, via })
  const ended = new Promise<void>((settle) => {
    pty.onExit(({ exitCode, signal }) => {
      alive = false
      leave()
      screen.end(signal === undefined || signal === 0 ? exitCode : null)
      void opened.then(() => note('terminal.ended', { why })).then(settle)
    })
  })
  await opened
  const shared = new Set<ThreadId>()
  return {
    user,
    folder,
    name,
    screen,
    ended,
    shared,
    seenAt: parts.clock.now(),
    title: () => screen.title() || basename(file),
    isSharedWith: (threadId) => shared.has(threadId),
    type: write,
    resize({ cols, rows }) {
      if (alive) pty.resize(cols, rows)
    },
    end(said) {
      if (!alive) return
      why = said
      // Like closing a terminal's window; a program that ignores it is killed with its group.
      pty.resume()
      kill(pty.pid, 'SIGHUP')
      setTimeout(() => {
        if (alive) kill(-pty.pid, 'SIGKILL')
      }, GRACE).unref()
    },
  }
}
