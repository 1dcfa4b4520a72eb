import { TERMINAL_WINDOW, type TerminalSaid } from '@countersign/protocol'
import { plainText } from '../../tools/plain-text.ts'
import { openMirror, type Mirror, type Size } from './mirror.ts'

/** Milliseconds over which bytes are gathered while many come. */
const GATHER = 4
/**
 * Milliseconds that a program waits for a page that draws nothing: a hidden tab, a phone without reception. After that the page is left
 * behind.
 */
const PATIENCE = 3000
const TITLE_LIMIT = 100
/** Bytes that are held for a program that prints faster than anyone can draw, and the mark for omitted ones. */
const KEPT = 256_000
const GAP = Buffer.from('\r\n[…]\r\n')

/** A page that watches a terminal. */
export interface Viewer {
  send(bytes: Buffer): void
  say(message: TerminalSaid): void
}

export interface Look {
  /** The page has drawn this many bytes, counted from the first. */
  drawn(bytes: number): void
  leave(): void
}

/** The content of a terminal, and its viewers. */
export interface Screen {
  hear(bytes: Buffer): void
  /** Draws the whole screen for a page, then new output. */
  look(viewer: Viewer): Look
  /** `by`: the page that already knows. */
  resize(size: Size, by?: Viewer): void
  /** Plain text; empty: the program gave none. */
  title(): string
  text(lines: number): Promise<string>
  viewers(): number
  /** Tells the pages that it has ended. */
  end(code: number | null): void
}

export interface ScreenParts {
  readonly size: Size
  readonly isPlain?: boolean
  /** Pauses the program until the pages have drawn; absent: it never waits, and slow pages are left behind. */
  readonly flow?: { pause(): void; resume(): void }
  /** The terminal's own answers to a program's queries. */
  answer?(text: string): void
}

interface Page {
  readonly viewer: Viewer
  /** It has the screen; before that, new output waits here. */
  state: { readonly kind: 'waiting'; readonly held: Buffer[] } | { readonly kind: 'live' | 'behind' }
  sent: number
  drawn: number
  patience: NodeJS.Timeout | undefined
}

export async function openScreen(parts: ScreenParts): Promise<Screen> {
  const pages = new Set<Page>()
  let title = ''
  const mirror = await openMirror({
    size: parts.size,
    isPlain: parts.isPlain ?? false,
    answer: (text) => parts.answer?.(text),
    titled(said) {
      title = plainTitle(said)
      for (const { viewer } of pages) viewer.say({ type: 'title', title })
    },
  })
  return new OpenScreen(parts, mirror, pages, () => title)
}

class OpenScreen implements Screen {
  readonly #parts: ScreenParts
  readonly #mirror: Mirror
  readonly #pages: Set<Page>
  readonly #title: () => string
  #size: Size
  #held: Buffer[] = []
  #timer: NodeJS.Timeout | undefined
  /** Bytes that the mirror has not processed yet. */
  #unread = 0
  #paused = false
  /** Output before the held bytes was omitted. */
  #cut = false
  #ended = false

  constructor(parts: ScreenParts, mirror: Mirror, pages: Set<Page>, title: () => string) {
    this.#parts = parts
    this.#mirror = mirror
    this.#pages = pages
    this.#title = title
    this.#size = parts.size
  }

