import type { BrowserContext, Page } from 'playwright-core'
import type { Egress } from '../../platform/egress/egress.ts'
import { openEgressProxy, type EgressProxyParts } from '../../platform/egress/proxy.ts'
import { findChromiums } from './chromium/find.ts'
import { launch, type LaunchParts } from './chromium/launch.ts'
import { Guard } from './guard/guard.ts'
import { Mask } from './mask.ts'
import { wake } from './page/look.ts'
import { Holding } from './takeover/holding.ts'
import type { Environment } from '../../settings/environment.ts'
import { serial } from '../../serial.ts'

/** Maximum number of tabs per thread. */
export const TABS = 5
/** Milliseconds that one action may take, not including time spent waiting for a person. */
const ACTION_MS = 30_000
const WINDOW = { width: 1280, height: 800 }

export interface SessionParts {
  readonly env: Environment
  /** The data folder; if undefined, no browser can have been installed. */
  readonly folder: string | undefined
  readonly egress: Pick<Egress, 'resolve' | 'refusal'>
  readonly hidden: LaunchParts['hidden']
  secret(): string
  readonly reach?: EgressProxyParts['reach']
  /** Timeout of an action in milliseconds, for tests. */
  readonly actionMs?: number
  listens?(port: number): Promise<void>
  /** Logs a stopped request: only hosts, never a value. */
  refused?(what: string, why: string): void
}

/** The browser of one thread: a process, a context in memory, its tabs, its guard. */
export class Session {
  readonly guard: Guard
  readonly mask: Mask
  readonly holding: Holding
  readonly sandbox: 'its own' | 'ours'
  /** Whether it opened with logins that the person saved. */
  readonly hasLogins: boolean
  readonly actionMs: number
  /** Messages of page dialogs since the last action. */
  readonly dialogs: string[] = []
  /** Whether the running action accepts dialogs. */
  acceptDialogs = false
  /** Why the agent asks a person to take the browser. */
  asks: string | null = null
  closed = false
  readonly #context: BrowserContext
  readonly #close: () => Promise<void>
  #pages: Page[] = []
  #current: Page | undefined
  readonly #inTurn = serial()
  #requests = 0

  static async open(parts: SessionParts, cookies: readonly Cookie[] = []): Promise<Session> {
    const mask = new Mask()
    const guard = new Guard(mask)
    const proxy = await openEgressProxy({
      egress: parts.egress,
      password: parts.secret(),
      judge: (leaving) => guard.mayLeave(leaving),
      refused: (what, why) => parts.refused?.(mask.text(what), mask.text(why)),
      ...(parts.reach === undefined ? {} : { reach: parts.reach }),
      ...(parts.listens === undefined ? {} : { listens: parts.listens }),
    })
    try {
      const launched = await launch(findChromiums(parts.env, parts.folder), { proxy, hidden: parts.hidden })
      const close = async () => {
        await launched.close()
        await proxy.close()
      }
      try {
        const devtools = await launched.browser.newBrowserCDPSession()
        // The requests of a shared worker bypass the page handlers, so the worker is closed before its first line runs.
        devtools.on('Target.attachedToTarget', ({ targetInfo }) => {
          void devtools.send('Target.closeTarget', { targetId: targetInfo.targetId }).catch(() => undefined)
        })
        await devtools.send('Target.setAutoAttach', {
          autoAttach: true,
          waitForDebuggerOnStart: true,
          flatten: true,
          filter: [{ type: 'shared_worker' }, { type: 'service_worker' }, { exclude: true }],
        })
        const context = await launched.browser.newContext({
          viewport: WINDOW,
          serviceWorkers: 'block',
          acceptDownloads: true,
          permissions: [],
        })
        // A page could display the cookies of a saved login.
        mask.add(cookies.map(({ value }) => value).filter(({ length }) => length >= COOKIE))
        if (cookies.length > 0) await context.addCookies([...cookies])
        await guard.attach(context)
        const session = new Session({
          context,
          guard,
          mask,
          sandbox: launched.sandbox,
          hasLogins: cookies.length > 0,
          actionMs: parts.actionMs ?? ACTION_MS,
          close,
        })
        await context.newPage()
        launched.browser.once('disconnected', () => (session.closed = true))
        return session
      } catch (cause) {
        await launched.close()
        throw cause
      }
    } catch (cause) {
      await proxy.close()
      throw cause
    }
  }

