import type { CallId } from '@countersign/protocol'
import { allQuestions } from '../data/selectors.ts'
import type { OpenQuestion } from '../data/selectors.ts'
import type { View } from '../data/view.ts'
import { texts } from './texts.ts'

/** Something to say. Arrivals are kept apart, so that several at once become one sentence. */
export type Announcement =
  | { readonly kind: 'arrival'; readonly question: OpenQuestion; readonly urgent: boolean }
  | {
      readonly kind: 'said'
      readonly text: string
      readonly urgent: boolean
      readonly about: 'call' | 'turn' | 'line'
      /** Of a turn that ended: its answer, for who wants it read out. */
      readonly answer?: string
    }

/** What changed between two views and is worth saying. Streaming text is not. */
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
  return texts.waiting(only.call.title, only.call.specifier, only.approval.thread_title)
}

/** Questions whose last minute has begun; each is told once, so that a person can keep it waiting (WCAG 2.2.1). */
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
      urgent: question.call.decision?.locked !== undefined,
    })),
    ...gone.flatMap(({ call }) => settledNews(before, after, call.id, call.specifier, now.size)),
  ]
}

function settledNews(
  before: View,
  after: View,
  id: CallId,
  specifier: string,
  left: number,
): readonly Announcement[] {
  const given = before.answers.get(id)
  if (given?.state === 'sending') return [said(texts.answered(given.answer.decision, left))]
  const call = callIn(after, id)
  switch (call?.state) {
    case 'expired':
      return [said(texts.expired(specifier))]
    case 'cancelled':
    case 'abandoned':
      return [said(texts.cancelled(specifier))]
    case 'denied':
    case 'blocked':
      return [said(texts.elsewhere(specifier, false))]
    case 'approved':
    case 'running':
    case 'succeeded':
    case 'failed':
      return call.error_code === 'stale' ? [] : [said(texts.elsewhere(specifier, true))]
    case undefined:
    case 'proposed':
    case 'waiting':
    case 'interrupted':
      return []
  }
}

/** A yes that came to nothing, because what it was about had changed. */
function voidNews(before: View, after: View): readonly Announcement[] {
  const news: Announcement[] = []
  for (const [id, open] of after.open) {
    const old = before.open.get(id)
    if (open.state !== 'ready' || old?.state !== 'ready' || !old.current || open.calls === old.calls) continue
    for (const call of open.calls.values()) {
      const was = old.calls.get(call.id)
      if (call.error_code === 'stale' && was !== undefined && was.error_code !== 'stale')
        news.push(said(texts.void(call.specifier)))
    }
  }
  return news
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
    const old = before.open.get(id)
    if (open.state !== 'ready' || old?.state !== 'ready' || !old.current) continue
    for (const turn of open.turns.values()) {
      const was = old.turns.get(turn.id)
      if (turn.state !== 'done' || was === undefined || was.state === 'done') continue
      const last = open.messages.findLast(
        (message) => message.turn_id === turn.id && message.role === 'assistant',
      )
      const answer = last?.text ?? ''
      news.push({ ...said(texts.finished(words(answer)), 'turn'), answer })
    }
  }
  return news
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
