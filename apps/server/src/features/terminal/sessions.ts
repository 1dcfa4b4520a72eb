import type { ThreadId, TurnId } from '@countersign/protocol'
import { plainText } from '../../tools/plain-text.ts'
import type { Size } from './mirror.ts'
import { openScreen, type Screen } from './screen.ts'
import {
  FIRST_SIZE,
  startProcess,
  type CommandStart,
  type ProcessParts,
  type RunningProcess,
} from './start-process.ts'

/** Limits of running sessions, in one thread and in total, and of remembered ended ones. */
const PER_THREAD = 8
const ALTOGETHER = 32
const REMEMBERED = 100
/** Bytes of a session's output that are kept, from its end. */
const KEPT = 256_000
/** Milliseconds after a person's key during which the agent does not type into the same terminal. */
const HAND_TIME = 10_000
/** Most bytes that one read returns. */
const READ_LIMIT = 40_000

interface SessionOwner {
  readonly threadId: ThreadId
  /** Null: a person started it by hand. */
  readonly turnId: TurnId | null
}

/** A long-running process for other parts. */
export interface SessionView extends SessionOwner {
  readonly id: string
  readonly command: string
  readonly state: { readonly kind: 'running' } | { readonly kind: 'ended'; readonly code: number | null }
  readonly takesInput: boolean
}

export interface SessionRead {
  readonly text: string
  readonly session: SessionView
  /** A person typed into it since the last read. */
  readonly typedByHand: boolean
}

export type SessionStart =
  | { readonly ok: true; readonly session: SessionView }
  | { readonly ok: false; readonly message: string }

/** Processes that outlive the call that started them: each belongs to a thread and ends with the server at the latest. */
export interface TerminalSessions {
  start(
    owner: SessionOwner,
    command: Omit<CommandStart, 'marker'>,
    parts: ProcessParts & { onEnded?(): void },
  ): Promise<SessionStart>
  list(threadId?: ThreadId): readonly SessionView[]
  get(id: string): SessionView | undefined
  /** Output since the last read, waiting up to `wait` milliseconds for some. */
  read(id: string, wait: number, signal: AbortSignal): Promise<SessionRead | undefined>
  /** Types text into it. False: it has ended, or it has no terminal. */
  write(id: string, text: string): boolean
  /** A person types into it. */
  typeByHand(id: string, bytes: Buffer): void
  /** Waits until no person has typed into it for a moment, or until the signal aborts. */
  untilHandsOff(id: string, signal: AbortSignal): Promise<void>
  /** Gives its terminal another size. */
  resize(id: string, size: Size): void
  /** What its terminal shows. */
  screen(id: string): Screen | undefined
  /** Ends it with all its descendants. Resolves when it is gone. */
  stop(id: string): Promise<SessionView | undefined>
  /** Ends the processes of a turn that was stopped. */
  stopTurn(turnId: TurnId): void
  close(): Promise<void>
}

interface Session {
  readonly facts: Omit<SessionView, 'state'>
  readonly running: RunningProcess
  state: SessionView['state']
  readonly log: Log
  readonly screen: Screen
  readonly hand: Hand
}

/** A person's activity in it. */
interface Hand {
  /** Runs while they may continue typing. */
  types: NodeJS.Timeout | undefined
  readonly waiting: Set<() => void>
  /** Typed since the agent's last read. */
  isNews: boolean
}

interface Log {
  /** The last bytes, and how many came before them. */
  held: Buffer
  before: number
  /** The agent's read position, counted from the first byte. */
  read: number
  readonly listeners: Set<() => void>
}

