import type { Asker, ToolOutcome } from '@countersign/agent'
import {
  PaneView,
  ThreadId,
  WindowAnswer,
  type CallId,
  type ServerMessage,
  type TurnId,
} from '@countersign/protocol'
import { z } from 'zod'
import type { Relay } from '../../turns/relay.ts'
import { NO_OTHERS, type Other, type OtherProcesses } from '../relay/other-processes.ts'
import { RelayedRun, runHere, runThere, WAY } from './relayed-run.ts'
import { toolRuns, type ToolRun } from './tool-runs.ts'

/** Milliseconds that a window has to say what it shows. */
const ASK_LIMIT = 10_000
/** Turns whose window is remembered. */
const TURN_LIMIT = 10_000

/** A window that is connected. */
export interface OpenWindow {
  readonly panes: readonly PaneView[]
  /** Tools of the workbench that it can run. */
  readonly offers: ReadonlySet<string>
  /** What a pane shows, or the text that is open of a file. Undefined: it has no such thing, or says nothing. */
  ask(about: 'pane' | 'text', of: string): Promise<WindowAnswer | undefined>
  run(work: ToolRun): Promise<ToolOutcome>
}

/** What a connection says of its window. */
export interface WindowSeat {
  /** `thread`: the chat whose folder they show. */
  panes(window: string, thread: ThreadId | undefined, panes: readonly PaneView[]): Promise<void>
  offer(names: ReadonlySet<string>): Promise<void>
  /** It began this turn: calls of the turn that need a window come here. */
  began(turnId: TurnId): Promise<void>
  answer(askId: string, answer: WindowAnswer | null): boolean
  finish(callId: CallId, outcome: { readonly ok: boolean; readonly text: string }): boolean
  leave(): void
}

/** A connection of a page. */
export interface PageLine {
  readonly session: string
  send(message: ServerMessage): void
}

/** Pages that are open, and which of them began which turn. */
export interface Windows {
  join(line: PageLine): WindowSeat
  /**
   * The window that began a turn, if it is connected, to whatever process. No other window is taken in its place: what a window shows is for the turns that its
   * person began in it. While it shows another chat, it has no panes and no texts for this one.
   */
  of(asker: Asker | undefined): Promise<OpenWindow | undefined>
  /** Names of the workbench that some window can run. */
  offered(): ReadonlySet<string>
}

interface Seated {
  readonly id: string
  /** The same for a window over reloads; before it says which it is, its own. */
  key: string
  thread: ThreadId | undefined
  readonly window: { -readonly [Key in keyof OpenWindow]: OpenWindow[Key] }
}

/** A window as other processes know it. */
const Shown = z.object({
  key: z.string(),
  thread: ThreadId.optional(),
  panes: z.array(PaneView),
  offers: z.array(z.string()),
})
type Shown = z.infer<typeof Shown>

const Question = z.discriminatedUnion('kind', [
  RelayedRun,
  z.object({ kind: z.literal('ask'), about: z.enum(['pane', 'text']), of: z.string() }),
])

/** Remembers which window began a turn, for every process. */
export type BegunTurns = Pick<Relay, 'windowOf' | 'setWindow'>

const NOT_REMEMBERED: BegunTurns = {
  windowOf: () => Promise.resolve(undefined),
  setWindow: () => Promise.resolve(),
}

export interface WindowParts {
  ids(): string
  readonly askLimit?: number
  /** Other processes, whose windows count too. */
  readonly others?: Pick<OtherProcesses, 'share'>
  readonly turns?: BegunTurns
}

