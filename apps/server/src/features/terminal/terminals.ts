import type { TerminalView, ThreadId, UserId } from '@countersign/protocol'
import type { Size } from './mirror.ts'
import type { Screen } from './screen.ts'
import { plainTitle } from './screen.ts'
import type { RunningCommand, RunningCommands } from './running-commands.ts'
import type { SessionView, TerminalSessions } from './sessions.ts'
import type { Shell, Shells } from './shells.ts'

/** The scope of a terminal search: those of a folder, and those of a thread's agent. */
export interface TerminalPlace {
  readonly user: UserId
  readonly folder: string
  readonly threadId: ThreadId | undefined
}

/** A terminal that a page can look at. */
export interface OpenTerminal {
  readonly view: TerminalView
  readonly screen: Screen
  /** Absent: it is read-only. */
  type?(bytes: Buffer): void
  resize?(size: Size): void
}

export interface Terminals {
  list(place: TerminalPlace): readonly TerminalView[]
  find(place: TerminalPlace, name: string): OpenTerminal | undefined
}

interface AllTerminals {
  readonly shells: Shells
  readonly sessions: TerminalSessions
  readonly commands: RunningCommands
}

/** A person's own terminals and the agent's, which are never mixed. */
export function allTerminals({ shells, sessions, commands }: AllTerminals): Terminals {
  const ofAgent = ({ threadId }: TerminalPlace) => (threadId === undefined ? [] : sessions.list(threadId))
  return {
    list: (place) => [
      ...shells.list(place.user, place.folder).map((shell) => viewOfShell(shell, place.threadId)),
      ...ofAgent(place)
        .filter(({ state }) => state.kind === 'running')
        .map((session) => viewOfSession(session, sessions.screen(session.id))),
      ...commands.list(place.threadId).map((one) => viewOfCommand(one)),
    ],
    find(place, name) {
      const shell = shells.find(place.user, place.folder, name)
      if (shell !== undefined)
        return {
          view: viewOfShell(shell, place.threadId),
          screen: shell.screen,
          type: (bytes) => shell.type(bytes),
          resize: (size) => shell.resize(size),
        }
      const command = commands.list(place.threadId).find(({ id }) => id === name)
      if (command !== undefined) return { view: viewOfCommand(command), screen: command.screen }
      const session = ofAgent(place).find(({ id }) => id === name)
      const screen = session && sessions.screen(session.id)
      if (session === undefined || screen === undefined) return undefined
      const view = viewOfSession(session, screen)
      if (!view.takes_input) return { view, screen }
      return {
        view,
        screen,
        type: (bytes) => sessions.typeByHand(session.id, bytes),
        resize: (size) => sessions.resize(session.id, size),
      }
    },
  }
}

export function viewOfShell(shell: Shell, threadId: ThreadId | undefined): TerminalView {
  return {
    terminal: shell.name,
    kind: 'yours',
    title: shell.title(),
    running: true,
    takes_input: true,
    shared: threadId !== undefined && shell.isSharedWith(threadId),
    seen: shell.screen.viewers() > 0,
  }
}

function viewOfSession(
  { id, command, state, takesInput }: SessionView,
  screen: Screen | undefined,
): TerminalView {
  const running = state.kind === 'running'
  return {
    terminal: id,
    kind: 'agent',
    title: plainTitle(command),
    running,
    takes_input: takesInput && running,
    shared: true,
    seen: (screen?.viewers() ?? 0) > 0,
  }
}

function viewOfCommand({ id, command, screen }: RunningCommand): TerminalView {
  return {
    terminal: id,
    kind: 'command',
    title: plainTitle(command),
    running: true,
    takes_input: false,
    shared: true,
    seen: screen.viewers() > 0,
  }
}
