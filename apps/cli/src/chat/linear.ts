import { modeLabel } from '@countersign/protocol/client'
import { createInterface } from 'node:readline'
import { blockLines } from './block-lines.ts'
import { cardLines } from './card-lines.ts'
import { isBusy, ownQuestions, questionAbout, waitsForModel } from './chat-state.ts'
import { line, plainText, type Line } from './lines.ts'
import { partLinesOf, partsOf, readPartNumbers } from './parts.ts'
import { offersOf, wordFor, type Question } from './question.ts'
import { effectLines } from './screen/answer-lines.ts'
import type { Answer, ChatSession } from './session.ts'
import { parseSlash, runSlash } from './slash.ts'
import { visibleLine } from './visible.ts'

export interface LinearOptions {
  readonly session: ChatSession
  readonly now: () => number
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}

/** A line that arrives sooner after its question was written before the person could read it. */
const EARLY_MS = 800

/** Silence of a model that is worth reporting. */
const SILENCE_MS = 30_000

/** Exit code if questions are left open. */
const LEFT_WAITING = 2

/** The chat line by line: nothing is redrawn, questions and answers are lines. For screen readers and pipes. */
export async function runLinear(options: LinearOptions): Promise<number> {
  return new LinearChat(options).run()
}

type Asking =
  | { readonly for: 'letter' | 'note' | 'word' | 'parts'; readonly question: Question }
  | {
      readonly for: 'rule'
      readonly question: Question
      readonly scope: 'allow_chat' | 'allow_always'
      readonly rule: string
    }

class LinearChat {
  readonly #options: LinearOptions
  #printed = 0
  #askedAt = 0
  /** A question is being loaded completely. */
  #loading = false
  #asking: Asking | null = null
  #quit: () => void = () => {}
  #inputEnded = false
  #silence: NodeJS.Timeout | undefined
  /** Messages are sent in sequence, and the end waits for the last. */
  #work: Promise<void> = Promise.resolve()

  constructor(options: LinearOptions) {
    this.#options = options
  }