export function terminalSessions(newId: () => string, handTime = HAND_TIME): TerminalSessions {
  const sessions = new Map<string, Session>()
  const running = () => [...sessions.values()].filter(({ state }) => state.kind === 'running')

  async function start(
    owner: SessionOwner,
    command: Omit<CommandStart, 'marker'>,
    parts: ProcessParts & { onEnded?(): void },
  ): Promise<SessionStart> {
    const mine = running().filter(({ facts }) => facts.threadId === owner.threadId)
    if (mine.length >= PER_THREAD || running().length >= ALTOGETHER) {
      const names = mine.map(({ facts }) => `\`${facts.id}\``).join(', ')
      return {
        ok: false,
        message: `too many processes are running already (${names}); end one with \`terminal.stop\``,
      }
    }
    forgetOldest(sessions)
    const session = await openSession(owner, { ...command, marker: newId() }, parts)
    sessions.set(session.facts.id, session)
    void noteEnd(session, () => parts.onEnded?.())
    return { ok: true, session: view(session) }
  }

  async function stop(id: string): Promise<SessionView | undefined> {
    const session = sessions.get(id)
    if (!session) return undefined
    session.running.stop()
    await session.running.ended
    return view(session)
  }

  return {
    start,
    stop,
    list: (threadId) =>
      [...sessions.values()]
        .filter(({ facts }) => threadId === undefined || facts.threadId === threadId)
        .map(view),
    get: (id) => {
      const session = sessions.get(id)
      return session && view(session)
    },
    async read(id, wait, signal) {
      const session = sessions.get(id)
      if (!session) return undefined
      await news(session, wait, signal)
      const typedByHand = session.hand.isNews
      session.hand.isNews = false
      return { text: take(session.log), session: view(session), typedByHand }
    },
    write(id, text) {
      const session = sessions.get(id)
      return session?.state.kind === 'running' && session.running.write(text)
    },
    typeByHand(id, bytes) {
      const session = sessions.get(id)
      if (session?.state.kind !== 'running') return
      typedIn(session.hand, handTime)
      session.running.write(bytes)
    },
    async untilHandsOff(id, signal) {
      const hand = sessions.get(id)?.hand
      if (hand?.types === undefined || signal.aborted) return
      await new Promise<void>((off) => {
        hand.waiting.add(off)
        signal.addEventListener('abort', () => off(), { once: true })
      })
    },
    resize: (id, size) => sessions.get(id)?.running.resize(size),
    screen: (id) => sessions.get(id)?.screen,
    stopTurn(turnId) {
      for (const session of running()) if (session.facts.turnId === turnId) session.running.stop()
    },
    async close() {
      await Promise.all(running().map(({ facts }) => stop(facts.id)))
    },
  }
}

async function openSession(
  owner: SessionOwner,
  command: CommandStart,
  parts: ProcessParts,
): Promise<Session> {
  const log: Log = { held: Buffer.alloc(0), before: 0, read: 0, listeners: new Set() }
  const screen = await openScreen({ size: FIRST_SIZE, isPlain: !command.pty })
  const running = await startProcess(parts, command, (bytes) => {
    hear(log, bytes)
    screen.hear(bytes)
  })
  return {
    facts: { id: command.marker, ...owner, command: command.command, takesInput: command.pty },
    running,
    state: { kind: 'running' },
    log,
    screen,
    hand: { types: undefined, waiting: new Set(), isNews: false },
  }
}

/** When the process of a session has ended, its readers and viewers are notified. */
async function noteEnd(session: Session, onEnded: () => void): Promise<void> {
  const { log, running, screen } = session
  const end = await running.ended
  if (end.kind === 'not_started') hear(log, Buffer.from(end.message))
  const code = end.kind === 'exited' ? end.code : null
  session.state = { kind: 'ended', code }
  for (const listener of log.listeners) listener()
  screen.end(code)
  onEnded()
}

function typedIn(hand: Hand, handTime: number): void {
  hand.isNews = true
  clearTimeout(hand.types)
  hand.types = setTimeout(() => {
    hand.types = undefined
    for (const off of hand.waiting) off()
    hand.waiting.clear()
  }, handTime).unref()
}

function view({ facts, state }: Session): SessionView {
  return { ...facts, state }
}

function hear(log: Log, bytes: Buffer): void {
  const joined = Buffer.concat([log.held, bytes.subarray(-KEPT)])
  log.before += log.held.length + bytes.length - Math.min(joined.length, KEPT)
  log.held = joined.length > KEPT ? Buffer.from(joined.subarray(-KEPT)) : joined
  for (const listener of log.listeners) listener()
}

/** Waits for new output, its end, or the timeout. */
function news(session: Session, wait: number, signal: AbortSignal): Promise<void> {
  return new Promise((resume) => {
    const { log } = session
    const isNews = () => log.read < log.before + log.held.length || session.state.kind === 'ended'
    const done = () => {
      clearTimeout(timer)
      log.listeners.delete(look)
      signal.removeEventListener('abort', done)
      resume()
    }
    const look = () => {
      if (isNews()) done()
    }
    const timer = setTimeout(done, wait)
    log.listeners.add(look)
    signal.addEventListener('abort', done, { once: true })
    if (signal.aborted) done()
    else look()
  })
}

function take(log: Log): string {
  const { held, before } = log
  const end = before + held.length
  const from = Math.max(log.read, before, end - READ_LIMIT)
  const left = from - log.read
  log.read = end
  const text = plainText(held.subarray(from - before).toString('utf8'))
  return left === 0 ? text : `[${left} bytes left out]\n${text}`
}

function forgetOldest(sessions: Map<string, Session>): void {
  for (const [id, { state }] of sessions) {
    if (sessions.size < REMEMBERED) return
    if (state.kind === 'ended') sessions.delete(id)
  }
}
