import { BROWSER_SOCKET, BrowserAsked, ThreadId, type BrowserSaid } from '@countersign/protocol'
import type { CDPSession, Page } from 'playwright-core'
import type { ByteSocket, SocketCall, SocketEnd, SocketRoute } from '../../../platform/byte-socket.ts'
import type { Session } from '../session.ts'
import { screencast, type Screencast } from './holding.ts'

/** Milliseconds for which a caller that was just verified as a person may continue. */
const TRUSTED_FOR = 1000
/** Milliseconds between two checks of the page's state. */
const STATE_EVERY = 500

const NOTHING: SocketEnd = { received: () => undefined, closed: () => undefined }

export interface ScreenParts {
  now(): number
  find(thread: ThreadId): Session | undefined
  /** Whether the thread belongs to this person. */
  owns(user: SocketCall['actor']['user'], thread: ThreadId): Promise<boolean>
  /** The person handed the browser back, which answers the agent that asked them to take it. */
  handedBack(user: SocketCall['actor']['user'], thread: ThreadId): Promise<void>
}

/** Lets a person watch the browser of a thread, and take it over. */
export function browserSocket(parts: ScreenParts): SocketRoute {
  return {
    path: BROWSER_SOCKET,
    needs: 'person',
    async open(socket, call) {
      const thread = ThreadId.safeParse(call.query['thread']).data
      const mine = thread !== undefined && (await parts.owns(call.actor.user, thread))
      const session = mine ? parts.find(thread) : undefined
      const { user } = call.actor
      if (session === undefined) {
        socket.close(4404, 'no browser is open in this chat')
        return NOTHING
      }
      return new Screen(session, socket, {
        isPerson: stillAPerson(call, parts),
        handedBack: async () => thread && parts.handedBack(user, thread),
      })
    },
  }
}

interface ScreenPerson {
  isPerson(): Promise<boolean>
  handedBack(): Promise<unknown>
}

class Screen implements SocketEnd {
  readonly #session: Session
  readonly #socket: ByteSocket
  readonly #person: ScreenPerson
  readonly #timer: NodeJS.Timeout
  #done: Promise<void> = Promise.resolve()
  #cast: { readonly page: Page; readonly screencast: Screencast } | undefined
  #input: { readonly page: Page; readonly devtools: CDPSession } | undefined
  #holder: symbol | undefined
  #lastState = ''
  #title = ''
  #problem: string | null = null
  #isClosed = false

  constructor(session: Session, socket: ByteSocket, person: ScreenPerson) {
    this.#session = session
    this.#socket = socket
    this.#person = person
    this.#timer = setInterval(() => void this.#tell(), STATE_EVERY)
    void this.#tell()
  }

  received(data: Buffer | string): void {
    const asked = typeof data === 'string' ? readAsked(data) : undefined
    if (asked === undefined) return this.#socket.close(1003, 'not a browser message')
    this.#done = this.#done.then(async () => {
      if (!(await this.#person.isPerson())) return this.#socket.close(1008, 'only a person can do this')
      try {
        await this.#do(asked)
      } catch (cause) {
        this.#problem = (cause instanceof Error ? cause.message : String(cause)).split('\n', 1)[0] ?? ''
      }
      if (asked.type !== 'mouse' && asked.type !== 'key') await this.#tell()
    })
  }

