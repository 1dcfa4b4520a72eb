import type {
  CallId,
  ClientCommand,
  ImageId,
  ServerMessage,
  ThreadId,
  ToolView,
  TurnId,
  WireError,
} from '@countersign/protocol'
import type { Clock } from '../clock.ts'
import type { RequestIds } from '../ids.ts'
import type { Api } from './api.ts'
import { createHeldAnswers } from './held-answers.ts'
import { createRequests } from './requests.ts'
import type { Reply } from './requests.ts'
import { createStreamBuffer } from './stream-buffer.ts'
import type { FlushSchedule } from './stream-buffer.ts'
import { createSubscriptions } from './subscriptions.ts'
import type { ViewStore } from './store.ts'
import { createWaitingPages } from './waiting-pages.ts'
import type { Line, Transport } from './transport.ts'
import type { Answer } from './view.ts'
import { texts } from './texts.ts'

export interface Timers {
  /** Calls `run` after `ms`, once. Returns how to call it off. */
  readonly after: (ms: number, run: () => void) => () => void
}

export interface ClientPorts {
  readonly transport: Transport
  readonly api: Api
  readonly store: ViewStore
  readonly clock: Clock
  readonly ids: RequestIds
  readonly timers: Timers
  readonly flushes: FlushSchedule
  /** How long answers are held before they are sent, in milliseconds (K9). */
  readonly holdMs: () => number
}

/** What a person can do here. Every promise resolves; a refusal is a value. */
export interface Client {
  readonly start: () => void
  readonly stop: () => void
  readonly retryNow: () => void
  /** Keeps a thread live while it is looked at. Returns how to let go of it. */
  readonly watch: (thread: ThreadId) => () => void
  readonly createThread: (options: NewThread) => Promise<Reply>
  readonly renameThread: (thread: ThreadId, title: string) => Promise<Reply>
  readonly deleteThread: (thread: ThreadId) => Promise<Reply>
  readonly say: (
    thread: ThreadId,
    text: string,
    mode: string | null,
    images?: readonly SentImage[],
  ) => Promise<Reply>
  readonly stopTurn: (thread: ThreadId) => Promise<Reply>
  readonly setMode: (thread: ThreadId, mode: string) => Promise<Reply>
  readonly setModel: (thread: ThreadId, model: string) => Promise<Reply>
  readonly answer: (call: CallId, answer: Answer) => void
  readonly takeBack: (call: CallId) => void
  /** Takes back the answer that was given last and is still held here; false if there is none. */
  readonly takeBackLast: () => boolean
  readonly keepWaiting: (call: CallId) => Promise<Reply>
  /** What a person found out about a call that a crash cut off, or wants of it. */
  readonly settleCall: (call: CallId, how: 'done' | 'not_done' | 'again', hash: string) => Promise<Reply>
  /** Puts back the files that a call, or a whole turn, changed. */
  readonly undo: (
    what: { readonly call: CallId } | { readonly turn: TurnId },
    skipConflicts: boolean,
  ) => Promise<Reply>
  readonly listTools: (thread: ThreadId) => Promise<ToolsReply>
}

/** A picture that goes along, by the id that the server gave it. */
export interface SentImage {
  readonly id: ImageId
  readonly name: string
}

export interface NewThread {
  readonly mode: string
  readonly title: string
  /** Without it the person's default. */
  readonly model?: string
  readonly workspace?: string
}

export type ToolsReply =
  | { readonly ok: true; readonly tools: readonly ToolView[] }
  | { readonly ok: false; readonly error: WireError }

/** Waits between tries to connect; the last one repeats. */
const RETRY_MS = [500, 1000, 2000, 4000, 8000, 15_000] as const

