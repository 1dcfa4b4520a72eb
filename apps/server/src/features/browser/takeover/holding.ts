import type { CDPSession, Page } from 'playwright-core'
import type { HeldRequest } from '../guard/held-question.ts'
import { watchPerson } from '../page/look.ts'
import type { Guard } from '../guard/guard.ts'
import type { Mask } from '../mask.ts'

/** The browser that is held. */
export interface HeldBrowser {
  readonly guard: Pick<Guard, 'holder'>
  readonly mask: Mask
  readonly pages: readonly Page[]
}

/** A question to the person who holds the browser. */
export interface HolderQuestion {
  readonly held: HeldRequest
  answer(yes: boolean): void
}

/** Tracks who has the browser. While a person does, no action of the agent starts, and nothing is inspected for it. */
export class Holding {
  readonly #session: HeldBrowser
  #holder: symbol | undefined
  #waiting: (() => void)[] = []
  #run = ''
  #question: HolderQuestion | undefined
  /** The end of the last question: a page can send several requests at once. */
  #asked: Promise<unknown> = Promise.resolve()
  #takes = 0
  /** Called when a person takes or returns the browser, or is asked something. */
  changed: (() => void) | undefined

  constructor(session: HeldBrowser) {
    this.#session = session
  }

  get isHeld(): boolean {
    return this.#holder !== undefined
  }
  /** How often a person has taken the browser. */
  get takes(): number {
    return this.#takes
  }
  has(holder: symbol | undefined): boolean {
    return holder !== undefined && this.#holder === holder
  }
  get question(): HolderQuestion | undefined {
    return this.#question
  }

  /** Resolves when nobody holds the browser. */
  free(): Promise<void> {
    return this.#holder === undefined ? Promise.resolve() : new Promise((free) => this.#waiting.push(free))
  }

  /** Takes the browser for a person; undefined if someone else has it. The caller waits for the agent's running action first. */
  async take(): Promise<symbol | undefined> {
    if (this.#holder !== undefined) return undefined
    const mine = Symbol('holder')
    this.#holder = mine
    this.#takes += 1
    this.#session.guard.holder = { confirm: (held) => this.#confirm(held) }
    await Promise.all(this.#session.pages.map((page) => watchPerson(page, true)))
    this.changed?.()
    return mine
  }

  async giveBack(holder: symbol): Promise<void> {
    if (this.#holder !== holder) return
    this.#keepRun()
    // A page whose navigation is held would not respond.
    this.#question?.answer(false)
    await Promise.all(this.#session.pages.map((page) => watchPerson(page, false)))
    this.end()
  }

  /** Gives it back for whoever holds it. */
  async release(): Promise<void> {
    if (this.#holder !== undefined) await this.giveBack(this.#holder)
  }

  end(): void {
    this.#question?.answer(false)
    this.#holder = undefined
    this.#session.guard.holder = undefined
    const waiting = this.#waiting
    this.#waiting = []
    for (const go of waiting) go()
    this.changed?.()
  }

  /** Informs a new document that a person is typing. */
  async watch(page: Page): Promise<void> {
    if (this.isHeld) await watchPerson(page, true)
  }

  /** Collects what a person types, to mask it everywhere on the page from then on. */
  typed(text: string): void {
    this.#run += text
    if (this.#run.length > 400) this.#keepRun()
  }

  /** The field lost focus, so the typed text is one value. */
  left(): void {
    this.#keepRun()
  }

  erased(): void {
    this.#run = this.#run.slice(0, -1)
  }

  #keepRun(): void {
    this.#session.mask.add([this.#run])
    this.#run = ''
  }

  #confirm(held: HeldRequest): Promise<boolean> {
    const holder = this.#holder
    const answer = this.#asked.then(() => (this.has(holder) ? this.#askHolder(held) : false))
    this.#asked = answer
    return answer
  }

  #askHolder(held: HeldRequest): Promise<boolean> {
    return new Promise((answered) => {
      this.#question = {
        held,
        answer: (yes) => {
          this.#question = undefined
          answered(yes)
          this.changed?.()
        },
      }
      this.changed?.()
    })
  }
}

/** A live picture of the page for a person. */
export interface Screencast {
  stop(): Promise<void>
}

export async function screencast(page: Page, frame: (jpeg: string) => void): Promise<Screencast> {
  const devtools: CDPSession = await page.context().newCDPSession(page)
  devtools.on('Page.screencastFrame', ({ data, sessionId }) => {
    frame(data)
    void devtools.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  await devtools.send('Page.startScreencast', { format: 'jpeg', quality: 70, maxWidth: 1280, maxHeight: 800 })
  return {
    async stop() {
      await devtools.send('Page.stopScreencast').catch(() => undefined)
      await devtools.detach().catch(() => undefined)
    },
  }
}