export function openWindows({
  ids,
  askLimit = ASK_LIMIT,
  others = NO_OTHERS,
  turns = NOT_REMEMBERED,
}: WindowParts): Windows {
  /** Those that joined last, last. */
  const seats = new Set<Seated>()
  const begun = new Map<TurnId, string>()
  const shared = others.share({ part: 'window', schema: Shown, answer: answerHere })

  /** Answers for a turn that runs in another process. */
  async function answerHere(id: string, asked: unknown, signal: AbortSignal): Promise<unknown> {
    const window = [...seats].find((one) => one.id === id)?.window
    const question = Question.parse(asked)
    if (question.kind === 'run') return runHere(window, question, signal)
    return window?.ask(question.about, question.of)
  }

  function show({ id, key, thread, window: { panes, offers } }: Seated): Promise<void> {
    const about = { key, ...(thread === undefined ? {} : { thread }) }
    return shared.show(id, { ...about, panes: [...panes], offers: [...offers] })
  }

  function remember(turnId: TurnId, key: string): Promise<void> {
    begun.set(turnId, key)
    const [oldest] = begun.keys()
    if (begun.size > TURN_LIMIT && oldest !== undefined) begun.delete(oldest)
    return turns.setWindow(turnId, key)
  }

  async function keyOf({ turnId }: Asker): Promise<string | undefined> {
    return turnId === null ? undefined : (begun.get(turnId) ?? turns.windowOf(turnId))
  }

  async function findElsewhere(key: string): Promise<Other<Shown> | undefined> {
    const find = () => shared.others().findLast(({ value }) => value.key === key)
    const known = find()
    if (known !== undefined) return known
    await shared.look()
    return find()
  }

  /** A window of another process. */
  function elsewhere(other: Other<Shown>): OpenWindow {
    const { panes, offers, thread } = other.value
    return {
      panes,
      offers: new Set(offers),
      run: (work) => runThere(shared, other, work),
      async ask(about, of) {
        if (thread === undefined) return undefined
        const answered = await shared.ask(other, { kind: 'ask', about, of }, { time: askLimit + WAY })
        const read = WindowAnswer.safeParse(answered.kind === 'answer' ? answered.value : undefined)
        return read.success ? read.data : undefined
      },
    }
  }

  return {
    join({ session, send }) {
      const asked = new Map<string, (answer: WindowAnswer | undefined) => void>()
      const runs = toolRuns(send)
      const id = ids()
      const seated: Seated = {
        id,
        key: `${session} ${id}`,
        thread: undefined,
        window: {
          panes: [],
          offers: new Set(),
          run: (work) => runs.run(work),
          ask: (about, of) => {
            const thread_id = seated.thread
            if (thread_id === undefined) return Promise.resolve(undefined)
            return new Promise((settle) => {
              const ask_id = ids()
              const end = (answer: WindowAnswer | undefined) => {
                clearTimeout(timer)
                asked.delete(ask_id)
                settle(answer)
              }
              const timer = setTimeout(() => end(undefined), askLimit)
              asked.set(ask_id, end)
              send({ type: 'window_ask', ask_id, thread_id, about, of })
            })
          },
        },
      }
      seats.add(seated)
      return {
        panes(window, thread, panes) {
          seated.thread = thread
          seated.key = `${session} window ${window}`
          seated.window.panes = panes
          return show(seated)
        },
        offer(names) {
          seated.window.offers = names
          return show(seated)
        },
        began: (turnId) => remember(turnId, seated.key),
        answer(askId, answer) {
          const end = asked.get(askId)
          end?.(answer ?? undefined)
          return end !== undefined
        },
        finish: (callId, outcome) => runs.finish(callId, outcome),
        leave() {
          seats.delete(seated)
          void shared.show(id, undefined)
          runs.leave()
          for (const end of asked.values()) end(undefined)
        },
      }
    },
    async of(asker) {
      const key = asker && (await keyOf(asker))
      if (key === undefined) return undefined
      const here = [...seats].findLast((one) => one.key === key)
      const there = here === undefined ? await findElsewhere(key) : undefined
      const window = here?.window ?? (there && elsewhere(there))
      const thread = here === undefined ? there?.value.thread : here.thread
      if (window === undefined || thread === asker?.threadId) return window
      return { ...window, panes: [], ask: () => Promise.resolve(undefined) }
    },
    offered: () =>
      new Set([
        ...shared.others().flatMap(({ value }) => value.offers),
        ...[...seats].flatMap(({ window }) => [...window.offers]),
      ]),
  }
}
