import type {
  CallId,
  ClientCommand,
  Effort,
  ImageId,
  MediaGeneration,
  ThreadId,
  ToolView,
  TurnId,
  WireError,
} from '@countersign/protocol'
import type { RequestIds } from '../ids.ts'
import { createAnswers } from './answers.ts'
import { createKeptLine } from './kept-line.ts'
import type { KeptLinePorts } from './kept-line.ts'
import { createRequests, NOT_CONNECTED } from './requests.ts'
import type { Reply } from './requests.ts'
import { createSubscriptions } from './subscriptions.ts'
import type { ViewStore } from './store.ts'
import type { Answer } from './view.ts'

export interface ClientPorts extends KeptLinePorts {
  readonly ids: RequestIds
  /** How long answers are held before they are sent, in milliseconds (K9). */
  readonly holdMs: () => number
}

/** Each command without its number, which the client gives it. */
type Unnumbered<Command> = Command extends ClientCommand ? Omit<Command, 'request_id'> : never

/** A person's actions. Every promise resolves; a refusal is a value. */
export interface Client {
  readonly start: () => void
  readonly stop: () => void
  readonly retryNow: () => void
  /** Keeps a thread live while it is shown. Returns a function that releases it. */
  readonly watch: (thread: ThreadId) => () => void
  /** The same for a feature's topic: its slice stores the events. */
  readonly follow: (topic: string) => () => void
  /** Sends a command of a feature's own contract: `send({ type: 'note_add', text })`. */
  readonly send: (command: Unnumbered<ClientCommand>) => Promise<Reply>
  readonly createThread: (options: NewThread) => Promise<Reply>
  readonly renameThread: (thread: ThreadId, title: string) => Promise<Reply>
  readonly deleteThread: (thread: ThreadId) => Promise<Reply>
  /** Pins or archives a thread, or reverts that. */
  readonly markThread: (
    thread: ThreadId,
    marks: { readonly pinned?: boolean; readonly archived?: boolean },
  ) => Promise<Reply>
  readonly say: (
    thread: ThreadId,
    text: string,
    mode: string | null,
    images?: readonly SentImage[],
    /** `compact`: shortens the history instead of answering. `media_generation`: makes a picture or speech. */
    more?: { readonly compact?: true; readonly media_generation?: MediaGeneration },
  ) => Promise<Reply>
  readonly stopTurn: (thread: ThreadId) => Promise<Reply>
  /** Stops the running turn and starts a queued message. */
  readonly sendNow: (thread: ThreadId, turn: TurnId) => Promise<Reply>
  readonly editQueued: (thread: ThreadId, turn: TurnId, text: string) => Promise<Reply>
  /** Removes a queued message. */
  readonly takeBackMessage: (thread: ThreadId, turn: TurnId) => Promise<Reply>
  /** Sends the message of a turn again as a new branch; null: unchanged. */
  readonly branch: (thread: ThreadId, turn: TurnId, text: string | null, mode: string) => Promise<Reply>
  readonly chooseBranch: (thread: ThreadId, turn: TurnId) => Promise<Reply>
  readonly setMode: (thread: ThreadId, mode: string) => Promise<Reply>
  /** Effort: null is the model's default, absent unchanged. */
  readonly setModel: (thread: ThreadId, model: string, effort?: Effort | null) => Promise<Reply>
  readonly answer: (call: CallId, answer: Answer) => void
  readonly takeBack: (call: CallId) => void
  /** Takes back the latest answer that is still held here; false if there is none. */
  readonly takeBackLast: () => boolean
  readonly keepWaiting: (call: CallId) => Promise<Reply>
  /** A person's finding or decision about a call that a crash cut off. */
  readonly settleCall: (call: CallId, how: 'done' | 'not_done' | 'again', hash: string) => Promise<Reply>
  /** Restores the files that a call, or a whole turn, changed. */
  readonly undo: (
    what: { readonly call: CallId } | { readonly turn: TurnId },
    skipConflicts: boolean,
  ) => Promise<Reply>
  readonly listTools: (thread: ThreadId) => Promise<ToolsReply>
  /** Names the shown folders of a workspace: the server reports changes in them. */
  readonly lookAt: (thread: ThreadId | null, folders: readonly string[]) => Promise<Reply>
}

/** An attached picture, by its server id. */
export interface SentImage {
  readonly id: ImageId
  readonly name: string
}

export interface NewThread {
  readonly mode: string
  readonly title: string
  /** Absent: the person's default. */
  readonly model?: string
  /** Absent: the model's default. */
  readonly effort?: Effort
  readonly workspace?: string
}

export type ToolsReply =
  | { readonly ok: true; readonly tools: readonly ToolView[] }
  | { readonly ok: false; readonly error: WireError }

