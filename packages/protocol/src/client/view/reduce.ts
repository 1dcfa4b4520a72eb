import type { ServerMessage } from '../../events.ts'
import type { CallId, MessageId, ThreadId } from '../../ids.ts'
import type { SettledApproval } from '../../calls.ts'
import { reduceAnswers, settleAnswers } from './reduce-answers.ts'
import { changeThreads, changeWaiting, listWaiting } from './reduce-lists.ts'
import { fromSnapshot, hasEnded, reduceThread } from './reduce-thread.ts'
import { askedTurn, lastQuestion } from './selectors.ts'
import { followTopic, markTopic, reduceTopic, unfollowTopic } from './slice.ts'
import type { Slice } from './slice.ts'
import type { OpenThread, View, Waiting, WaitingMessage } from './view.ts'
import type { ViewEvent } from './view-event.ts'

export type Reduce = (view: View, event: ViewEvent) => View

/** The reducer without feature slices. */
export const reduce: Reduce = createReducer([])

/** The one reducer of page and terminal. It is pure; an event that changes nothing returns the same view. */
export function createReducer(slices: readonly Slice[]): Reduce {
  return (view, event) => {
    switch (event.type) {
      case 'server_said':
        return hear(view, event, slices)
      case 'topic_followed':
        return withTopics(view, followTopic(view.topics, event.topic, slices))
      case 'topic_unfollowed':
        return withTopics(view, unfollowTopic(view.topics, event.topic))
      case 'line_opened':
      case 'replay_done':
      case 'line_lost':
      case 'line_refused':
        return reduceLine(view, event)
      case 'answer_sent':
      case 'answer_held':
      case 'answer_taken_back':
      case 'answer_failed':
      case 'answer_dropped':
        return reduceAnswer(view, event)
      case 'thread_opened':
      case 'thread_loaded':
      case 'thread_missing':
      case 'thread_closed':
      case 'message_sent':
      case 'message_refused':
        return reduceOpen(view, event)
    }
  }
}

type EventOf<Type extends string> = Extract<ViewEvent, { readonly type: Type }>

/** Which threads are open, and which messages this client sent in them. */
function reduceOpen(view: View, event: EventOf<`thread_${string}` | `message_${string}`>): View {
  switch (event.type) {
    case 'thread_opened':
      return view.open.has(event.thread) ? view : withThread(view, event.thread, { state: 'loading' })
    case 'thread_loaded': {
      const id = event.snapshot.thread.id
      const known = view.open.get(id)
      // A replay may have gone past the snapshot before the snapshot arrived.
      if (known?.state === 'ready' && known.seq >= event.snapshot.seq) return view
      return heardIn(withThread(view, id, { state: 'ready', ...fromSnapshot(event.snapshot) }), id)
    }
    case 'thread_missing':
      return withThread(view, event.thread, { state: 'missing' })
    case 'thread_closed':
      return { ...view, open: without(view.open, event.thread) }
    case 'message_sent':
      return { ...view, saidIn: new Map(view.saidIn).set(event.thread, lastSaid(view, event.thread)) }
    case 'message_refused':
      return { ...view, saidIn: without(view.saidIn, event.thread) }
  }
}

function reduceLine(view: View, event: EventOf<`line_${string}` | 'replay_done'>): View {
  switch (event.type) {
    case 'line_opened':
      return {
        ...view,
        connection: view.connection.state === 'connecting' ? { state: 'open' } : { state: 'catching_up' },
      }
    case 'replay_done':
      return view.connection.state === 'catching_up' ? { ...view, connection: { state: 'open' } } : view
    case 'line_lost':
      return lose(view, event.now, event.retryAt)
    case 'line_refused':
      return { ...view, connection: { state: 'refused' } }
  }
}

function reduceAnswer(view: View, event: EventOf<`answer_${string}`>): View {
  const answers = reduceAnswers(view.answers, event)
  if (event.type === 'answer_sent')
    return { ...view, answers, answeredHere: new Set([...view.answeredHere, event.call]) }
  return answers === view.answers ? view : { ...view, answers }
}

