import { FitAddon } from '@xterm/addon-fit'
import { SearchAddon } from '@xterm/addon-search'
import { Terminal } from '@xterm/xterm'
import type { IDisposable, ILink } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import { isWebAddress, linksIn, type LinkTarget } from './link-targets.ts'
import { strictDocument, styleSpansByProperty, withStrictElements } from './strict-document.ts'
import { onThemeChange, terminalTheme } from './terminal-theme.ts'

const SCROLLBACK = 5000

export interface TerminalView {
  readonly terminal: Terminal
  readonly search: SearchAddon
  /** The size that fits the pane; undefined: it is not on screen. */
  fitting(): { readonly cols: number; readonly rows: number } | undefined
  /** Uses the graphics card while it is focused: browsers limit such contexts. */
  focused(is: boolean): void
  dispose(): void
}

export interface ViewOptions {
  readonly parent: HTMLElement
  readonly label: string
  readonly isPlain: boolean
  readonly readOnly: boolean
  readonly onType: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly onLink: (target: LinkTarget) => void
  /** The link under the pointer; null: none. */
  readonly onHover: (target: LinkTarget | null) => void
  readonly onSearch: () => void
  readonly onLeave: () => void
}

/** A terminal in the page. It only draws: no output of a program makes the page answer, copy or open anything. */
export function terminalView(options: ViewOptions): TerminalView {
  const { parent } = options
  const hover = (uri: string) => options.onHover({ kind: 'url', url: uri })
  const terminal = new Terminal({
    documentOverride: strictDocument(document),
    theme: terminalTheme(document),
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-mono'),
    fontSize: 13,
    lineHeight: 1.3,
    scrollback: SCROLLBACK,
    convertEol: options.isPlain,
    disableStdin: options.readOnly,
    minimumContrastRatio: 4.5,
    allowProposedApi: true,
    linkHandler: {
      allowNonHttpProtocols: false,
      activate: (event, uri) => {
        if (hasModifier(event) && isWebAddress(uri)) options.onLink({ kind: 'url', url: uri })
      },
      hover: (_event, uri) => hover(uri),
      leave: () => options.onHover(null),
    },
  })
  const search = new SearchAddon()
  const fit = new FitAddon()
  terminal.loadAddon(search)
  terminal.loadAddon(fit)
  onlyDraws(terminal)
  styleSpansByProperty()
  // Version 6 still takes the element for its scroll bar's style from the page.
  withStrictElements(document, () => terminal.open(parent))
  terminal.textarea?.setAttribute('aria-label', options.label)
  terminal.attachCustomKeyEventHandler((event) => ownsKey(event, options))
  terminal.onData((text) => options.onType(new TextEncoder().encode(text)))
  terminal.onBinary((text) => options.onType(Uint8Array.from(text, (letter) => letter.charCodeAt(0))))
  terminal.registerLinkProvider({
    provideLinks: (y, give) => give(linksOfLine(terminal, y, options)),
  })
  const leaveTheme = onThemeChange(document, () => {
    terminal.options.theme = terminalTheme(document)
  })
  const drawing = graphicsOf(terminal)
  return {
    terminal,
    search,
    fitting: () => {
      const size = parent.clientWidth === 0 ? undefined : fit.proposeDimensions()
      return size === undefined || Number.isNaN(size.cols) ? undefined : size
    },
    focused: drawing.focused,
    dispose() {
      leaveTheme()
      drawing.dispose()
      terminal.dispose()
    },
  }
}

function hasModifier({ ctrlKey, metaKey }: MouseEvent): boolean {
  return ctrlKey || metaKey
}

/** The page's keys that pass through a terminal; all others go to the program. */
function ownsKey(event: KeyboardEvent, { onSearch, onLeave }: ViewOptions): boolean {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event
  const control = ctrlKey || metaKey
  if (key === 'F8') return false
  if (key === 'F6') {
    if (control && shiftKey && event.type === 'keydown') {
      event.preventDefault()
      onLeave()
    }
    return false
  }
  if (control && (altKey ? key.startsWith('Arrow') : key === '`')) return false
  if (control && shiftKey && key.toLowerCase() === 'f') {
    event.preventDefault()
    if (event.type === 'keydown') onSearch()
    return false
  }
  // Copies the selection; without one Ctrl+C goes to the program.
  return !(control && shiftKey && key.toLowerCase() === 'c')
}

/** Programs query terminals. The server answers once: a page that also answered would type into the program. */
function onlyDraws({ parser }: Terminal): void {
  const taken = () => true
  for (const id of [
    { final: 'n' },
    { prefix: '?', final: 'n' },
    { final: 'c' },
    { prefix: '>', final: 'c' },
    { prefix: '=', final: 'c' },
    { intermediates: '$', final: 'p' },
    { prefix: '?', intermediates: '$', final: 'p' },
    { prefix: '>', final: 'q' },
    { final: 't' },
  ])
    parser.registerCsiHandler(id, taken)
  parser.registerDcsHandler({ intermediates: '$', final: 'q' }, taken)
  // Colour queries; set colours are drawn. 52 is the clipboard, which programs can neither read nor write.
  for (const code of [4, 10, 11, 12]) parser.registerOscHandler(code, (data) => data.includes('?'))
  parser.registerOscHandler(52, taken)
}

function linksOfLine(terminal: Terminal, y: number, options: ViewOptions): ILink[] {
  const line = terminal.buffer.active.getLine(y - 1)?.translateToString(true) ?? ''
  return linksIn(line).map(({ text, at, target }) => ({
    text,
    range: { start: { x: at + 1, y }, end: { x: at + text.length, y } },
    activate: (event) => {
      if (hasModifier(event)) options.onLink(target)
    },
    hover: () => options.onHover(target),
    leave: () => options.onHover(null),
  }))
}

/** Whether there is a graphics card: with a software emulation the page itself draws faster. */
let graphics: boolean | undefined
function hasGraphics(): boolean {
  if (graphics !== undefined) return graphics
  const context = document
    .createElement('canvas')
    .getContext('webgl2', { failIfMajorPerformanceCaveat: true })
  const info = context?.getExtension('WEBGL_debug_renderer_info')
  const name: unknown = context?.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER)
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  graphics = context !== null && !/swiftshader|llvmpipe|software|basic render/i.test(String(name))
  return graphics
}

function graphicsOf(terminal: Terminal): { focused(is: boolean): void; dispose(): void } {
  let addon: IDisposable | null = null
  let wanted = false
  let lost = false
  const drop = (): void => {
    addon?.dispose()
    addon = null
  }
  const take = async (): Promise<void> => {
    const { WebglAddon } = await import('@xterm/addon-webgl')
    if (!wanted || addon !== null) return
    try {
      const made = new WebglAddon()
      made.onContextLoss(() => {
        // The browser revoked it: from now on the page itself draws.
        lost = true
        drop()
      })
      terminal.loadAddon(made)
      addon = made
    } catch {
      // There is no graphics card to draw with.
      lost = true
    }
  }
  return {
    focused(is) {
      wanted = is
      if (!is) drop()
      else if (!lost && addon === null && hasGraphics()) void take()
    },
    dispose() {
      wanted = false
      drop()
    },
  }
}
