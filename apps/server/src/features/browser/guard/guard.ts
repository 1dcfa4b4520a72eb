import type { Answered, Tool } from '@countersign/agent'
import { explain, type Decision, type Specifier } from '@countersign/policy'
import type { BrowserContext, Page, Request, Route } from 'playwright-core'
import type { Leaving } from '../../../platform/egress/proxy.ts'
import { carries, type Mask } from '../mask.ts'
import { heldQuestion, type HeldRequest } from './held-question.ts'
import { hasBody, isMainNavigation, pageOf, topOf } from './of-request.ts'
import { changeKey, hostKey, isChanging, isSameSite, isWeb, withoutHash, withoutQuery } from './requests.ts'

/** The part of the running call that decides about requests. */
export interface Acting {
  /** The current policy. */
  judging(): Promise<(specifier: Specifier) => Decision>
  ask(question: Tool, input: unknown): Promise<Answered>
  /** URLs that a person or a rule allowed for this call. */
  readonly goes: readonly string[]
  /** Target of a form submitted as a GET request: any query string is allowed. */
  readonly queries?: string | undefined
  /** The countersigned request, which may be sent once. */
  readonly sends?: { readonly method: string; readonly url: string } | undefined
}

/** The person who holds the browser confirms requests that would send the agent's values. */
export interface Holder {
  confirm(held: HeldRequest): Promise<boolean>
}

/** Requests that were stopped since the last report. */
export interface Kept {
  readonly dropped: number
  readonly notes: readonly string[]
}

interface Tab {
  /** Hosts that the tab used before the agent typed anything. */
  readonly used: Set<string>
  /** The agent typed in this tab, or a secret was filled in. */
  typed: boolean
  /** Origins that were approved in this tab. */
  readonly origins: Set<string>
  /** The values that the agent typed in this tab. */
  readonly values: Set<string>
  /** Whether its opener has been determined. */
  isKnown: boolean
}

/** Decides on everything that leaves a browser: by full URL when a request starts, and by network address in the proxy. */
export class Guard {
  acting: Acting | undefined
  holder: Holder | undefined
  /** Total number of dropped requests to other hosts. */
  dropped = 0
  readonly #mask: Mask
  readonly #tabs = new WeakMap<Page, Tab>()
  readonly #typedPages = new Set<Page>()
  /** Permitted hosts, with the pages that use them; undefined for requests that belong to no page. */
  readonly #permitted = new Map<string, Set<Page | undefined>>()
  readonly #tickets: string[] = []
  #judging: Acting['judging'] | undefined
  #recent = 0
  #notes: string[] = []
  #sent: string | undefined
  #held = 0
  #questions = 0

  constructor(mask: Mask) {
    this.#mask = mask
  }

  /** The number of open questions: code that waits for the page waits for these first. */
  get held(): number {
    return this.#held
  }
  /** The number of all questions in this call. */
  get questions(): number {
    return this.#questions
  }