function hear(view: View, { message, now }: EventOf<'server_said'>, slices: readonly Slice[]): View {
  switch (message.type) {
    case 'welcome':
      return { ...view, clockOffset: message.server_time - now, version: message.version }
    case 'threads':
      return { ...view, threads: message.threads }
    case 'threads_changed':
      return view.threads === null ? view : { ...view, threads: changeThreads(view.threads, message) }
    case 'waiting_changed': {
      const gone = new Set(message.gone)
      const answers = settleAnswers(view.answers, (call) => gone.has(call))
      return { ...view, waiting: changeWaiting(view.waiting, message), answers }
    }
    case 'waiting':
      return hearWaiting(view, message)
    case 'event':
      return hearEvent(view, message, now)
    case 'caught_up': {
      const open = view.open.get(message.thread_id)
      if (open?.state !== 'ready' || open.current) return view
      return withThread(view, message.thread_id, { ...open, current: true })
    }
    case 'topic_event':
      return withTopics(view, reduceTopic(view.topics, message, slices))
    case 'topic_caught_up':
      return withTopics(view, markTopic(view.topics, message.topic, true))
    case 'tool_run':
    case 'window_ask':
    case 'tool_run_cancelled':
    case 'tools':
    case 'undone':
    case 'ok':
    case 'error':
      return view
  }
}

/** A long list arrives in several messages and takes effect once it is complete. */
function hearWaiting(view: View, message: WaitingMessage): View {
  const pages = [...view.waitingPages, message]
  if (message.more === true) return { ...view, waitingPages: pages }
  const waiting = listWaiting(pages)
  const pending = new Set(waiting.approvals.map((approval) => approval.tool_call_id))
  const answers = settleAnswers(view.answers, (call) => !pending.has(call))
  return { ...view, waiting, waitingPages: [], answers }
}

function hearEvent(view: View, message: Extract<ServerMessage, { type: 'event' }>, now: number): View {
  const open = view.open.get(message.thread_id)
  if (open?.state !== 'ready' || message.seq <= open.seq) return view
  const data = reduceThread(open, message.event, { seq: message.seq, now })
  const next = heardIn(withThread(view, message.thread_id, { state: 'ready', ...data }), message.thread_id)
  if (message.event.type !== 'approval_settled') return next
  const { approval: settled, signature } = message.event
  const elsewhere = signature.via === 'person' && open.current && !view.answeredHere.has(settled.tool_call_id)
  return {
    ...next,
    waiting: withoutApproval(next.waiting, settled),
    answers: settleAnswers(next.answers, (call) => call === settled.tool_call_id),
    elsewhere: elsewhere ? new Map(view.elsewhere).set(settled.tool_call_id, now) : view.elsewhere,
  }
}

/** A message of this client is answered once the turn that it began, or joined, has ended. */
function heardIn(view: View, id: ThreadId): View {
  const turn = askedTurn(view, id)
  return turn !== null && hasEnded(turn) ? { ...view, saidIn: without(view.saidIn, id) } : view
}

function lastSaid(view: View, id: ThreadId): MessageId | null {
  const open = view.open.get(id)
  return open?.state === 'ready' ? (lastQuestion(open)?.id ?? null) : null
}

function lose(view: View, now: number, retryAt: number): View {
  const since = view.connection.state === 'lost' ? view.connection.since : now
  return {
    ...view,
    connection: { state: 'lost', since, retryAt },
    // A list that was cut off is sent again as a whole.
    waitingPages: [],
    // It is unknown whether an answer in flight arrived, so it is held and sent again; its hash makes that safe.
    answers: new Map(
      [...view.answers].map(([call, given]) => [
        call,
        given.state === 'sending'
          ? { state: 'held', answer: given.answer, at: given.at, sent: true, until: null }
          : given,
      ]),
    ),
    open: new Map([...view.open].map(([id, open]) => [id, stale(open)])),
    topics: new Map([...view.topics].map(([topic, followed]) => [topic, { ...followed, current: false }])),
  }
}

function stale(open: OpenThread): OpenThread {
  return open.state === 'ready' ? { ...open, current: false } : open
}

function withThread(view: View, id: ThreadId, thread: OpenThread): View {
  return { ...view, open: new Map(view.open).set(id, thread) }
}

function withTopics(view: View, topics: View['topics']): View {
  return topics === view.topics ? view : { ...view, topics }
}

function withoutApproval(waiting: Waiting, settled: SettledApproval): Waiting {
  return {
    ...waiting,
    approvals: waiting.approvals.filter((approval) => approval.tool_call_id !== settled.tool_call_id),
    calls: without(waiting.calls, settled.tool_call_id),
  }
}

function without<Key extends ThreadId | CallId, Value>(
  map: ReadonlyMap<Key, Value>,
  key: Key,
): ReadonlyMap<Key, Value> {
  const next = new Map(map)
  next.delete(key)
  return next
}