  private constructor(parts: {
    readonly context: BrowserContext
    readonly guard: Guard
    readonly mask: Mask
    readonly sandbox: Session['sandbox']
    readonly hasLogins: boolean
    readonly actionMs: number
    close(): Promise<void>
  }) {
    this.#context = parts.context
    this.guard = parts.guard
    this.mask = parts.mask
    this.sandbox = parts.sandbox
    this.hasLogins = parts.hasLogins
    this.actionMs = parts.actionMs
    this.#close = parts.close
    this.holding = new Holding(this)
    parts.context.on('page', (page) => this.#took(page))
    parts.context.on('request', () => (this.#requests += 1))
    const done = () => (this.#requests = Math.max(0, this.#requests - 1))
    parts.context.on('requestfinished', done).on('requestfailed', done)
  }

  get page(): Page {
    const page = this.#current ?? this.#pages.at(-1)
    if (page === undefined) throw new Error('the browser has no tab')
    return page
  }
  get pages(): readonly Page[] {
    return this.#pages
  }
  get context(): BrowserContext {
    return this.#context
  }

  choose(at: number): Page | undefined {
    const page = this.#pages[at]
    if (page !== undefined) this.#current = page
    return page
  }

  async newTab(): Promise<Page | undefined> {
    if (this.#pages.length >= TABS) return undefined
    const page = await this.#context.newPage()
    this.#current = page
    return page
  }

  /** Runs one action at a time, and none while a person holds the browser. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      await this.holding.free()
      return work()
    })
  }

  /** Resolves when the work is done; rejects if it takes too long. Time that a person takes to answer is not included. */
  async limited<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
    const most = this.actionMs
    let spent = 0
    let stop: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      stop = setInterval(() => {
        if (this.guard.held === 0) spent += TICK
        if (spent >= most) reject(new Error(`it took longer than ${most / 1000} seconds`))
        if (signal.aborted) reject(new Error('the call was stopped'))
      }, TICK)
    })
    try {
      return await Promise.race([work, late])
    } finally {
      clearInterval(stop)
      work.catch(() => undefined)
    }
  }

  /** Waits until the effects of an action have settled: questions answered, requests finished, page loaded. */
  async settle(signal: AbortSignal): Promise<void> {
    const { page } = this
    let quiet = 0
    for (let spent = 0; spent < SETTLE_MS && !signal.aborted && !page.isClosed();) {
      const waits = this.guard.held > 0
      quiet = !waits && this.#requests === 0 ? quiet + 1 : 0
      if (quiet > 1) break
      await new Promise((tick) => setTimeout(tick, SETTLE_TICK))
      if (!waits) spent += SETTLE_TICK
    }
    if (!page.isClosed())
      await page.waitForLoadState('domcontentloaded', { timeout: SETTLE_MS }).catch(() => undefined)
  }

  async close(): Promise<void> {
    if (this.closed) return
    this.closed = true
    this.holding.end()
    await this.#close()
  }

  #took(page: Page): void {
    if (this.#pages.length >= TABS) {
      this.dialogs.push(`a new tab was closed: ${TABS} are open already`)
      void page.close().catch(() => undefined)
      return
    }
    this.#pages.push(page)
    this.#current = page
    page.on('close', () => {
      this.#pages = this.#pages.filter((one) => one !== page)
      if (this.#current === page) this.#current = this.#pages.at(-1)
      if (this.#pages.length === 0 && !this.closed) void this.#context.newPage().catch(() => undefined)
    })
    page.on('domcontentloaded', () => void wake(page))
    page.on('dialog', (dialog) => {
      const shown = this.mask.text(dialog.message()).slice(0, 500)
      const accepts = this.acceptDialogs
      if (dialog.type() !== 'beforeunload')
        this.dialogs.push(`a dialog said “${shown}” and was ${accepts ? 'accepted' : 'dismissed'}`)
      void (accepts || dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss()).catch(
        () => undefined,
      )
    })
    page.on('download', (download) => {
      if (this.expectsDownload) return
      this.dialogs.push(
        `the page started a download, which was cancelled: ${this.mask.text(download.suggestedFilename()).slice(0, 100)}`,
      )
      void download.cancel().catch(() => undefined)
    })
  }

  /** The running action expects a download. */
  expectsDownload = false
}

export type Cookie = Parameters<BrowserContext['addCookies']>[0][number]

/** Minimum length of a cookie value that is treated as a secret: shorter ones are settings, such as a language. */
const COOKIE = 8
const TICK = 200
const SETTLE_MS = 5000
const SETTLE_TICK = 25
