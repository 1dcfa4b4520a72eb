import type { CallId, CallView, TurnId, TurnView } from '@countersign/protocol'
import { allQuestions, askedTurn } from '../../data/selectors.ts'
import type { OpenQuestion } from '../../data/selectors.ts'
import type { OpenThread, View } from '../../data/view.ts'
import { texts } from './texts.ts'

/** Something to announce. Arrivals are separate, so that several at once become one sentence. */
export type Announcement =
  | { readonly kind: 'arrival'; readonly question: OpenQuestion; readonly urgent: boolean }
  | {
      readonly kind: 'said'
      readonly text: string
      readonly urgent: boolean
      readonly about: 'call' | 'turn' | 'line'
      /** For an ended turn: its answer, for people who want it read out. */
      readonly answer?: string
    }

/** Changes between two views that are worth announcing. Streaming text is not. */
export function announcements(before: View, after: View): readonly Announcement[] {
  if (before === after) return []
  return [
    ...questionNews(before, after),
    ...voidNews(before, after),
    ...turnNews(before, after),
    ...lineNews(before, after),
  ]
}

/** Several arrivals as one sentence. */
export function arrivalText(arrivals: readonly OpenQuestion[], waiting: number): string {
  const only = arrivals[0]
  if (arrivals.length !== 1 || only === undefined) return texts.manyWaiting(waiting)
  const { title, specifier } = only.call
  return texts.waiting(title, title.includes(specifier) ? '' : specifier, only.approval.thread_title)
}

/** Questions whose last minute has begun; each is announced once, so that a person can extend it (WCAG 2.2.1). */
export function lastMinuteOf(
  questions: readonly OpenQuestion[],
  now: number,
  told: ReadonlySet<CallId>,
): readonly OpenQuestion[] {
  return questions.filter(({ call, approval }) => {
    const left = approval.expires_at === null ? Infinity : approval.expires_at - now
    return left > 0 && left < LAST_MINUTE_MS && !told.has(call.id)
  })
}

const LAST_MINUTE_MS = 60_000

function questionNews(before: View, after: View): readonly Announcement[] {
  if (before.waiting === after.waiting && before.open === after.open) return []
  const old = new Map(allQuestions(before).map((question) => [question.call.id, question]))
  const now = new Map(allQuestions(after).map((question) => [question.call.id, question]))
  const arrived = [...now.values()].filter(({ call }) => !old.has(call.id))
  const gone = [...old.values()].filter(({ call }) => !now.has(call.id))
  return [
    ...arrived.map((question): Announcement => ({
      kind: 'arrival',
      question,
      urgent: question.call.decision.locked !== undefined,
    })),
    ...gone.flatMap(({ call }) => settledNews(before, after, call, now.size)),
  ]
}

function settledNews(before: View, after: View, gone: CallView, left: number): readonly Announcement[] {
  const { id } = gone
  const name = nameOf(gone)
  const given = before.answers.get(id)
  if (given?.state === 'sending') return [said(texts.answered(given.answer.decision, left))]
  const call = callIn(after, id)
  switch (call?.state) {
    case 'expired':
      return [said(texts.expired(name))]
    case 'cancelled':
    case 'abandoned':
      return [said(texts.cancelled(name))]
    case 'denied':
    case 'blocked':
      return [said(texts.elsewhere(name, false))]
    case 'approved':
    case 'running':
    case 'succeeded':
    case 'failed':
      return call.error_code === 'stale' ? [] : [said(texts.elsewhere(name, true))]
    case undefined:
    case 'proposed':
    case 'waiting':
    case 'interrupted':
      return []
  }
}

/** A yes without effect, because its target had changed. */
function voidNews(before: View, after: View): readonly Announcement[] {
  const news: Announcement[] = []
  for (const [id, open] of after.open) {
    const old = before.open.get(id)
    if (open.state !== 'ready' || old?.state !== 'ready' || !old.current || open.calls === old.calls) continue
    for (const call of open.calls.values()) {
      const was = old.calls.get(call.id)
      if (call.error_code === 'stale' && was !== undefined && was.error_code !== 'stale')
        news.push(said(texts.void(nameOf(call))))
    }
  }
  return news
}

/** The object of a call; if its tool has none, its title. */
export function nameOf({ specifier, title }: Pick<CallView, 'specifier' | 'title'>): string {
  return specifier === '' ? title : specifier
}

function callIn(view: View, id: CallId) {
  for (const open of view.open.values()) {
    const call = open.state === 'ready' ? open.calls.get(id) : undefined
    if (call !== undefined) return call
  }
  return undefined
}

function turnNews(before: View, after: View): readonly Announcement[] {
  const news: Announcement[] = []
  for (const [id, open] of after.open) {
    if (open.state !== 'ready') continue
    const old = before.open.get(id)
    const asked = askedTurn({ open: after.open, saidIn: before.saidIn }, id)
    for (const turn of mayEnd(old, open, asked)) {
      if (turn.state !== 'done' || turnIn(old, turn.id)?.state === 'done') continue
      const last = open.messages.findLast(
        (message) => message.turn_id === turn.id && message.role === 'assistant',
      )
      const answer = last?.text ?? ''
      news.push({ ...said(texts.finished(words(answer)), 'turn'), answer })
    }
  }
  return news
}

/**
 * Turns whose end is news. With a snapshot, and during a replay, turns appear that ended long ago: then only the turn that this page waits
 * for is news.
 */
function mayEnd(
  old: OpenThread | undefined,
  open: Extract<OpenThread, { state: 'ready' }>,
  asked: TurnView | null,
): readonly TurnView[] {
  if (old?.state === 'ready' && old.current) return [...open.turns.values()]
  return asked === null ? [] : [asked]
}

function turnIn(open: OpenThread | undefined, id: TurnId): TurnView | undefined {
  return open?.state === 'ready' ? open.turns.get(id) : undefined
}

function lineNews(before: View, after: View): readonly Announcement[] {
  const was = before.connection.state
  const is = after.connection.state
  if (is === was) return []
  if (is === 'lost' && was !== 'connecting')
    return [{ kind: 'said', text: texts.lost, urgent: true, about: 'line' }]
  if (is === 'open' && was === 'catching_up') return [said(texts.back, 'line')]
  return []
}

function said(
  text: string,
  about: 'call' | 'turn' | 'line' = 'call',
): Extract<Announcement, { kind: 'said' }> {
  return { kind: 'said', text, urgent: false, about }
}

function words(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length
}
