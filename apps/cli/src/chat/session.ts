import {
  ThreadSnapshot,
  type CallView,
  type ServerMessage,
  type ThreadId,
  type UndoView,
} from '@countersign/protocol'
import type { Reached } from '../server-client.ts'
import { openWire, type Wire } from '../wire.ts'
import { newMessageId } from '../clock.ts'
import { hear, isBusy, NOTHING_YET, note, openChat, type ChatState } from './chat-state.ts'
import { line, type Line } from './lines.ts'
import type { Question } from './question.ts'
import { visibleLine } from './visible.ts'

export interface Answer {
  readonly decision: 'allow_once' | 'allow_chat' | 'allow_always' | 'deny'
  readonly rule?: string
  readonly feedback?: string
}

/** What a new chat begins with. */
export interface Beginning {
  readonly workspace: string
  readonly mode?: string
}

type Done<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string }

/** Milliseconds between attempts to reach a server that went away. */
const RETRY_MS = 1000

/** One chat of a running server, as both terminal forms use it: a state that changes, and what a person can do. */
export class ChatSession {
  readonly #server: Reached
  readonly #beginning: Beginning
  readonly #listeners = new Set<() => void>()
  #state: ChatState = NOTHING_YET
  #wire: Wire | null = null
  #closed = false
  /** A message whose answer was lost with the connection: it may have arrived. */
  #unsure: { readonly key: string; readonly id: string } | undefined
  /** Mode of the chat that the first message opens. */
  #mode: string | undefined

  constructor(server: Reached, beginning: Beginning) {
    this.#server = server
    this.#beginning = beginning
    this.#mode = beginning.mode
  }

  get state(): ChatState {
    return this.#state
  }

  get mode(): string {
    return this.#state.thread?.permission_mode ?? this.#mode ?? 'default'
  }

  get workspace(): string {
    return this.#state.thread?.workspace ?? this.#beginning.workspace
  }

  /** Where the call of a question would run. */
  placeOf({ call }: Question): string {
    return this.#state.workspaces.get(call.thread_id) ?? this.workspace
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async connect(): Promise<void> {
    const wire = await openWire(this.#server.port, this.#server, (message) => this.#heard(message))
    this.#wire = wire
    this.#set({ ...this.#state, connected: true })
    void wire.closed.then(() => this.#lost())
    await this.#follow()
  }

  close(): void {
    this.#closed = true
    this.#wire?.close()
  }

  /** Shows lines of our own among what happened. */
  note(lines: readonly Line[]): void {
    this.#set(note(this.#state, lines))
  }

  trouble(message: string): void {
    this.note([line(`Not done: ${visibleLine(message)}`, 'stop')])
  }

  /** Opens a chat that exists. */
  async open(id: string): Promise<Done<null>> {
    const read = await this.#read(id)
    if (!read.ok) return read
    this.#set(openChat(this.#state, read.value))
    await this.#follow()
    return { ok: true, value: null }
  }

  async #read(id: string): Promise<Done<ThreadSnapshot>> {
    const answer = await this.#server.api.get(`/api/threads/${encodeURIComponent(id)}`)
    if (!answer.ok) return answer
    const snapshot = ThreadSnapshot.safeParse(answer.body)
    if (!snapshot.success) return { ok: false, message: 'the server speaks another version; restart it' }
    return { ok: true, value: snapshot.data }
  }

  /** The next message opens a new chat in the same folder. */
  async leave(): Promise<void> {
    const { thread, waiting, interrupted, workspaces, connected } = this.#state
    if (thread !== null) await this.#command({ type: 'unsubscribe', thread_id: thread.id })
    this.#mode = undefined
    this.#set({ ...NOTHING_YET, blocks: this.#state.blocks, waiting, interrupted, workspaces, connected })
  }

  async send(text: string): Promise<void> {
    const thread = await this.#ensureThread(text)
    if (thread === null) return
    this.#set({ ...this.#state, starting: true })
    // The same words after a lost answer are the same message, sent again.
    const key = JSON.stringify([thread, text])
    const id = this.#unsure?.key === key ? this.#unsure.id : newMessageId()
    this.#unsure = { key, id }
    const started = await this.#command({
      type: 'turn_start',
      client_message_id: id,
      thread_id: thread,
      text,
      permission_mode: this.mode,
    })
    if (started.type !== 'error' || started.error.code !== 'unavailable') this.#unsure = undefined
    if (started.type !== 'error') return
    this.#set({ ...this.#state, starting: false })
    this.#report(started)
  }