  closed(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    void this.#cast?.screencast.stop()
    void this.#input?.devtools.detach().catch(() => undefined)
    // Closing the pane returns the browser.
    if (this.#holder !== undefined) void this.#session.holding.giveBack(this.#holder)
  }

  async #do(asked: BrowserAsked): Promise<void> {
    const { holding, page } = this.#session
    if (asked.type === 'take') {
      // The running action ends first, because what it sends and reads belongs to the agent.
      if (!holding.has(this.#holder)) this.#holder = await this.#session.alone(() => holding.take())
      this.#problem = this.#holder === undefined ? 'someone else has taken over this browser' : null
      return
    }
    if (this.#holder === undefined || !holding.has(this.#holder))
      throw new Error('take over the browser first')
    switch (asked.type) {
      case 'give_back':
        await holding.giveBack(this.#holder)
        this.#holder = undefined
        await this.#person.handedBack()
        return
      case 'answer':
        return holding.question?.answer(asked.yes)
      case 'go':
        holding.left()
        if (!/^https?:\/\//i.test(asked.url)) throw new Error('only http and https addresses are opened')
        await page.goto(asked.url, { waitUntil: 'commit' })
        return
      case 'move':
        holding.left()
        await { back: () => page.goBack(), forward: () => page.goForward(), reload: () => page.reload() }[
          asked.where
        ]()
        return
      default:
        await this.#play(await this.#devtools(page), asked)
    }
  }

  async #play(
    devtools: CDPSession,
    asked: Extract<BrowserAsked, { type: 'mouse' | 'key' | 'paste' }>,
  ): Promise<void> {
    const { holding } = this.#session
    if (asked.type === 'paste') {
      holding.left()
      holding.typed(asked.text)
      holding.left()
      await devtools.send('Input.insertText', { text: asked.text })
    } else if (asked.type === 'mouse') {
      if (asked.event === 'mousePressed') holding.left()
      await devtools.send('Input.dispatchMouseEvent', {
        type: asked.event,
        x: asked.x,
        y: asked.y,
        button: asked.button,
        clickCount: asked.clicks,
        deltaX: asked.dx,
        deltaY: asked.dy,
        modifiers: asked.modifiers,
      })
    } else {
      if (asked.event === 'keyDown') {
        if (asked.text !== '' && asked.text !== '\r') holding.typed(asked.text)
        else if (asked.key === 'Backspace') holding.erased()
        else if (asked.key === 'Tab' || asked.key === 'Enter') holding.left()
      }
      await devtools.send('Input.dispatchKeyEvent', {
        type: asked.event,
        key: asked.key,
        code: asked.code,
        text: asked.text,
        windowsVirtualKeyCode: asked.key_code,
        modifiers: asked.modifiers,
      })
    }
  }

  async #devtools(page: Page): Promise<CDPSession> {
    if (this.#input?.page !== page) {
      await this.#input?.devtools.detach().catch(() => undefined)
      this.#input = { page, devtools: await page.context().newCDPSession(page) }
    }
    return this.#input.devtools
  }

  async #tell(): Promise<void> {
    const session = this.#session
    if (session.closed || this.#isClosed) {
      clearInterval(this.#timer)
      return this.#isClosed ? undefined : this.#socket.close(4404, 'the browser was closed')
    }
    const { page, holding, guard } = session
    await this.#follow(page)
    // A page whose navigation is held does not respond until the person answers, so it is not inspected while the question is open.
    if (holding.question === undefined) {
      await holding.watch(page)
      this.#title = await page.title().catch(() => '')
    }
    const state: BrowserSaid = {
      type: 'state',
      url: page.url(),
      title: this.#title,
      tabs: session.pages.length,
      holder: holding.has(this.#holder) ? 'you' : holding.isHeld ? 'other' : 'agent',
      asks: session.asks,
      dropped: guard.dropped,
      question: holding.question === undefined ? null : holding.question.held,
      problem: this.#problem,
    }
    const text = JSON.stringify(state)
    if (text !== this.#lastState && !this.#isClosed) this.#socket.send(text)
    this.#lastState = text
  }

  /** Shows the front tab. */
  async #follow(page: Page): Promise<void> {
    if (this.#cast?.page === page) return
    const before = this.#cast
    this.#cast = undefined
    await before?.screencast.stop()
    const shown = await screencast(page, (jpeg) => {
      if (!this.#isClosed) this.#socket.send(Buffer.from(jpeg, 'base64'))
    })
    if (this.#isClosed) await shown.stop()
    else this.#cast = { page, screencast: shown }
  }
}

function stillAPerson(call: SocketCall, { now }: ScreenParts): () => Promise<boolean> {
  let until = 0
  return async () => {
    if (now() < until) return true
    if ((await call.personProblem('take the browser')) !== undefined) return false
    until = now() + TRUSTED_FOR
    return true
  }
}

function readAsked(text: string): BrowserAsked | undefined {
  try {
    return BrowserAsked.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
