import type { Asker } from '@countersign/agent'
import { PaneView, ThreadId, WindowAnswer, type CallId, type TurnId } from '@countersign/protocol'
import { z } from 'zod'
import { NO_OTHERS, type Other, type OtherProcesses, type Shared } from '../relay/other-processes.ts'
import { begunTurns, NOT_REMEMBERED, type WindowRows } from './begun-turns.ts'
import { WindowQuestion, type OpenWindow, type PageLine } from './open-window.ts'
import { RelayedRun, runHere, runThere, WAY } from './relayed-run.ts'
import { seatFor, type Seated } from './seat.ts'

/** Milliseconds that a window has to say what it shows. */
const ASK_LIMIT = 10_000

/** A connection's reports about its window. */
export interface WindowSeat {
  /** `thread`: the thread whose folder they show. */
  panes(window: string, thread: ThreadId | undefined, panes: readonly PaneView[]): Promise<void>
  offer(names: ReadonlySet<string>): Promise<void>
  /** It began this turn: calls of the turn that need a window go to it. */
  began(turnId: TurnId): Promise<void>
  answer(askId: string, answer: WindowAnswer | null): boolean
  finish(callId: CallId, outcome: { readonly ok: boolean; readonly text: string }): boolean
  leave(): void
}

/** Open pages, and the turns that each began. */
export interface Windows {
  join(line: PageLine): WindowSeat
  /**
   * The window that began a turn, if it is connected to any process. No other window replaces it: a window's content is only for the turns
   * that its person began in it. While it shows another thread, it has no panes and no texts for this one.
   */
  of(asker: Asker | undefined): Promise<OpenWindow | undefined>
  /** Workbench tools that some window can run. */
  offered(): ReadonlySet<string>
}

/** A window as other processes see it. */
const Shown = z.object({
  key: z.string(),
  thread: ThreadId.optional(),
  panes: z.array(PaneView),
  offers: z.array(z.string()),
})
type Shown = z.infer<typeof Shown>

const Question = z.discriminatedUnion('kind', [
  RelayedRun,
  z.object({ kind: z.literal('ask'), about: WindowQuestion, of: z.string() }),
])

export interface WindowParts {
  ids(): string
  readonly askLimit?: number
  /** Other processes, whose windows are used too. */
  readonly others?: Pick<OtherProcesses, 'share'>
  readonly turns?: WindowRows
}

export function openWindows({
  ids,
  askLimit = ASK_LIMIT,
  others = NO_OTHERS,
  turns = NOT_REMEMBERED,
}: WindowParts): Windows {
  /** In joining order. */
  const seats = new Set<Seated>()
  const begun = begunTurns(turns)
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

  async function findElsewhere(key: string): Promise<Other<Shown> | undefined> {
    const find = () => shared.others().findLast(({ value }) => value.key === key)
    const known = find()
    if (known !== undefined) return known
    await shared.look()
    return find()
  }

  return {
    join(line) {
      const seated = seatFor(line, { ids, askLimit })
      seats.add(seated)
      return {
        panes(window, thread, panes) {
          seated.thread = thread
          seated.key = `${line.session} window ${window}`
          seated.window.panes = panes
          return show(seated)
        },
        offer(names) {
          seated.window.offers = names
          return show(seated)
        },
        began: (turnId) => begun.set(turnId, seated.key),
        answer: (askId, answer) => seated.answer(askId, answer),
        finish: (callId, outcome) => seated.runs.finish(callId, outcome),
        leave() {
          seats.delete(seated)
          void shared.show(seated.id, undefined)
          seated.leave()
        },
      }
    },
    async of(asker) {
      const key = asker && (await begun.keyOf(asker))
      if (key === undefined) return undefined
      const here = [...seats].findLast((one) => one.key === key)
      const there = here === undefined ? await findElsewhere(key) : undefined
      const window = here?.window ?? (there && windowElsewhere(shared, there, askLimit))
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

/** A window that is connected to another process. */
function windowElsewhere(
  shared: Pick<Shared<Shown>, 'ask'>,
  other: Other<Shown>,
  askLimit: number,
): OpenWindow {
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
