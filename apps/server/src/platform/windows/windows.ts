import type { Asker, ToolOutcome } from '@countersign/agent'
import type { CallId, PaneView, ServerMessage, ThreadId, TurnId, WindowAnswer } from '@countersign/protocol'
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
  panes(window: string, thread: ThreadId | undefined, panes: readonly PaneView[]): void
  offer(names: ReadonlySet<string>): void
  /** It began this turn: calls of the turn that need a window come here. */
  began(turnId: TurnId): void
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
   * The window that began a turn, if it is connected. No other window is taken in its place: what a window shows is for the turns that its
   * person began in it. While it shows another chat, it has no panes and no texts for this one.
   */
  of(asker: Asker | undefined): OpenWindow | undefined
  /** Names of the workbench that some window can run. */
  offered(): ReadonlySet<string>
}

interface Seated {
  /** The same for a window over reloads; before it says which it is, its own. */
  key: string
  thread: ThreadId | undefined
  readonly window: { -readonly [Key in keyof OpenWindow]: OpenWindow[Key] }
}

export function openWindows(ids: () => string, askLimit = ASK_LIMIT): Windows {
  /** Those that joined last, last. */
  const seats = new Set<Seated>()
  const begun = new Map<TurnId, string>()

  function remember(turnId: TurnId, key: string): void {
    begun.set(turnId, key)
    const [oldest] = begun.keys()
    if (begun.size > TURN_LIMIT && oldest !== undefined) begun.delete(oldest)
  }

  return {
    join({ session, send }) {
      const asked = new Map<string, (answer: WindowAnswer | undefined) => void>()
      const runs = toolRuns(send)
      const seated: Seated = {
        key: `${session} ${ids()}`,
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
        },
        offer(names) {
          seated.window.offers = names
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
          runs.leave()
          for (const end of asked.values()) end(undefined)
        },
      }
    },
    of(asker) {
      const key = asker === undefined || asker.turnId === null ? undefined : begun.get(asker.turnId)
      const seated = key === undefined ? undefined : [...seats].findLast((one) => one.key === key)
      if (seated === undefined || seated.thread === asker?.threadId) return seated?.window
      return { ...seated.window, panes: [], ask: () => Promise.resolve(undefined) }
    },
    offered: () => new Set([...seats].flatMap(({ window }) => [...window.offers])),
  }
}
