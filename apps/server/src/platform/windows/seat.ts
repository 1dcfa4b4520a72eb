import type { ThreadId, WindowAnswer } from '@countersign/protocol'
import type { OpenWindow, PageLine } from './open-window.ts'
import { toolRuns, type ToolRuns } from './tool-runs.ts'

/** A window that is connected to this process. */
export interface Seated {
  readonly id: string
  /** Stays the same when a window is reloaded. A window that has not identified itself yet has a temporary key. */
  key: string
  thread: ThreadId | undefined
  readonly window: { -readonly [Key in keyof OpenWindow]: OpenWindow[Key] }
  readonly runs: Pick<ToolRuns, 'finish'>
  /** False: nobody waits for this answer. */
  answer(askId: string, answer: WindowAnswer | null): boolean
  /** Ends everything that still waits for this window. */
  leave(): void
}

export interface SeatParts {
  ids(): string
  /** Milliseconds that the window has to answer a question. */
  readonly askLimit: number
}

export function seatFor({ session, send }: PageLine, { ids, askLimit }: SeatParts): Seated {
  const asked = new Map<string, (answer: WindowAnswer | undefined) => void>()
  const runs = toolRuns(send)
  const id = ids()
  const seated: Seated = {
    id,
    key: `${session} ${id}`,
    thread: undefined,
    runs,
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
    answer(askId, answer) {
      const end = asked.get(askId)
      end?.(answer ?? undefined)
      return end !== undefined
    },
    leave() {
      runs.leave()
      for (const end of asked.values()) end(undefined)
    },
  }
  return seated
}
