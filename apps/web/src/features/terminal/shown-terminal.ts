import type { ThreadId } from '@countersign/protocol'
import type { SearchAddon } from '@xterm/addon-search'
import { openLine } from './terminal-line.ts'
import { terminalView, type ViewOptions } from './terminal-view.ts'

/** Bytes that are drawn before the server is notified. */
const TELL_EVERY = 64_000

export interface ShownOptions extends Omit<ViewOptions, 'onType'> {
  readonly terminal: string
  readonly thread: ThreadId | null
  readonly onConnected: (is: boolean) => void
  readonly onEnded: (code: number | null) => void
  readonly onAbsent: () => void
}

export interface ShownTerminal {
  readonly search: SearchAddon
  focus(): void
  dispose(): void
}

/** A terminal of the server, drawn in the page. */
export function showTerminal(options: ShownOptions): ShownTerminal {
  const { parent } = options
  const view = terminalView({ ...options, onType: (bytes) => line.type(bytes) })
  const { terminal } = view
  let drawn = 0
  let told = 0
  let came = 0
  let anew = false

  /** The terminal takes the pane's size if one may type in it; otherwise it keeps its own. */
  function fit(): void {
    const size = options.readOnly ? undefined : view.fitting()
    if (size === undefined) return
    if (size.cols !== terminal.cols || size.rows !== terminal.rows) terminal.resize(size.cols, size.rows)
    line.ask({ type: 'size', ...size })
  }

  const line = openLine(options, {
    bytes(bytes) {
      came += bytes.length
      const isScreen = anew
      anew = false
      terminal.write(bytes, () => {
        drawn += bytes.length
        if (isScreen) fit()
        if (drawn - told < TELL_EVERY && drawn !== came) return
        told = drawn
        line.ask({ type: 'drawn', bytes: drawn })
      })
    },
    said(message) {
      switch (message.type) {
        case 'screen':
          // The next bytes redraw everything, at this size, once earlier output is drawn; then it takes the pane's size.
          terminal.write('', () => {
            terminal.reset()
            terminal.resize(message.cols, message.rows)
          })
          anew = true
          break
        case 'size':
          terminal.resize(message.cols, message.rows)
          break
        case 'title':
          break
        case 'ended':
          options.onEnded(message.code)
      }
    },
    connected(is) {
      if (is) [drawn, told, came] = [0, 0, 0]
      options.onConnected(is)
    },
    absent: options.onAbsent,
  })

  const observer = new ResizeObserver(() => fit())
  observer.observe(parent)
  const onFocus = (): void => {
    view.focused(true)
    fit()
  }
  const onBlur = (): void => view.focused(false)
  parent.addEventListener('focusin', onFocus)
  parent.addEventListener('focusout', onBlur)
  return {
    search: view.search,
    focus: () => terminal.focus(),
    dispose() {
      observer.disconnect()
      parent.removeEventListener('focusin', onFocus)
      parent.removeEventListener('focusout', onBlur)
      line.close()
      view.dispose()
    },
  }
}
