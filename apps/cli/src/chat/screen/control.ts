import { isBusy, ownQuestions, questionAbout, waitsForModel, type ChatState } from '../chat-state.ts'
import { shortIds } from '../../short-id.ts'
import { choicesFor, needOf, NOTHING_KNOWN, type Choice, type Known } from '../completion.ts'
import { edit, edited, EMPTY, type Edited } from '../editor.ts'
import {
  nextChange,
  passTime,
  pressKey,
  questionCame,
  type Prompt,
  type PromptKey,
  type Step,
} from '../prompt.ts'
import type { Question } from '../question.ts'
import type { ChatSession } from '../session.ts'
import { parseSlash, runSlash } from '../slash.ts'
import { frame, type Frame, type Size, type Ui } from './frame.ts'
import type { ScreenKey } from './keys.ts'

export interface ControlParts {
  readonly session: ChatSession
  readonly now: () => number
  readonly size: () => Size
  readonly leave: () => void
}

/** A second Ctrl+C within this time leaves. */
const TWICE_MS = 2000
const KEPT_MESSAGES = 100

/** Keys in, frames out. The screen's own state is here; drawing has none. */
export class ScreenControl {
  readonly #parts: ControlParts
  readonly #listeners = new Set<() => void>()
  readonly #sent: string[] = []
  #ui: Ui = {
    draft: EMPTY,
    prompt: { at: 'aside' },
    question: null,
    scroll: 0,
    hint: '',
    choices: [],
    chosen: null,
  }
  #known: Known = NOTHING_KNOWN
  #frame: Frame
  #recalled = 0
  #stoppedAt = -Infinity
  #readToEnd = false
  #timer: NodeJS.Timeout | undefined
  #tick: NodeJS.Timeout | undefined
  #heard: ChatState | undefined
  #heardAt = 0

  constructor(parts: ControlParts) {
    this.#parts = parts
    this.#frame = this.#draw()
    parts.session.subscribe(() => this.#follow())
    this.#follow()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly snapshot = (): Frame => this.#frame

  get state(): ChatState {
    return this.#parts.session.state
  }

  /** The screen was resized. */
  resized(): void {
    this.#set({})
  }

  press(key: ScreenKey): void {
    if (key.kind === 'stop') return this.#stop()
    if (this.#ui.hint !== '') this.#set({ hint: '' })
    const { question, prompt } = this.#ui
    if (question !== null && this.#scrolls(key)) return
    if (question === null || prompt.at === 'aside') return this.#write(key, question)
    this.#take(
      pressKey(prompt, promptKey(key), {
        question,
        readToEnd: this.#readToEnd,
        now: this.#parts.now(),
      }),
    )
  }

  /** Pasted text is never an answer. */
  paste(text: string): void {
    const { prompt, question } = this.#ui
    const inLine = 'line' in prompt
    if (question !== null && inLine) this.press({ kind: 'text', text })
    else this.#set({ prompt: { at: 'aside' }, draft: edit(this.#ui.draft, { do: 'insert', text }) })
  }

  #stop(): void {
    const { session, now, leave } = this.#parts
    const again = now() - this.#stoppedAt < TWICE_MS
    if (again) return leave()
    this.#stoppedAt = now()
    const stopped = session.stop()
    this.#set({ hint: stopped ? 'Stopping. Ctrl+C again leaves.' : 'Ctrl+C again leaves.', draft: EMPTY })
  }

  #scrolls(key: ScreenKey): boolean {
    const { height, shown } = this.#frame.body
    const step = height <= shown ? null : this.#stepOf(key, Math.max(1, shown - 1))
    if (step === null) return false
    this.#set({ scroll: Math.max(0, Math.min(this.#ui.scroll + step, height - shown)) })
    return true
  }

  /** How many lines a key scrolls the body of a question. Space, Home and End are for the message while one is written. */
  #stepOf(key: ScreenKey, page: number): number | null {
    switch (key.kind) {
      case 'up':
        return -1
      case 'down':
        return 1
      case 'page_up':
        return -page
      case 'page_down':
        return page
      case 'text':
        return this.#ui.prompt.at === 'armed' && key.text === ' ' ? page : null
      case 'edit': {
        const writes = this.#ui.prompt.at !== 'armed' && this.#ui.prompt.at !== 'settling'
        if (writes || (key.edit.do !== 'home' && key.edit.do !== 'end')) return null
        return key.edit.do === 'end' ? Infinity : -Infinity
      }
      default:
        return null
    }
  }

  #write(key: ScreenKey, question: Question | null): void {
    const { draft } = this.#ui
    switch (key.kind) {
      case 'text':
        return this.#set({ draft: edit(draft, { do: 'insert', text: key.text }) })
      case 'edit':
        return this.#set({ draft: edit(draft, key.edit) })
      case 'new_line':
        return this.#set({ draft: edit(draft, { do: 'insert', text: '\n' }) })
      case 'enter':
        return this.#enter()
      case 'escape':
        if (isBusy(this.state)) this.#parts.session.stop()
        return
      case 'tab':
        if (this.#complete()) return
        if (question !== null) this.#set({ prompt: { at: 'settling', since: this.#parts.now() } })
        return
      case 'up':
      case 'down':
        return this.#recall(key.kind === 'up' ? 1 : -1)
      case 'leave':
        if (draft.text === '') this.#parts.leave()
        break
      case 'stop':
      case 'page_up':
      case 'page_down':
      case 'other':
        break
    }
  }

  /** Inserts a completion; another Tab selects the next. False: there is none. */
  #complete(): boolean {
    const { choices, chosen, draft } = this.#ui
    const next = chosen === null ? 0 : (chosen + 1) % choices.length
    const choice = choices[next]
    if (choice === undefined || (choices.length === 1 && choice.message.text === draft.text)) return false
    // The only completion is accepted immediately, so that typing can continue into a folder.
    this.#set(
      choices.length === 1 ? { draft: choice.message } : { draft: choice.message, choices, chosen: next },
    )
    return true
  }

  #choicesFor(draft: Edited): readonly Choice[] {
    const threads = this.state.view.threads ?? []
    const short = shortIds(threads.map(({ id }) => id))
    const chats = threads.map(({ id, title }) => ({ short: short.get(id) ?? id, title }))
    return choicesFor(draft, { ...this.#known, chats })
  }

  /** Requests the names that the message needs from the server. Late answers for another message are only cached. */
  async #learn(draft: Edited): Promise<void> {
    const { session } = this.#parts
    const need = needOf(draft)
    if (need?.list === 'models' && this.#known.models.length === 0) {
      const models = await session.models()
      if (models.ok) this.#known = { ...this.#known, models: models.value.models }
    } else if (need?.list === 'prompts' && this.#known.prompts === null) {
      const prompts = await session.prompts()
      if (prompts.ok) this.#known = { ...this.#known, prompts: prompts.value }
    } else if (need?.list === 'files' && need.wanted !== this.#known.files.wanted) {
      const paths = await session.files(need.wanted)
      this.#known = { ...this.#known, files: { wanted: need.wanted, paths } }
    } else return
    if (this.#ui.draft === draft) this.#set({ choices: this.#choicesFor(draft), chosen: null })
  }

  #enter(): void {
    const text = this.#ui.draft.text.trim()
    if (text === '') return
    this.#sent.unshift(text)
    this.#sent.length = Math.min(this.#sent.length, KEPT_MESSAGES)
    this.#recalled = 0
    this.#set({ draft: EMPTY })
    const command = parseSlash(text)
    void (command === null ? this.#parts.session.send(text) : this.#slash(command))
  }

  async #slash(command: { readonly name: string; readonly argument: string }): Promise<void> {
    const effect = await runSlash(this.#parts.session, command)
    if (effect.kind === 'quit') this.#parts.leave()
    if (effect.kind === 'show') this.#show(effect.question)
  }

  /** Earlier messages, latest first. */
  #recall(by: number): void {
    const next = Math.max(0, Math.min(this.#recalled + by, this.#sent.length))
    if (next === this.#recalled) return
    this.#recalled = next
    this.#set({ draft: edited(next === 0 ? '' : (this.#sent[next - 1] ?? '')) })
  }

  #take(step: Step): void {
    const { draft, question } = this.#ui
    this.#set({
      prompt: step.prompt,
      ...(step.hint === undefined ? {} : { hint: step.hint }),
      ...(step.toMessage === undefined ? {} : { draft: edit(draft, { do: 'insert', text: step.toMessage }) }),
    })
    if (question === null) return
    if (step.answer !== undefined) void this.#parts.session.answer(question, step.answer)
    if (step.keepWaiting === true) void this.#parts.session.keepWaiting(question)
  }

  /** The chat changed: the question may be gone or replaced. */
  #follow(): void {
    const shown = this.#ui.question
    const still = shown === null ? undefined : questionAbout(this.state, shown.call.id)
    if (still !== undefined) {
      void this.#parts.session.whole(still)
      return this.#set({ question: still })
    }
    const [next] = ownQuestions(this.state)
    if (next !== undefined) return this.#show(next)
    this.#set(shown === null ? {} : { question: null, prompt: { at: 'aside' }, scroll: 0 })
  }

  #show(question: Question): void {
    this.#readToEnd = false
    void this.#parts.session.whole(question)
    const prompt: Prompt = questionCame(this.#ui.draft.text, this.#parts.now())
    this.#set({ question, prompt, scroll: 0 })
  }

  #set(change: Partial<Ui>): void {
    const { draft } = change
    const writes = draft !== undefined && change.choices === undefined
    const fresh = writes ? { choices: this.#choicesFor(draft), chosen: null } : {}
    this.#ui = { ...this.#ui, ...change, ...fresh }
    if (writes) void this.#learn(draft)
    this.#frame = this.#draw()
    const { height, shown } = this.#frame.body
    const whole = this.#ui.question?.call.shortened === undefined
    if (whole && this.#ui.scroll + shown >= height) this.#readToEnd = true
    this.#wake()
    for (const listener of this.#listeners) listener()
  }

  #draw(): Frame {
    const { session, size } = this.#parts
    return frame({
      state: session.state,
      ui: this.#ui,
      mode: session.mode,
      workspace: this.#ui.question === null ? session.workspace : session.placeOf(this.#ui.question),
      size: size(),
      bodies: session.bodies,
      quiet: this.#quiet(),
    })
  }

  /** Seconds since the chat last changed, shown while a model is silent. */
  #quiet(): number {
    const { now } = this.#parts
    if (this.#heard !== this.state) {
      this.#heard = this.state
      this.#heardAt = now()
    }
    clearTimeout(this.#tick)
    if (waitsForModel(this.state)) this.#tick = setTimeout(() => this.#set({}), 1000).unref()
    return Math.floor((now() - this.#heardAt) / 1000)
  }

  /** Timers arm a question and send a held letter. */
  #wake(): void {
    clearTimeout(this.#timer)
    const { question, prompt } = this.#ui
    const wait = question === null ? null : nextChange(prompt, this.#parts.now())
    if (question === null || wait === null) return
    this.#timer = setTimeout(() => this.#take(passTime(prompt, question, this.#parts.now())), wait)
  }
}

function promptKey(key: ScreenKey): PromptKey {
  switch (key.kind) {
    case 'text':
    case 'edit':
      return key
    case 'enter':
    case 'escape':
    case 'tab':
      return { kind: key.kind }
    case 'new_line':
    case 'stop':
    case 'leave':
    case 'up':
    case 'down':
    case 'page_up':
    case 'page_down':
    case 'other':
      return { kind: 'other' }
  }
}