  async attach(context: BrowserContext): Promise<void> {
    await context.route('**/*', (route, request) => this.#handle(route, request))
    context.on('page', (page) => void this.tab(page))
  }

  tab(page: Page): Tab {
    const known = this.#tabs.get(page)
    if (known !== undefined) return known
    const made: Tab = { used: new Set(), typed: false, origins: new Set(), values: new Set(), isKnown: false }
    this.#tabs.set(page, made)
    void page.opener().then((opener) => {
      // A window can read what was typed in its opener.
      if (opener !== null && this.tab(opener).typed) this.typed(page)
      made.isKnown = true
    })
    page.once('close', () => this.#forget(page))
    return made
  }

  /** Starts a call, with the permissions that it has beyond the policy. */
  begin(acting: Acting): void {
    this.acting = acting
    this.#judging = () => acting.judging()
    this.#sent = undefined
    this.#questions = 0
  }

  end(): void {
    this.acting = undefined
  }

  /** The agent navigates elsewhere itself, so nothing has been typed on the new page. */
  fresh(page: Page): void {
    const tab = this.tab(page)
    tab.typed = false
    tab.used.clear()
    tab.origins.clear()
    tab.values.clear()
    this.#forget(page)
  }

  #forget(page: Page): void {
    this.#typedPages.delete(page)
    for (const [host, pages] of this.#permitted) {
      pages.delete(page)
      if (pages.size === 0) this.#permitted.delete(host)
    }
  }

  take(): Kept {
    const kept = { dropped: this.#recent, notes: [...new Set(this.#notes)].slice(0, 10) }
    this.#recent = 0
    this.#notes = []
    return kept
  }

  /** Checks a loaded page before any of it is read. Undefined if it may be read. */
  async refusalToRead(page: Page): Promise<string | undefined> {
    const url = page.url()
    if (url === 'about:blank') return undefined
    if (!isWeb(url)) return `\`${this.#shown(url)}\` is not a web address`
    if (this.#isCovered(url)) return undefined
    const decision = await this.#decide({ kind: 'url', url })
    return decision === undefined || this.#mayGo(page, url, decision)
      ? undefined
      : this.#because(url, decision)
  }

  /** An approval of a page covers its origin, if only the mode would ask again. */
  #mayGo(page: Page | undefined, url: string, { verdict, reason }: Decision): boolean {
    if (verdict !== 'ask') return verdict === 'run'
    return reason.because === 'mode' && page !== undefined && this.tab(page).origins.has(new URL(url).origin)
  }

  /** Called by the proxy, before and after it looks up the name: returns why a connection is not allowed. */
  async mayLeave({ url, method, address }: Leaving): Promise<string | undefined> {
    const resolved = address === undefined ? {} : { resolvedAddress: address }
    const decision = await this.#decide({ kind: 'url', url: url.href, ...resolved })
    if (decision === undefined) return 'this browser has not been used yet'
    if (decision.verdict === 'block') return explain(decision)
    if (method !== 'CONNECT' && isChanging(method)) {
      const at = this.#tickets.indexOf(changeKey(method, url.href))
      if (at === -1)
        return this.#note(`${method} ${url.origin}${url.pathname} was not sent: nobody allowed it`)
      if (address !== undefined) this.#tickets.splice(at, 1)
    }
    if (this.#permitted.has(hostKey(url))) return undefined
    // The guard saw no request to this host: it is a redirect, or a request of Chromium itself.
    if (CHROMIUMS_SERVICES.test(url.hostname)) return 'no page asked for it'
    if (decision.verdict === 'run' && this.acting !== undefined && this.#typedPages.size === 0)
      return undefined
    const why = `a redirect to ${url.origin} was not followed: it needs its own yes`
    return CHROMIUMS_OWN.test(url.hostname) ? why : this.#note(why)
  }

  typed(page: Page, value = ''): void {
    if (value !== '') this.tab(page).values.add(value)
    this.tab(page).typed = true
    this.#typedPages.add(page)
  }

  async #handle(route: Route, request: Request): Promise<void> {
    try {
      const why = await this.#refusal(request)
      if (why === undefined) await route.continue()
      else await route.abort('blockedbyclient')
    } catch {
      // The page closed while its request was being checked, so nothing may be sent.
      await route.abort().catch(() => undefined)
    }
  }

  async #refusal(request: Request): Promise<string | undefined> {
    const url = request.url()
    const page = pageOf(request)
    const isMain = isMainNavigation(request)
    if (!isWeb(url)) return isMain ? this.#note(`\`${url.slice(0, 40)}\` was not opened`) : undefined
    const parsed = new URL(url)
    const top = isMain ? parsed : topOf(page)
    const isThird = top !== undefined && !isSameSite(parsed.hostname, top.hostname)
    const decision = await this.#decide({ kind: 'url', url })
    if (decision === undefined) return 'this browser has not been used yet'
    if (decision.verdict === 'block') return this.#note(this.#because(url, decision))
    const refusal = isChanging(request.method())
      ? await this.#refuseChange(request, { isThird, isMain, page, decision })
      : await this.#refuseRead(request, { isThird, isMain, page, decision })
    if (refusal !== undefined) return refusal
    this.#permit(parsed, page, isMain)
    return undefined
  }

  #permit(url: URL, page: Page | undefined, isMain: boolean): void {
    const pages = this.#permitted.get(hostKey(url)) ?? new Set()
    this.#permitted.set(hostKey(url), pages.add(page))
    if (page === undefined) return
    const tab = this.tab(page)
    if (!tab.typed) tab.used.add(url.hostname)
    if (!isMain) return
    // The current page's origin stays approved until the new page has loaded.
    const now = topOf(page)?.origin
    for (const origin of tab.origins) if (origin !== now) tab.origins.delete(origin)
    tab.origins.add(url.origin)
  }

  async #refuseRead(
    request: Request,
    { isThird, isMain, page, decision }: Looked,
  ): Promise<string | undefined> {
    const url = request.url()
    const tab = page && this.tab(page)
    const isNewHost = tab !== undefined && !tab.used.has(new URL(url).hostname)
    if (this.holder !== undefined) {
      if (request.isNavigationRequest()) return this.#refuseGoing(request, this.holder, page)
      return isThird && isNewHost && carries(url, this.#typedValues()) ? this.#drop(url) : undefined
    }
    if (isMain) {
      if (this.#isCovered(url)) return undefined
      // A window that just opened may belong to a page on which something was typed.
      const typed = tab?.isKnown === true ? tab.typed : this.#typedPages.size > 0
      if (typed && (tab === undefined || isNewHost)) return this.#drop(url)
      return this.#mayGo(page, url, decision) ? undefined : this.#note(this.#because(url, decision))
    }
    const comesFromTyped = tab === undefined ? this.#typedPages.size > 0 : tab.typed
    return isThird && comesFromTyped && (tab === undefined || isNewHost) ? this.#drop(url) : undefined
  }

  async #refuseChange(request: Request, { isThird, isMain }: Looked): Promise<string | undefined> {
    const [method, url] = [request.method(), request.url()]
    const key = changeKey(method, url)
    if (this.holder !== undefined) {
      const sent = await this.#refuseSending(request, this.holder)
      return sent ?? this.#release(request, key)
    }
    const { acting } = this
    if (
      acting?.sends !== undefined &&
      this.#sent !== key &&
      key === changeKey(acting.sends.method, acting.sends.url)
    ) {
      this.#sent = key
      return this.#release(request, key)
    }
    if (isThird && !isMain) return this.#drop(url)
    if (acting === undefined)
      return this.#note(`${key} was not sent: the page tried to send it while no call was running`)
    const as: Specifier = { kind: 'url', url, also: [{ url, builtin: '@submit' }] }
    const decision = await this.#decide(as)
    if (decision?.verdict === 'run') return this.#release(request, key)
    if (decision?.verdict === 'block') return this.#note(this.#because(url, decision))
    return (await this.#askAbout(acting, request))
      ? this.#release(request, key)
      : this.#note(`${key} was not sent: the person said no`)
  }

  /** A form sent by GET is a navigation. Values that the page's own address already contains were sent before. */
  async #refuseGoing(request: Request, holder: Holder, page: Page | undefined): Promise<string | undefined> {
    const url = new URL(request.url())
    const now = topOf(page)
    const values = this.#typedValues()
    const isKnown = now?.origin === url.origin && carries(now.href, values)
    return isKnown || !carries(url.href, values) ? undefined : this.#confirmed(request, holder)
  }

  async #refuseSending(request: Request, holder: Holder): Promise<string | undefined> {
    const values = this.#typedValues()
    const body = request.postDataBuffer()
    // The browser does not show the content of a file or a stream, so it may hold anything.
    const isUnseen = values.length > 0 && body === null && (await hasBody(request))
    const sent = `${request.url()}\n${body?.toString('utf8') ?? ''}`
    return isUnseen || carries(sent, values) ? this.#confirmed(request, holder) : undefined
  }