/** Ties the line, the view and the person's commands together. It decides nothing that the reducer can decide. */
export function createClient(ports: ClientPorts): Client {
  const { store, clock, ids } = ports
  const requests = createRequests()
  const buffer = createStreamBuffer(heard, ports.flushes)
  const subscriptions = createSubscriptions({ store, api: ports.api, send, ids, replayed })
  const held = createHeldAnswers({ store, clock, send: (call, answer) => void sendAnswer(call, answer) })
  let pages = createWaitingPages()
  let line: Line | null = null
  let live = false
  let tries = 0
  let callOff: (() => void) | null = null
  /** A message whose answer was lost with the line: it may have arrived. */
  let unsure: { readonly key: string; readonly id: string } | null = null

  function connect(): void {
    callOff?.()
    callOff = null
    line = ports.transport.connect({
      opened: () => {
        live = true
        pages = createWaitingPages()
        tries = 0
        store.dispatch({ type: 'line_opened' })
        subscriptions.resume()
      },
      said: (message) => buffer.take(message),
      closed: lost,
    })
  }

  function lost(): void {
    buffer.flush()
    live = false
    line = null
    requests.failAll(NOT_CONNECTED)
    const wait = RETRY_MS[Math.min(tries, RETRY_MS.length - 1)] ?? 0
    tries += 1
    const now = clock.now()
    store.dispatch({ type: 'line_lost', now, retryAt: now + wait })
    callOff = ports.timers.after(wait, () => void reconnect())
  }

  async function reconnect(): Promise<void> {
    // A socket does not tell why it was refused; an ordinary request does.
    const me = await ports.api.me()
    if (!me.ok && me.error.code === 'unauthorized') store.dispatch({ type: 'line_refused' })
    else connect()
  }

  function heard(piece: ServerMessage): void {
    const message = pages(piece)
    if (message === null) return
    store.dispatch({ type: 'server_said', message, now: clock.now() })
    requests.settle(message)
    if (message.type === 'caught_up') subscriptions.caughtUp(message.thread_id)
    if (message.type === 'waiting') subscriptions.listed()
  }

  function replayed(): void {
    store.dispatch({ type: 'replay_done' })
    held.release()
  }

  function send(command: ClientCommand): void {
    line?.send(command)
  }

  async function request(command: ClientCommand): Promise<Reply> {
    if (!live) return { ok: false, error: NOT_CONNECTED }
    const reply = requests.expect(command.request_id)
    send(command)
    return reply
  }

  async function sendAnswer(call: CallId, answer: Answer): Promise<void> {
    const id = ids()
    store.dispatch({ type: 'answer_sent', call, answer, request: id, now: clock.now() })
    const reply = await request({
      type: 'tool_approval_response',
      request_id: id,
      tool_call_id: call,
      ...answer,
    })
    // A broken line holds the answer; that is no refusal.
    if (!reply.ok && reply.error !== NOT_CONNECTED) {
      store.dispatch({ type: 'answer_failed', call, request: id, error: reply.error })
    }
  }

  /** Keeps an answer here for a while, or with null until the line is back. */
  function holdAnswer(call: CallId, answer: Answer, wait: number | null): void {
    const now = clock.now()
    store.dispatch({ type: 'answer_held', call, answer, now, until: wait === null ? null : now + wait })
    if (wait === null) return
    ports.timers.after(wait, () => {
      const given = store.view.getState().answers.get(call)
      // Taken back, answered anew, or settled elsewhere meanwhile: then there is nothing to send.
      if (given?.state !== 'held' || given.answer !== answer || given.until === null) return
      if (live) void sendAnswer(call, answer)
      else holdAnswer(call, answer, null)
    })
  }

  return {
    start: connect,
    stop: () => {
      callOff?.()
      line?.close()
      callOff?.()
    },
    retryNow: () => {
      if (line === null) void reconnect()
    },
    watch: subscriptions.watch,
    createThread: ({ mode, title, model, workspace }) =>
      request({
        type: 'thread_create',
        request_id: ids(),
        permission_mode: mode,
        title,
        ...(model === undefined ? {} : { model }),
        ...(workspace === undefined ? {} : { workspace }),
      }),
    renameThread: (thread_id, title) =>
      request({ type: 'thread_rename', request_id: ids(), thread_id, title }),
    deleteThread: (thread_id) => request({ type: 'thread_delete', request_id: ids(), thread_id }),
    say: async (thread_id, text, mode, images = []) => {
      // Before it goes out: its turn may have ended when the answer to this is here.
      store.dispatch({ type: 'message_sent', thread: thread_id })
      // The same words to the same chat after a lost answer are the same message, sent again.
      const key = JSON.stringify([thread_id, text, images.map(({ id }) => id)])
      const id = unsure?.key === key ? unsure.id : ids()
      unsure = { key, id }
      const reply = await request({
        type: 'turn_start',
        request_id: ids(),
        client_message_id: id,
        thread_id,
        text,
        ...(images.length === 0 ? {} : { images: images.map(({ id, name }) => ({ id, name })) }),
        ...(mode === null ? {} : { permission_mode: mode }),
      })
      if (reply.ok || reply.error !== NOT_CONNECTED) unsure = null
      if (!reply.ok) store.dispatch({ type: 'message_refused', thread: thread_id })
      return reply
    },
    stopTurn: (thread_id) => request({ type: 'turn_stop', request_id: ids(), thread_id }),
    setMode: (thread_id, permission_mode) =>
      request({ type: 'mode_set', request_id: ids(), thread_id, permission_mode }),
    setModel: (thread_id, model) => request({ type: 'model_set', request_id: ids(), thread_id, model }),
    answer: (call, answer) => {
      const wait = ports.holdMs()
      if (live && wait === 0) void sendAnswer(call, answer)
      else holdAnswer(call, answer, live ? wait : null)
    },
    takeBack: (call) => store.dispatch({ type: 'answer_taken_back', call }),
    takeBackLast: () => {
      const held = [...store.view.getState().answers].filter(([, given]) => given.state === 'held')
      const last = held.at(-1)
      if (last !== undefined) store.dispatch({ type: 'answer_taken_back', call: last[0] })
      return last !== undefined
    },
    keepWaiting: (tool_call_id) => request({ type: 'keep_waiting', request_id: ids(), tool_call_id }),
    settleCall: (tool_call_id, how, hash) =>
      request({ type: 'call_settle', request_id: ids(), tool_call_id, how, hash }),
    undo: (what, skip_conflicts) =>
      request(
        'call' in what
          ? { type: 'call_undo', request_id: ids(), tool_call_id: what.call, skip_conflicts }
          : { type: 'turn_undo', request_id: ids(), turn_id: what.turn, skip_conflicts },
      ),
    listTools: async (thread_id) => {
      const id = ids()
      const tools = requests.expectTools(id)
      const reply = await Promise.race([request({ type: 'list_tools', request_id: id, thread_id }), tools])
      if (!reply.ok) return reply
      return 'tools' in reply ? reply : tools
    },
  }
}

const NOT_CONNECTED: WireError = { code: 'unavailable', message: texts.notConnected }