  async run(): Promise<number> {
    const { session, input, now } = this.#options
    const left = new Promise<void>((quit) => {
      this.#quit = quit
    })
    this.#print([
      line(
        `Countersign, ${modeLabel(session.mode)} mode, folder ${session.workspace}. Write a message, or /help.`,
      ),
    ])
    const lines = createInterface({ input })
    lines.on('line', (text) => {
      // The time of writing matters, not the time of processing.
      const at = now()
      this.#work = this.#work.then(() => this.#hear(text, at))
    })
    lines.on('SIGINT', () => {
      if (!session.stop()) this.#quit()
    })
    lines.on('close', () => {
      void this.#work.then(() => {
        this.#inputEnded = true
        this.#follow()
      })
    })
    const unsubscribe = session.subscribe(() => this.#follow())
    this.#follow()
    await left
    unsubscribe()
    clearTimeout(this.#silence)
    lines.close()
    const open = ownQuestions(session.state).length
    if (open === 0) return 0
    this.#print([line(`${open} still waiting; answer with \`countersign approvals\`.`)])
    return LEFT_WAITING
  }

  #print(lines: readonly Line[]): void {
    for (const one of lines) this.#options.output.write(`${plainText(one)}\n`)
  }

  /** Prints new blocks, then asks the pending question. */
  #follow(): void {
    const { session } = this.#options
    const { blocks } = session.state
    // Taken before printing, because printing may change the chat again.
    const fresh = blocks.slice(this.#printed)
    this.#printed = blocks.length
    for (const block of fresh) {
      const own = block.kind === 'message' && block.message.role === 'user'
      if (!own) this.#print(blockLines(block))
    }
    this.#watchSilence()
    const asked = this.#asking?.question
    if (asked !== undefined && !questionAbout(session.state, asked.call.id)) this.#asking = null
    const [next] = ownQuestions(session.state)
    if (this.#asking === null && next !== undefined && !this.#loading) void this.#askWhole(next)
    if (this.#inputEnded && !this.#loading && (!isBusy(session.state) || this.#asking !== null)) this.#quit()
  }

  /** Reports once that a model has been silent for long: every second would be noise here. */
  #watchSilence(): void {
    clearTimeout(this.#silence)
    if (!waitsForModel(this.#options.session.state)) return
    this.#silence = setTimeout(
      () => this.#print([line(`Waiting for the model, ${SILENCE_MS / 1000} s.`)]),
      SILENCE_MS,
    ).unref()
  }

  /** Asks a question once it is loaded completely. */
  async #askWhole(question: Question): Promise<void> {
    const { session, now } = this.#options
    if (question.call.shortened === undefined) return this.#ask(question, now())
    this.#loading = true
    const whole = await session.whole(question)
    this.#loading = false
    if (questionAbout(session.state, whole.call.id)) this.#ask(whole, now())
    this.#follow()
  }

  #ask(question: Question, now: number): void {
    const { session } = this.#options
    this.#asking = { for: 'letter', question }
    this.#askedAt = now
    const other = question.call.thread_id !== session.state.open
    const word = wordFor(question)
    const rules = offersOf(question).length === 0 ? '' : ', c allow for this chat, w always allow'
    const parts = partsOf(question).length === 0 ? '' : ', p allow some parts'
    const allow = word === null ? 'a allow once' : 'a allow, after typing a word'
    this.#print([
      line('Question:'),
      ...cardLines(question, { chat: other, bodies: session.bodies }),
      line(`Answer with a letter and Enter: ${allow}${parts}${rules}, d deny, n deny with a note.`),
    ])
  }

  async #hear(text: string, at: number): Promise<void> {
    const { session } = this.#options
    const written = text.trim()
    if (written === '') return
    if (this.#asking !== null && !written.startsWith('/')) {
      if (at - this.#askedAt < EARLY_MS)
        return this.#print([
          line('Too early: the question had only just appeared. Nothing was answered; answer again.'),
        ])
      return this.#answer(this.#asking, written)
    }
    const command = parseSlash(written)
    if (command === null) return session.send(written)
    const effect = await runSlash(session, command)
    if (effect.kind === 'quit') this.#quit()
    if (effect.kind === 'show') await this.#askWhole(effect.question)
  }

  async #answer(asking: Asking, written: string): Promise<void> {
    const { question } = asking
    switch (asking.for) {
      case 'letter':
        return this.#letter(question, written)
      case 'note':
        return this.#give(question, { decision: 'deny', feedback: written })
      case 'word':
        if (written === wordFor(question)) return this.#give(question, { decision: 'allow_once' })
        this.#asking = { for: 'letter', question }
        return this.#print([line('That is not the word; nothing was answered. Answer with a letter again.')])
      case 'parts': {
        const read = readPartNumbers(written, partsOf(question))
        if (read.ok) return this.#give(question, read.answer)
        this.#asking = { for: 'letter', question }
        return this.#print([line(`${read.message}. Nothing was answered; answer with a letter again.`)])
      }
      case 'rule':
        return this.#rule(asking, written)
    }
  }

  async #letter(question: Question, written: string): Promise<void> {
    const rule = offersOf(question)[0]?.rule
    switch (written.toLowerCase()) {
      case 'a': {
        const word = wordFor(question)
        if (word === null) return this.#give(question, { decision: 'allow_once' })
        this.#asking = { for: 'word', question }
        return this.#print([
          line(`Type ${visibleLine(word)} and press Enter to allow. This cannot be undone.`),
        ])
      }
      case 'p':
        if (partsOf(question).length === 0)
          return this.#print([line('This call is not shown in parts; a, d or n.')])
        this.#asking = { for: 'parts', question }
        return this.#print([
          ...partLinesOf(question),
          line('Which parts, by their numbers, then words for the agent: 1,3 keep the old name'),
        ])
      case 'c':
      case 'w': {
        if (rule === undefined)
          return this.#print([line('No rule is offered for this call; answer a, d or n.')])
        return this.#tryRule(question, written.toLowerCase() === 'c' ? 'allow_chat' : 'allow_always', rule)
      }
      case 'd':
        return this.#give(question, { decision: 'deny' })
      case 'n':
        this.#asking = { for: 'note', question }
        return this.#print([line('A note for the agent, in one line:')])
      default:
        return this.#print([line('While a question is open, answer a, p, c, w, d or n.')])
    }
  }

  async #rule(asking: Extract<Asking, { for: 'rule' }>, written: string): Promise<void> {
    const { question, scope } = asking
    if (written === '-') {
      this.#asking = { for: 'letter', question }
      return this.#print([line('Answer with a letter again.')])
    }
    if (written.toLowerCase() === 'y') return this.#give(question, { decision: scope, rule: asking.rule })
    return this.#tryRule(question, scope, written)
  }

  /** Prints the effect of the rule; only `y` keeps it. */
  #tryRule(question: Question, scope: 'allow_chat' | 'allow_always', rule: string): void {
    this.#asking = { for: 'rule', question, scope, rule }
    this.#print([
      line(`Rule: ${visibleLine(rule)}`),
      ...effectLines(rule, question, this.#options.session.placeOf(question)),
      line('y saves it and allows; or write another rule; - goes back.'),
    ])
  }

  async #give(question: Question, answer: Answer): Promise<void> {
    await this.#options.session.answer(question, answer)
  }
}
