import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import {
  Compartment,
  EditorState,
  RangeSetBuilder,
  StateEffect,
  StateField,
  type Extension,
} from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  keymap,
  lineNumbers,
  WidgetType,
} from '@codemirror/view'
import { HIGHLIGHT, hasLongLine, THEME } from '../code-view.ts'
import { syntaxHighlighting } from '@codemirror/language'
import { languageOf } from '../languages.ts'
import type { CombinedText, ShownPart } from './combined-text.ts'
import { texts } from './texts.ts'

export type Choice = 'accept' | 'decline'
export type Choices = ReadonlyMap<string, Choice>

export interface HunkView {
  readonly view: EditorView
  /** Shows the selection, and which part is current. */
  show(choices: Choices, current: number): void
  /** Brings a part into sight. */
  reveal(index: number): void
  /** Whether the end of a part was visible. */
  isSeen(index: number): boolean
  destroy(): void
}

interface HunkViewOptions {
  readonly parent: HTMLElement
  readonly path: string
  readonly label: string
  readonly combined: CombinedText
  /** A button of a part was pressed; `detail` 0: by a key. */
  readonly onChoose: (index: number, choice: Choice, by: 'key' | 'pointer') => void
  readonly onPointerDown: () => void
  /** The visible content moved. */
  readonly onMoved: () => void
}

const COLOUR_LIMIT = 5_000_000

/** A proposed change as read-only text: removed lines, added lines, and two buttons above each part. */
export function hunkView(options: HunkViewOptions): HunkView {
  const { parent, path, combined } = options
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' })
  const language = new Compartment()
  const seen = new Set<number>()
  const bars = barsField(options)
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: combined.text,
      extensions: [
        lineNumbers({ formatNumber: (line) => numberOf(combined, line) }),
        drawSelection(),
        highlightSelectionMatches(),
        search({ top: true }),
        syntaxHighlighting(HIGHLIGHT),
        THEME,
        HUNK_THEME,
        hasLongLine(combined.text) ? [] : EditorView.lineWrapping,
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        EditorView.contentAttributes.of({ 'aria-label': options.label, tabindex: '0' }),
        keymap.of(searchKeymap),
        linesField(combined),
        bars,
        EditorView.updateListener.of((update) => {
          if (update.geometryChanged || update.viewportChanged) look()
        }),
        language.of([]),
      ],
    }),
  })
  /** Records parts whose last line is visible. */
  function look(): void {
    options.onMoved()
    view.requestMeasure({
      read: () => {
        const box = view.scrollDOM.getBoundingClientRect()
        if (box.height === 0) return
        for (const [index, part] of combined.parts.entries()) {
          if (seen.has(index)) continue
          const end = view.state.doc.line(lastLine(part)).to
          if (end < view.viewport.from || end > view.viewport.to) continue
          const at = view.coordsAtPos(end)
          if (at !== null && at.bottom <= box.bottom + 1 && at.top >= box.top) seen.add(index)
        }
      },
    })
  }
  view.scrollDOM.addEventListener('scroll', look)
  const { load } = languageOf(path)
  if (load !== null && combined.text.length <= COLOUR_LIMIT)
    void load().then((support: Extension) => view.dispatch({ effects: language.reconfigure(support) }))
  look()
  return {
    view,
    show: (choices, current) => view.dispatch({ effects: shown.of({ choices, current }) }),
    reveal(index) {
      const part = combined.parts[index]
      if (part === undefined) return
      const { from } = view.state.doc.line(part.line)
      view.dispatch({
        selection: { anchor: from },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      })
    },
    isSeen: (index) => seen.has(index),
    destroy: () => view.destroy(),
  }
}

function lastLine({ line, part }: ShownPart): number {
  return line + part.removed + part.added - 1
}

/** The sign repeats the meaning of the colour. */
function numberOf({ numbers, added }: CombinedText, line: number): string {
  const number = numbers[line] ?? line
  if (number < 0) return `−${-number}`
  return added.has(line) ? `+${number}` : String(number)
}

/** The colours of the lines never change. */
function linesField({ parts }: CombinedText): Extension {
  return EditorView.decorations.compute([], (state) => {
    const built = new RangeSetBuilder<Decoration>()
    for (const { line, part } of parts)
      for (let at = 0; at < part.removed + part.added; at += 1) {
        const { from } = state.doc.line(line + at)
        built.add(from, from, at < part.removed ? REMOVED : ADDED)
      }
    return built.finish()
  })
}