  hear(bytes: Buffer): void {
    this.#held.push(bytes)
    // A single key is shown immediately; a flood is sent in few frames.
    if (this.#timer === undefined) this.#release()
  }

  /** `all`: including output that the mirror has no time for now. */
  #release(all = false): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#held.length === 0) return
    this.#timer = setTimeout(() => this.#release(), GATHER)
    const held = this.#kept()
    if (this.#parts.flow === undefined && this.#unread > TERMINAL_WINDOW && !all) {
      this.#held = [held]
      return
    }
    const bytes = this.#cut ? Buffer.concat([GAP, held]) : held
    this.#cut = false
    this.#held = []
    this.#unread += bytes.length
    this.#mirror.write(bytes, () => {
      this.#unread -= bytes.length
      this.#mayGoOn()
    })
    for (const page of this.#pages) this.#give(page, bytes)
    if (this.#unread > TERMINAL_WINDOW) this.#pause()
  }

  /** The held bytes. If nothing throttles a program, only the end of what can be drawn. */
  #kept(): Buffer {
    const held = Buffer.concat(this.#held)
    if (this.#parts.flow !== undefined || held.length <= KEPT) return held
    this.#cut = true
    return Buffer.from(held.subarray(-KEPT))
  }

  #give(page: Page, bytes: Buffer): void {
    const { state } = page
    if (state.kind === 'waiting') state.held.push(bytes)
    if (state.kind !== 'live') return
    page.sent += bytes.length
    page.viewer.send(bytes)
    if (page.sent - page.drawn <= TERMINAL_WINDOW) return
    if (this.#parts.flow === undefined) {
      this.#leaveBehind(page)
      return
    }
    this.#pause()
    page.patience ??= setTimeout(() => this.#leaveBehind(page), PATIENCE).unref()
  }

  #leaveBehind(page: Page): void {
    clearTimeout(page.patience)
    page.patience = undefined
    page.state = { kind: 'behind' }
    this.#mayGoOn()
  }

  #pause(): void {
    if (this.#paused || this.#parts.flow === undefined) return
    this.#paused = true
    this.#parts.flow.pause()
  }

  #mayGoOn(): void {
    if (!this.#paused || this.#unread > TERMINAL_WINDOW / 2) return
    for (const { state, sent, drawn } of this.#pages)
      if (state.kind === 'live' && sent - drawn > TERMINAL_WINDOW / 2) return
    this.#paused = false
    this.#parts.flow?.resume()
  }

  look(viewer: Viewer): Look {
    const page: Page = {
      viewer,
      state: { kind: 'waiting', held: [] },
      sent: 0,
      drawn: 0,
      patience: undefined,
    }
    this.#release(true)
    this.#pages.add(page)
    this.#draw(page)
    return {
      drawn: (bytes) => this.#drawn(page, bytes),
      leave: () => {
        clearTimeout(page.patience)
        this.#pages.delete(page)
        this.#mayGoOn()
      },
    }
  }

  #drawn(page: Page, bytes: number): void {
    // A page that reports wrong numbers only slows itself down.
    page.drawn = Math.min(Math.max(bytes, page.drawn), page.sent)
    if (page.sent - page.drawn <= TERMINAL_WINDOW) {
      clearTimeout(page.patience)
      page.patience = undefined
    }
    if (page.state.kind === 'behind' && page.drawn === page.sent) {
      page.state = { kind: 'waiting', held: [] }
      this.#release(true)
      this.#draw(page)
    }
    this.#mayGoOn()
  }

  #draw(page: Page): void {
    this.#mirror.draw((bytes) => {
      const { state, viewer } = page
      if (!this.#pages.has(page) || state.kind !== 'waiting') return
      viewer.say({ type: 'screen', bytes: bytes.length, ...this.#size })
      viewer.send(bytes)
      page.sent += bytes.length
      if (this.#title() !== '') viewer.say({ type: 'title', title: this.#title() })
      page.state = { kind: 'live' }
      for (const held of state.held) this.#give(page, held)
    })
  }

  resize(size: Size, by?: Viewer): void {
    if (this.#ended || (size.cols === this.#size.cols && size.rows === this.#size.rows)) return
    this.#release(true)
    this.#size = { cols: size.cols, rows: size.rows }
    this.#mirror.resize(this.#size)
    for (const { viewer } of this.#pages) if (viewer !== by) viewer.say({ type: 'size', ...this.#size })
  }

  title(): string {
    return this.#title()
  }

  text(lines: number): Promise<string> {
    this.#release(true)
    return this.#mirror.text(lines)
  }

  viewers(): number {
    return this.#pages.size
  }

  end(code: number | null): void {
    if (this.#ended) return
    this.#release(true)
    this.#ended = true
    for (const { viewer } of this.#pages) viewer.say({ type: 'ended', code })
    this.#mirror.draw(() => this.#mirror.dispose())
  }
}

/** A title is a program's text: one line, without anything special for a terminal or a page. */
export function plainTitle(said: string): string {
  return plainText(said).replaceAll(/\s+/g, ' ').trim().slice(0, TITLE_LIMIT)
}