  async #confirmed(request: Request, holder: Holder): Promise<string | undefined> {
    if (await holder.confirm(this.#heldOf(request))) return undefined
    return this.#note(`${changeKey(request.method(), request.url())} was not sent: the person said no`)
  }

  /** What the agent typed in any open tab: pages of one site can pass it on to each other. */
  #typedValues(): readonly string[] {
    return [...this.#typedPages].flatMap((page) => [...this.tab(page).values])
  }

  async #askAbout(acting: Acting, request: Request): Promise<boolean> {
    this.#held += 1
    this.#questions += 1
    try {
      return (await acting.ask(heldQuestion, this.#heldOf(request))).allowed
    } finally {
      this.#held -= 1
    }
  }

  #heldOf(request: Request): HeldRequest {
    const body = request.postDataBuffer()
    return {
      method: request.method(),
      url: this.#shown(request.url()),
      page: this.#shown(topOf(pageOf(request))?.href ?? ''),
      bytes: body?.length ?? 0,
      // Mask before truncating: otherwise half a secret could remain.
      body: this.#shown((body ?? Buffer.alloc(0)).subarray(0, 200_000).toString('utf8')).slice(0, 2000),
    }
  }

  /** Lets the request leave once. */
  #release(request: Request, key: string): undefined {
    if (request.url().startsWith('http:')) this.#tickets.push(key)
    return undefined
  }

  #isCovered(url: string): boolean {
    const { goes = [], queries } = this.acting ?? {}
    if (queries !== undefined && withoutQuery(queries) === withoutQuery(url)) return true
    return goes.some((one) => withoutHash(one) === withoutHash(url))
  }

  async #decide(specifier: Specifier): Promise<Decision | undefined> {
    const judge = await this.#judging?.()
    return judge?.(specifier)
  }

  #drop(url: string): string {
    this.dropped += 1
    this.#recent += 1
    return `dropped ${url}`
  }

  #note(text: string): string {
    if (this.#notes.length < 50) this.#notes.push(this.#shown(text))
    return text
  }

  #because(url: string, decision: Decision): string {
    return `\`${this.#shown(withoutHash(url)).slice(0, 300)}\` needs its own yes (${explain(decision)})`
  }

  #shown(text: string): string {
    return this.#mask.text(text)
  }
}

/** Services that Chromium itself contacts, and to which no site redirects: what it tells them is about the page. */
const CHROMIUMS_SERVICES =
  /^(?:(?:content-autofill|optimizationguide-pa|safebrowsing|update)\.googleapis\.com|connectivitycheck\.gstatic\.com|clients\d*\.google\.com)$/
/** Hosts that Chromium itself contacts: they are logged, but not reported to the agent. */
const CHROMIUMS_OWN = /(?:^|\.)(?:googleapis\.com|gvt1\.com|google\.com|gstatic\.com)$/

interface Looked {
  readonly isThird: boolean
  readonly isMain: boolean
  readonly page: Page | undefined
  readonly decision: Decision
}