const REMOVED = Decoration.line({ class: 'cm-goes' })
const ADDED = Decoration.line({ class: 'cm-comes' })

interface Shown {
  readonly choices: Choices
  readonly current: number
}
const shown = StateEffect.define<Shown>()

/** The row of buttons above each part. */
function barsField(options: HunkViewOptions): Extension {
  const build = (state: EditorState, { choices, current }: Shown): DecorationSet => {
    const built = new RangeSetBuilder<Decoration>()
    for (const [index, part] of options.combined.parts.entries()) {
      const { from } = state.doc.line(part.line)
      const bar = new PartBar(options, index, choices.get(part.part.id), index === current)
      built.add(from, from, Decoration.widget({ widget: bar, side: -1, block: true }))
    }
    return built.finish()
  }
  return StateField.define<DecorationSet>({
    create: (state) => build(state, { choices: new Map(), current: 0 }),
    update(bars, transaction) {
      const effect = transaction.effects.find((one) => one.is(shown))
      return effect === undefined ? bars : build(transaction.state, effect.value)
    },
    provide: (field) => EditorView.decorations.from(field),
  })
}

class PartBar extends WidgetType {
  readonly #options: HunkViewOptions
  readonly index: number
  readonly choice: Choice | undefined
  readonly current: boolean

  constructor(options: HunkViewOptions, index: number, choice: Choice | undefined, current: boolean) {
    super()
    this.#options = options
    this.index = index
    this.choice = choice
    this.current = current
  }

  override eq(other: PartBar): boolean {
    return other.index === this.index && other.choice === this.choice && other.current === this.current
  }

  override get estimatedHeight(): number {
    return 32
  }

  override ignoreEvent(): boolean {
    return true
  }

  override toDOM(): HTMLElement {
    const bar = document.createElement('div')
    bar.dataset['part'] = String(this.index + 1)
    this.#fill(bar)
    return bar
  }

  /** The same buttons are reused, so that the focus stays. */
  override updateDOM(bar: HTMLElement): boolean {
    if (bar.dataset['part'] !== String(this.index + 1)) return false
    this.#fill(bar)
    return true
  }

  #fill(bar: HTMLElement): void {
    const { combined } = this.#options
    const part = combined.parts[this.index]?.part
    if (part === undefined) return
    bar.className = `cm-part${this.current ? ' cm-part-current' : ''}`
    if (bar.childElementCount === 0) {
      bar.append(document.createElement('span'))
      for (const choice of ['accept', 'decline'] as const) bar.append(this.#button(choice))
      bar.append(document.createElement('span'))
    }
    const [name, accept, decline, state] = bar.children
    if (!name || !accept || !decline || !state) return
    const number = this.index + 1
    name.textContent = texts.part(number, combined.parts.length, part)
    accept.setAttribute('aria-label', texts.acceptPart(number, part))
    decline.setAttribute('aria-label', texts.declinePart(number, part))
    accept.setAttribute('aria-pressed', String(this.choice === 'accept'))
    decline.setAttribute('aria-pressed', String(this.choice === 'decline'))
    state.textContent =
      this.choice === undefined ? '' : this.choice === 'accept' ? texts.accepted : texts.declined
  }

  #button(choice: Choice): HTMLButtonElement {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = texts[choice]
    button.addEventListener('pointerdown', () => this.#options.onPointerDown())
    button.addEventListener('click', ({ detail }) =>
      this.#options.onChoose(this.index, choice, detail === 0 ? 'key' : 'pointer'),
    )
    return button
  }
}

const HUNK_THEME = EditorView.theme({
  '.cm-goes': { backgroundColor: 'var(--stop-bg)' },
  '.cm-comes': { backgroundColor: 'var(--clear-bg)' },
  '.cm-part': {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '32px',
    padding: '0 8px',
    borderTop: '1px solid var(--line)',
    backgroundColor: 'var(--raised)',
    color: 'var(--ink-2)',
    fontFamily: 'var(--font-sans)',
    fontSize: '12px',
  },
  '.cm-part-current': { boxShadow: 'inset 3px 0 0 var(--wait)' },
  '.cm-part > span:first-child': { color: 'var(--ink)', fontWeight: '600' },
  '.cm-part button': {
    minHeight: '24px',
    padding: '0 8px',
    border: '1px solid var(--line-strong)',
    borderRadius: '4px',
    backgroundColor: 'var(--panel)',
    color: 'var(--ink)',
    font: 'inherit',
    cursor: 'pointer',
  },
  '.cm-part button:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: '1px' },
  '.cm-part button[aria-pressed=true]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
})
