import type { Terminal } from '@xterm/headless'

/** Lines above the screen that are kept. */
const SCROLLBACK = 5000

export interface Size {
  readonly cols: number
  readonly rows: number
}

/** The screen of a terminal, kept on the server, so that a page that connects later sees the same as one that was there all the time. */
export interface Mirror {
  /** `parsed` is called once the screen includes these bytes. */
  write(bytes: Uint8Array, parsed: () => void): void
  resize(size: Size): void
  /** Passes the bytes that redraw this screen, including full-screen programs. Called when it includes everything written before. */
  draw(drawn: (bytes: Buffer) => void): void
  /** The last lines as text, including the scrollback. */
  text(lines: number): Promise<string>
  dispose(): void
}

export interface MirrorParts {
  readonly size: Size
  /** Line feeds also return the carriage, as in the output of programs without a terminal. */
  readonly isPlain: boolean
  /** The terminal's own answers to a program's queries. */
  answer(text: string): void
  titled(title: string): void
}

export async function openMirror({ size, isPlain, answer, titled }: MirrorParts): Promise<Mirror> {
  // Loaded on demand: most servers start without a terminal.
  const [{ default: headless }, { default: serializing }] = await Promise.all([
    import('@xterm/headless'),
    import('@xterm/addon-serialize'),
  ])
  const terminal = new headless.Terminal({
    ...size,
    scrollback: SCROLLBACK,
    convertEol: isPlain,
    allowProposedApi: true,
  })
  const addon = new serializing.SerializeAddon()
  terminal.loadAddon(addon)
  terminal.onData(answer)
  terminal.onTitleChange(titled)
  const modes = followModes(terminal)
  let last: Buffer = Buffer.alloc(0)
  return {
    write(bytes, parsed) {
      terminal.write(bytes, () => {
        last = Buffer.concat([last, bytes.subarray(-LONGEST_BEGIN)]).subarray(-LONGEST_BEGIN)
        parsed()
      })
    },
    resize: ({ cols, rows }) => terminal.resize(cols, rows),
    draw(drawn) {
      terminal.write('', () => drawn(Buffer.concat([Buffer.from(addon.serialize() + modes()), begun(last)])))
    },
    text: (lines) =>
      new Promise((told) => {
        terminal.write('', () => told(lastLines(terminal, lines)))
      }),
    dispose: () => terminal.dispose(),
  }
}

/** Modes that the addon omits: a hidden cursor, mouse reporting, the scroll region. */
function followModes(terminal: Terminal): () => string {
  const on = new Set<number>()
  const regions = new Map<string, string>()
  const set = (is: boolean) => (params: readonly (number | number[])[]) => {
    for (const mode of params)
      if (typeof mode === 'number' && KEPT_MODES.has(mode)) {
        if (is === (mode !== CURSOR)) on.add(mode)
        else on.delete(mode)
      }
    // The terminal itself handles it too.
    return false
  }
  const { parser } = terminal
  parser.registerCsiHandler({ prefix: '?', final: 'h' }, set(true))
  parser.registerCsiHandler({ prefix: '?', final: 'l' }, set(false))
  parser.registerCsiHandler({ final: 'r' }, (params) => {
    const [top = 1, bottom = 0] = params.map((one) => (typeof one === 'number' ? one : 0))
    regions.set(terminal.buffer.active.type, bottom === 0 ? '' : `\u001B[${top};${bottom}r`)
    return false
  })
  terminal.onResize(() => regions.clear())
  return () => {
    const { cursorX, cursorY, type } = terminal.buffer.active
    const region = regions.get(type) ?? ''
    // Setting a region moves the cursor, so it is restored.
    const scrolls = region === '' ? '' : `${region}\u001B[${cursorY + 1};${cursorX + 1}H`
    return scrolls + [...on].map((mode) => `\u001B[?${mode}${mode === CURSOR ? 'l' : 'h'}`).join('')
  }
}

const CURSOR = 25
const KEPT_MODES: ReadonlySet<number> = new Set([CURSOR, 1005, 1006, 1015, 1016])

/** Longest incomplete control sequence that is kept for a page that connects in the middle of it. */
const LONGEST_BEGIN = 2000

/** An incomplete end of the output: a control sequence, or a multi-byte character. */
function begun(last: Buffer): Buffer {
  const text = last.toString('latin1')
  const found = UNFINISHED.exec(text)
  return found === null ? Buffer.alloc(0) : last.subarray(found.index)
}

const UNFINISHED =
  // eslint-disable-next-line no-control-regex -- control characters are what this is about
  /(?:\u001b(?:[\]PX^_][^\u0007\u001b]*\u001b?|\[[0-?]*[ -/]*|[ -/]*)|[\u00c0-\u00df]|[\u00e0-\u00ef][\u0080-\u00bf]?|[\u00f0-\u00f7][\u0080-\u00bf]{0,2})$/

function lastLines({ buffer: { active } }: Terminal, most: number): string {
  const lines: string[] = []
  for (let at = active.length - 1; at >= 0 && lines.length < most; at -= 1) {
    const line = active.getLine(at)
    const text = line?.translateToString(true) ?? ''
    // Below the output the screen is empty.
    if (lines.length === 0 && text === '') continue
    lines.unshift(text)
  }
  return lines.join('\n')
}
