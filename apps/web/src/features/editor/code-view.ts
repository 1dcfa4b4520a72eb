import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from '@codemirror/commands'
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { languageOf } from './languages.ts'

export interface CodeView {
  readonly view: EditorView
  text(): string
  /** Replaces the text, as one undo step; the caret stays if possible. */
  replace(text: string): void
  /** Puts the caret on a line, centred in the view. */
  goTo(line: number): void
  /** Brings a line in sight. */
  show(line: number): void
  /** The caret, the selection, and the visible lines. */
  place(): CodePlace
  destroy(): void
}

export interface CodePlace {
  readonly line: number
  readonly selected: string
  readonly first: number
  readonly last: number
}

interface CodeViewOptions {
  readonly parent: HTMLElement
  readonly path: string
  readonly text: string
  readonly label: string
  readonly onChange: () => void
  readonly onSave: () => void
  readonly onMove: (line: number, column: number) => void
}

/** Limits for colouring a file and for wrapping a line, in characters. */
const COLOUR_LIMIT = 5_000_000
const WRAP_LIMIT = 10_000

/**
 * An editor in a shadow tree: there its styles are constructed sheets, which the page's content policy allows without a nonce. It uses the
 * page's colours, because custom properties are inherited.
 */
export function codeView(options: CodeViewOptions): CodeView {
  const { parent, path, text } = options
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' })
  const language = new Compartment()
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightActiveLine(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        highlightSelectionMatches(),
        search({ top: true }),
        syntaxHighlighting(HIGHLIGHT),
        THEME,
        hasLongLine(text) ? [] : EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': options.label, spellcheck: 'false', tabindex: '0' }),
        keymap.of([
          { key: 'Mod-s', preventDefault: true, run: saved(options.onSave) },
          // Tab indents; after Escape it leaves the editor, so that nobody is trapped.
          ...searchKeymap,
          ...historyKeymap,
          ...defaultKeymap,
          indentWithTab,
        ]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.onChange()
          if (update.docChanged || update.selectionSet) {
            const head = update.state.selection.main.head
            const line = update.state.doc.lineAt(head)
            options.onMove(line.number, head - line.from + 1)
          }
        }),
        language.of([]),
      ],
    }),
  })
  const { load } = languageOf(path)
  if (load !== null && text.length <= COLOUR_LIMIT)
    void load().then((support: Extension) => view.dispatch({ effects: language.reconfigure(support) }))
  const show = (line: number): void => {
    const at = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines)).from
    // Only the caret moves: the keyboard focus stays where it is.
    view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) })
  }
  return {
    view,
    text: () => view.state.doc.toString(),
    replace(next) {
      const now = view.state.doc.toString()
      const from = sameStart(now, next)
      const end = sameEnd(now, next, from)
      view.dispatch({
        changes: { from, to: now.length - end, insert: next.slice(from, next.length - end) },
        annotations: isolateHistory.of('full'),
      })
    },
    goTo(line) {
      show(line)
      view.focus()
    },
    show,
    place() {
      const { main } = view.state.selection
      const { doc } = view.state
      return {
        line: doc.lineAt(main.head).number,
        selected: main.empty ? '' : view.state.sliceDoc(main.from, main.to),
        first: doc.lineAt(view.viewport.from).number,
        last: doc.lineAt(view.viewport.to).number,
      }
    },
    destroy: () => view.destroy(),
  }
}

/** Length of the common prefix, and of the common suffix after it. */
function sameStart(a: string, b: string): number {
  let at = 0
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1
  return at
}

function sameEnd(a: string, b: string, from: number): number {
  let end = 0
  const most = Math.min(a.length, b.length) - from
  while (end < most && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  return end
}

function saved(save: () => void): () => boolean {
  return () => {
    save()
    return true
  }
}

export function hasLongLine(text: string): boolean {
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at)
    const stop = end === -1 ? text.length : end
    if (stop - at > WRAP_LIMIT) return true
    at = stop + 1
  }
  return false
}

export const THEME = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--panel)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.5' },
  '.cm-gutters': { backgroundColor: 'var(--panel)', color: 'var(--ink-3)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': {
    backgroundColor: 'color-mix(in srgb, var(--ground) 60%, transparent)',
  },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 25%, transparent) !important',
  },
  '.cm-panels': { backgroundColor: 'var(--ground)', color: 'var(--ink)' },
  '.cm-searchMatch': { backgroundColor: 'var(--wait-bg)' },
  '.cm-button, .cm-textfield': {
    backgroundImage: 'none',
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    borderColor: 'var(--line-strong)',
  },
})

export const HIGHLIGHT = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: 'var(--plan)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--edits)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--auto)' },
  { tag: [tags.comment, tags.meta], color: 'var(--ink-3)' },
  { tag: [tags.heading, tags.strong], fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.typeName, tags.className, tags.tagName], color: 'var(--accent)' },
  { tag: tags.link, textDecoration: 'underline' },
  { tag: tags.invalid, color: 'var(--stop)' },
])
