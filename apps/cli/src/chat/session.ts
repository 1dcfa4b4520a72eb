import {
  approvalCommands,
  fileRoutes,
  promptRoutes,
  rulesRoutes,
  settingsRoutes,
  threadCommands,
  threadRoutes,
  type CallId,
  type ExplainedCall,
  type InterruptedCall,
  type ModelList,
  type SavedPrompt,
  type ServerMessage,
  type ThreadId,
  type ThreadSnapshot,
  type ThreadView,
  type UndoView,
} from '@countersign/protocol'
import type { Outcome, Reached } from '../server-client.ts'
import { newMessageId, now } from '../clock.ts'
import { wholeCall } from '../whole.ts'
import {
  chatOf,
  closeChat,
  dispatch,
  hear,
  isBusy,
  nextQueued,
  NOTHING_YET,
  note,
  openChat,
  questionAbout,
  withWhole,
  type ChatState,
} from './chat-state.ts'
import type { FeatureBodyLines } from './feature-body-lines.ts'
import { LastingWire } from './lasting-wire.ts'
import { line, type Line } from './lines.ts'
import type { Question } from './question.ts'
import { visibleLine } from './visible.ts'

export interface Answer {
  readonly decision: 'allow_once' | 'allow_chat' | 'allow_always' | 'deny'
  readonly rule?: string
  readonly feedback?: string
  /** Ids of the parts that are signed. */
  readonly parts?: readonly string[]
}

/** What a new chat begins with. */
export interface Beginning {
  readonly workspace: string
  readonly mode?: string
}

/** One chat of a running server, for both terminal forms: a changing state, and a person's actions. */
export class ChatSession {
  readonly #server: Reached
  readonly #beginning: Beginning
  readonly #wire: LastingWire
  /** How features draw their cards. */
  readonly bodies: readonly FeatureBodyLines[]
  readonly #listeners = new Set<() => void>()
  #state: ChatState = NOTHING_YET
  /** Calls of questions that were loaded completely, or are being loaded. */
  readonly #wholes = new Map<string, ReturnType<typeof wholeCall>>()
  /** A message whose answer was lost with the connection: it may have arrived. */
  #unsure: { readonly key: string; readonly id: string } | undefined
  /** Mode and model of the thread that the first message creates. */
  #mode: string | undefined
  #model: string | undefined