  /** False: nothing runs. */
  stop(): boolean {
    const { thread } = this.#state
    if (thread === null || !isBusy(this.#state)) return false
    void this.#command({ type: 'turn_stop', thread_id: thread.id })
    return true
  }

  async answer({ approval, call }: Question, answer: Answer): Promise<void> {
    this.#report(
      await this.#command({
        type: 'tool_approval_response',
        tool_call_id: call.id,
        hash: approval.hash,
        ...answer,
      }),
    )
  }

  /** What a person found out about a call that a crash cut off. */
  async settle(call: CallView, how: 'done' | 'not_done' | 'again'): Promise<boolean> {
    const answer = await this.#command({ type: 'call_settle', tool_call_id: call.id, hash: call.hash, how })
    this.#report(answer)
    return answer.type !== 'error'
  }

  async keepWaiting({ call }: Question): Promise<void> {
    this.#report(await this.#command({ type: 'keep_waiting', tool_call_id: call.id }))
  }

  async setMode(mode: string): Promise<void> {
    const { thread } = this.#state
    if (thread === null) {
      this.#mode = mode
      this.#set({ ...this.#state })
      return
    }
    this.#report(await this.#command({ type: 'mode_set', thread_id: thread.id, permission_mode: mode }))
  }

  async tools(): Promise<Done<Extract<ServerMessage, { type: 'tools' }>['tools']>> {
    const thread = await this.#ensureThread('New chat')
    if (thread === null) return { ok: false, message: 'no chat could be opened' }
    const answer = await this.#command({ type: 'list_tools', thread_id: thread })
    if (answer.type === 'tools') return { ok: true, value: answer.tools }
    return failed(answer)
  }

  async undo(target: Readonly<Record<string, unknown>>, dryRun: boolean): Promise<Done<UndoView>> {
    const answer = await this.#command({ ...target, ...(dryRun ? { dry_run: true } : {}) })
    return answer.type === 'undone' ? { ok: true, value: answer.undo } : failed(answer)
  }

  /** What policy says of a call in this chat. */
  async decide(call: string): Promise<Done<unknown>> {
    const thread = await this.#ensureThread('New chat')
    if (thread === null) return { ok: false, message: 'no chat could be opened' }
    const answer = await this.#server.api.post('/api/decide', { call, thread_id: thread })
    return answer.ok ? { ok: true, value: answer.body } : answer
  }

  #heard(message: ServerMessage): void {
    this.#set(hear(this.#state, message))
  }

  #set(state: ChatState): void {
    if (state === this.#state) return
    this.#state = state
    for (const listener of this.#listeners) listener()
  }

  async #ensureThread(title: string): Promise<ThreadId | null> {
    if (this.#state.thread !== null) return this.#state.thread.id
    const created = await this.#command({
      type: 'thread_create',
      title: title.split('\n')[0]?.slice(0, 80) ?? 'New chat',
      workspace: this.#beginning.workspace,
      ...(this.#mode === undefined ? {} : { permission_mode: this.#mode }),
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
    // What is drawn stays drawn, and is drawn once.
    this.#set({ ...openChat(this.#state, read.value), blocks: this.#state.blocks })
    await this.#follow()
    return created.thread_id
  }

  #command(command: Readonly<Record<string, unknown>>): Promise<ServerMessage> {
    return this.#wire?.command(command) ?? Promise.resolve(LOST)
  }

  #report(answer: ServerMessage): void {
    const done = failed(answer)
    if (answer.type === 'error') this.trouble(done.message)
  }

  async #follow(): Promise<void> {
    const { thread, seq } = this.#state
    if (thread !== null) await this.#command({ type: 'subscribe', thread_id: thread.id, after_seq: seq })
  }

  #lost(): void {
    if (this.#closed) return
    this.#set({ ...this.#state, connected: false })
    const again = () => {
      if (this.#closed) return
      this.connect().catch(() => setTimeout(again, RETRY_MS))
    }
    setTimeout(again, RETRY_MS)
  }
}

const LOST: ServerMessage = {
  type: 'error',
  request_id: null,
  error: { code: 'unavailable', message: 'the connection to the server is lost' },
}

function failed(answer: ServerMessage): { readonly ok: false; readonly message: string } {
  return {
    ok: false,
    message: answer.type === 'error' ? answer.error.message : 'the server gave another answer than expected',
  }
}