/** Connects the socket, the view and the person's commands. It leaves all decisions to the reducer where possible. */
export function createClient(ports: ClientPorts): Client {
  const { store, clock, ids } = ports
  const requests = createRequests()
  const line = createKeptLine(ports, {
    opened: () => subscriptions.resume(),
    said: (message) => {
      store.dispatch({ type: 'server_said', message, now: clock.now() })
      requests.settle(message)
      if (message.type === 'caught_up') subscriptions.caughtUp(message.thread_id)
      if (message.type === 'waiting' && message.more !== true) subscriptions.listed()
    },
    lost: () => requests.failAll(NOT_CONNECTED),
  })
  const subscriptions = createSubscriptions({
    store,
    api: ports.api,
    send: line.send,
    ids,
    replayed: () => {
      store.dispatch({ type: 'replay_done' })
      answers.release()
    },
  })
  const request = async (command: ClientCommand): Promise<Reply> => {
    if (!line.isLive()) return { ok: false, error: NOT_CONNECTED }
    const reply = requests.expect(command.request_id)
    line.send(command)
    return reply
  }
  const answers = createAnswers({ ...ports, isLive: line.isLive, request })

  return {
    start: line.start,
    stop: line.stop,
    retryNow: line.retryNow,
    watch: subscriptions.watch,
    follow: subscriptions.follow,
    answer: answers.answer,
    takeBack: answers.takeBack,
    takeBackLast: answers.takeBackLast,
    send: (command) => request({ ...command, request_id: ids() }),
    say: createSay(store, ids, request),
    ...threadCommands(ids, request),
    ...messageCommands(ids, request),
    ...callCommands(ids, request),
    lookAt: (thread, folders) =>
      request({
        type: 'files_look',
        request_id: ids(),
        ...(thread === null ? {} : { thread_id: thread }),
        folders: [...folders],
      }),
    listTools: async (thread_id) => {
      const id = ids()
      const tools = requests.expectTools(id)
      const reply = await Promise.race([request({ type: 'list_tools', request_id: id, thread_id }), tools])
      if (!reply.ok) return reply
      return 'tools' in reply ? reply : tools
    },
  }
}

type Request = (command: ClientCommand) => Promise<Reply>

function createSay(store: ViewStore, ids: RequestIds, request: Request): Client['say'] {
  /** A message whose answer was lost with the connection: it may have arrived. */
  let unsure: { readonly key: string; readonly id: string } | null = null
  return async (thread_id, text, mode, images = [], more = {}) => {
    // Before it is sent: its turn may have ended when the answer arrives.
    store.dispatch({ type: 'message_sent', thread: thread_id })
    // The same text to the same thread after a lost answer is the same message, sent again.
    const key = JSON.stringify([thread_id, text, images.map(({ id }) => id), more])
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
      ...more,
    })
    if (reply.ok || reply.error !== NOT_CONNECTED) unsure = null
    if (!reply.ok) store.dispatch({ type: 'message_refused', thread: thread_id })
    return reply
  }
}

function threadCommands(
  ids: RequestIds,
  request: Request,
): Pick<
  Client,
  | 'createThread'
  | 'renameThread'
  | 'deleteThread'
  | 'markThread'
  | 'stopTurn'
  | 'sendNow'
  | 'setMode'
  | 'setModel'
> {
  return {
    createThread: ({ mode, title, model, effort, workspace }) =>
      request({
        type: 'thread_create',
        request_id: ids(),
        permission_mode: mode,
        title,
        ...(model === undefined ? {} : { model }),
        ...(effort === undefined ? {} : { effort }),
        ...(workspace === undefined ? {} : { workspace }),
      }),
    renameThread: (thread_id, title) =>
      request({ type: 'thread_rename', request_id: ids(), thread_id, title }),
    deleteThread: (thread_id) => request({ type: 'thread_delete', request_id: ids(), thread_id }),
    markThread: (thread_id, marks) =>
      request({ type: 'thread_mark', request_id: ids(), thread_id, ...marks }),
    stopTurn: (thread_id) => request({ type: 'turn_stop', request_id: ids(), thread_id }),
    sendNow: (thread_id, turn_id) => request({ type: 'turn_now', request_id: ids(), thread_id, turn_id }),
    setMode: (thread_id, permission_mode) =>
      request({ type: 'mode_set', request_id: ids(), thread_id, permission_mode }),
    setModel: (thread_id, model, effort) =>
      request({
        type: 'model_set',
        request_id: ids(),
        thread_id,
        model,
        ...(effort === undefined ? {} : { effort }),
      }),
  }
}

/** Queued messages, and branches. */
function messageCommands(
  ids: RequestIds,
  request: Request,
): Pick<Client, 'editQueued' | 'takeBackMessage' | 'branch' | 'chooseBranch'> {
  return {
    editQueued: (thread_id, turn_id, text) =>
      request({ type: 'turn_edit', request_id: ids(), thread_id, turn_id, text }),
    takeBackMessage: (thread_id, turn_id) =>
      request({ type: 'turn_take_back', request_id: ids(), thread_id, turn_id }),
    branch: (thread_id, turn_id, text, permission_mode) =>
      request({
        type: 'turn_branch',
        request_id: ids(),
        client_message_id: ids(),
        thread_id,
        turn_id,
        permission_mode,
        ...(text === null ? {} : { text }),
      }),
    chooseBranch: (thread_id, turn_id) =>
      request({ type: 'branch_choose', request_id: ids(), thread_id, turn_id }),
  }
}

function callCommands(
  ids: RequestIds,
  request: Request,
): Pick<Client, 'keepWaiting' | 'settleCall' | 'undo'> {
  return {
    keepWaiting: (tool_call_id) => request({ type: 'keep_waiting', request_id: ids(), tool_call_id }),
    settleCall: (tool_call_id, how, hash) =>
      request({ type: 'call_settle', request_id: ids(), tool_call_id, how, hash }),
    undo: (what, skip_conflicts) =>
      request(
        'call' in what
          ? { type: 'call_undo', request_id: ids(), tool_call_id: what.call, skip_conflicts }
          : { type: 'turn_undo', request_id: ids(), turn_id: what.turn, skip_conflicts },
      ),
  }
}