  constructor(server: Reached, beginning: Beginning, bodies: readonly FeatureBodyLines[]) {
    this.#server = server
    this.bodies = bodies
    this.#beginning = beginning
    this.#mode = beginning.mode
    this.#wire = new LastingWire(server, {
      heard: (message) => this.#set(hear(this.#state, message, now())),
      opened: async () => {
        this.#set(dispatch(this.#state, { type: 'line_opened' }))
        await this.#follow()
      },
      lost: (times) => this.#set(dispatch(this.#state, { type: 'line_lost', ...times })),
    })
  }

  get state(): ChatState {
    return this.#state
  }

  get mode(): string {
    return chatOf(this.#state)?.thread.permission_mode ?? this.#mode ?? 'default'
  }

  /** Empty: the server chooses when the thread begins. */
  get model(): string {
    return chatOf(this.#state)?.thread.model ?? this.#model ?? ''
  }

  get workspace(): string {
    return chatOf(this.#state)?.thread.workspace ?? this.#beginning.workspace
  }

  /** Where the call of a question would run. */
  placeOf({ call }: Question): string {
    const chat = this.#state.view.threads?.find(({ id }) => id === call.thread_id)
    return chat?.workspace ?? this.workspace
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async connect(): Promise<void> {
    await this.#wire.connect()
  }

  close(): void {
    this.#wire.close()
  }

  /** Shows our own lines among the blocks. */
  note(lines: readonly Line[]): void {
    this.#set(note(this.#state, lines))
  }

  trouble(message: string): void {
    this.note([line(`Not done: ${visibleLine(message)}`, 'stop')])
  }

  /** Opens an existing chat, below the current text. */
  async open(id: string): Promise<Outcome<null>> {
    const read = await this.#read(id)
    if (!read.ok) return read
    const { open, blocks } = this.#state
    if (open !== null) await this.#wire.command(threadCommands.unsubscribe, { thread_id: open })
    const { title, workspace } = read.value.thread
    if (blocks.length > 0) this.note([line(`── ${visibleLine(title)}  ${visibleLine(workspace)}`, 'ask')])
    this.#set(openChat(this.#state, read.value))
    await this.#follow()
    return { ok: true, value: null }
  }

  async #read(id: string): Promise<Outcome<ThreadSnapshot>> {
    const answer = await this.#server.api.call(threadRoutes.snapshot, { params: { id } })
    return answer.ok ? { ok: true, value: answer.body } : answer
  }

  /** The next message opens a new chat in the same folder. */
  async leave(): Promise<void> {
    const { open } = this.#state
    if (open !== null) await this.#wire.command(threadCommands.unsubscribe, { thread_id: open })
    this.#mode = undefined
    this.#model = undefined
    this.#set(closeChat(this.#state))
  }

  /** `now`: stops the running turn first. `compact`: shortens the history instead of answering. */
  async send(
    text: string,
    { now: isNow = false, compact = false }: { readonly now?: boolean; readonly compact?: boolean } = {},
  ): Promise<void> {
    const thread = await this.#ensureThread()
    if (thread === null) return
    this.#set({ ...this.#state, starting: true })
    // The same text after a lost answer is the same message, sent again.
    const key = JSON.stringify([thread, text])
    const id = this.#unsure?.key === key ? this.#unsure.id : newMessageId()
    this.#unsure = { key, id }
    const started = await this.#wire.command(threadCommands.startTurn, {
      client_message_id: id,
      thread_id: thread,
      text,
      permission_mode: this.mode,
      ...(isNow ? { now: true } : {}),
      ...(compact ? { compact } : {}),
    })
    if (started.type !== 'error' || started.error.code !== 'unavailable') this.#unsure = undefined
    if (started.type !== 'error') return
    this.#set({ ...this.#state, starting: false })
    this.#report(started)
  }

  /** Stops the running turn and starts the next queued message. False: none is queued. */
  async sendNow(): Promise<boolean> {
    const next = nextQueued(this.#state)
    if (next === undefined) return false
    this.#report(
      await this.#wire.command(threadCommands.sendNow, { thread_id: next.thread_id, turn_id: next.id }),
    )
    return true
  }

  /** False: nothing runs. */
  stop(): boolean {
    const { open } = this.#state
    if (open === null || !isBusy(this.#state)) return false
    void this.#wire.command(threadCommands.stopTurn, { thread_id: open })
    return true
  }

  /** A question with its complete call, if it was shortened. If loading fails, a note says so and it is not tried again. */
  async whole(question: Question): Promise<Question> {
    const { id, shortened } = question.call
    if (shortened === undefined) return question
    const loading = this.#wholes.get(id) ?? wholeCall(this.#server.api, id)
    const first = !this.#wholes.has(id)
    this.#wholes.set(id, loading)
    const read = await loading
    if (read.ok) this.#set(withWhole(this.#state, read.value))
    else if (first) this.trouble(read.message)
    return questionAbout(this.#state, id) ?? question
  }

  async answer({ approval, call }: Question, { parts, ...answer }: Answer): Promise<void> {
    this.#report(
      await this.#wire.command(approvalCommands.answer, {
        tool_call_id: call.id,
        hash: approval.hash,
        ...answer,
        ...(parts === undefined ? {} : { parts: [...parts] }),
      }),
    )
  }

  /** A person's finding about a call that a crash cut off. */
  async settle(call: InterruptedCall, how: 'done' | 'not_done' | 'again'): Promise<boolean> {
    const answer = await this.#wire.command(approvalCommands.settle, {
      tool_call_id: call.id,
      hash: call.hash,
      how,
    })
    this.#report(answer)
    return answer.type !== 'error'
  }

  async keepWaiting({ call }: Question): Promise<void> {
    this.#report(await this.#wire.command(approvalCommands.keepWaiting, { tool_call_id: call.id }))
  }

  async setMode(mode: string): Promise<void> {
    const { open } = this.#state
    if (open === null) {
      this.#mode = mode
      this.#set({ ...this.#state })
      return
    }
    this.#report(await this.#wire.command(threadCommands.setMode, { thread_id: open, permission_mode: mode }))
  }

  /** False: it was refused, which is printed. */
  async setModel(model: string): Promise<boolean> {
    const { open } = this.#state
    if (open === null) {
      this.#model = model
      this.#set({ ...this.#state })
      return true
    }
    const answer = await this.#wire.command(threadCommands.setModel, { thread_id: open, model })
    this.#report(answer)
    return answer.type !== 'error'
  }

  async models(): Promise<Outcome<ModelList>> {
    const answer = await this.#server.api.call(settingsRoutes.models, {})
    return answer.ok ? { ok: true, value: answer.body } : answer
  }

  /** The person's saved prompts. */
  async prompts(): Promise<Outcome<readonly SavedPrompt[]>> {
    const answer = await this.#server.api.call(promptRoutes.list, {})
    return answer.ok ? { ok: true, value: answer.body.prompts } : answer
  }

  /** Most recently used first. */
  async chats(): Promise<Outcome<readonly ThreadView[]>> {
    const answer = await this.#server.api.call(threadRoutes.list, {})
    return answer.ok ? { ok: true, value: answer.body.threads } : answer
  }

  /** Names in the chat's folder that match the typed text. */
  async files(wanted: string): Promise<readonly string[]> {
    const thread = await this.#ensureThread()
    if (thread === null) return []
    const answer = await this.#server.api.call(fileRoutes.names, { query: { wanted, thread_id: thread } })
    return answer.ok ? answer.body.names.map(({ path }) => path) : []
  }

  async tools(): Promise<Outcome<Extract<ServerMessage, { type: 'tools' }>['tools']>> {
    const thread = await this.#ensureThread()
    if (thread === null) return { ok: false, message: 'no chat could be opened' }
    const answer = await this.#wire.command(threadCommands.listTools, { thread_id: thread })
    if (answer.type === 'tools') return { ok: true, value: answer.tools }
    return failed(answer)
  }

  /** Restores the files that a call changed, or says what would be restored. */
  async undo(call: CallId, dryRun: boolean): Promise<Outcome<UndoView>> {
    const answer = await this.#wire.command(approvalCommands.undoCall, {
      tool_call_id: call,
      ...(dryRun ? { dry_run: true } : {}),
    })
    return answer.type === 'undone' ? { ok: true, value: answer.undo } : failed(answer)
  }

  /** The policy's decision on a call in this chat. */
  async decide(call: string): Promise<Outcome<ExplainedCall>> {
    const thread = await this.#ensureThread()
    if (thread === null) return { ok: false, message: 'no chat could be opened' }
    const answer = await this.#server.api.call(rulesRoutes.decide, { body: { call, thread_id: thread } })
    return answer.ok ? { ok: true, value: answer.body } : answer
  }

  #set(state: ChatState): void {
    if (state === this.#state) return
    this.#state = state
    for (const listener of this.#listeners) listener()
  }

  async #ensureThread(): Promise<ThreadId | null> {
    if (this.#state.open !== null) return this.#state.open
    const created = await this.#wire.command(threadCommands.create, {
      // Its first words, until the model has written one.
      title: '',
      workspace: this.#beginning.workspace,
      ...(this.#mode === undefined ? {} : { permission_mode: this.#mode }),
      ...(this.#model === undefined ? {} : { model: this.#model }),
    })
    if (created.type !== 'ok' || created.thread_id === undefined) {
      this.#report(created)
      return null
    }
    const read = await this.#read(created.thread_id)
    if (!read.ok) {
      this.trouble(read.message)
      return null
    }
    // Blocks are drawn once and stay.
    this.#set({ ...openChat(this.#state, read.value), blocks: this.#state.blocks })
    await this.#follow()
    return created.thread_id
  }

  #report(answer: ServerMessage): void {
    const done = failed(answer)
    if (answer.type === 'error') this.trouble(done.message)
  }

  async #follow(): Promise<void> {
    const chat = chatOf(this.#state)
    if (chat === null) return
    await this.#wire.command(threadCommands.subscribe, { thread_id: chat.thread.id, after_seq: chat.seq })
  }
}

function failed(answer: ServerMessage): { readonly ok: false; readonly message: string } {
  return {
    ok: false,
    message: answer.type === 'error' ? answer.error.message : 'the server sent an unexpected response',
  }
}
