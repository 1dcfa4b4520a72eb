import { Redo2, Undo2 } from 'lucide-react'
import { Link } from 'wouter'
import { useView } from '../../../data/context.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { fieldClass } from '../../../ui/Section.tsx'
import { editorTexts as texts, texts as listTexts } from '../texts.ts'
import { useEditor } from './editor-context.ts'

const TABS = ['list', 'canvas', 'runs', 'versions', 'triggers', 'tests'] as const
export type EditorTab = (typeof TABS)[number]

interface HeaderProps {
  readonly tab: EditorTab
  readonly onTab: (tab: EditorTab) => void
  readonly alone: boolean
}

/** The name, the view tabs, and the save state of the draft. */
export function EditorHeader({ tab, onTab, alone }: HeaderProps) {
  const { session, state } = useEditor()
  const { undo, redo, graph } = state.history
  const last = undo.at(-1)
  const next = redo.at(-1)
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.5">
      {alone && <h1 className="sr-only">{graph.name}</h1>}
      {alone && (
        <Link href="/workflows" className="text-label">
          {listTexts.title}
        </Link>
      )}
      <input
        aria-label={texts.name}
        className={cx(fieldClass, 'field-sizing-content max-w-96 min-w-56 font-semibold')}
        value={graph.name}
        onChange={(event) =>
          session.act(texts.name, [{ kind: 'set_name', name: event.target.value || ' ' }], 'name')
        }
      />
      <nav aria-label={texts.viewsLabel} className="flex flex-wrap gap-1">
        {TABS.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={tab === one}
            onClick={() => onTab(one)}
            className={cx(
              'min-h-control rounded-control px-2.5 text-label',
              tab === one ? 'bg-ground font-semibold text-ink' : 'text-ink-2 hover:bg-ground',
            )}
          >
            {texts.views[one]}
          </button>
        ))}
      </nav>
      <span className="ms-auto flex items-center gap-1">
        <SaveState />
        {alone && <OpenBesideThread workflow={state.workflow.id} />}
        <Button
          kind="quiet"
          size="icon"
          disabled={last === undefined}
          aria-label={last === undefined ? texts.undo : texts.undoWhat(last.label)}
          title={texts.undo}
          onClick={() => session.undo()}
        >
          <Undo2 size={14} aria-hidden="true" />
        </Button>
        <Button
          kind="quiet"
          size="icon"
          disabled={next === undefined}
          aria-label={next === undefined ? texts.redo : texts.redoWhat(next.label)}
          title={texts.redo}
          onClick={() => session.redo()}
        >
          <Redo2 size={14} aria-hidden="true" />
        </Button>
      </span>
    </header>
  )
}

/** Opens the editor next to the latest thread, where the agent can propose changes. */
function OpenBesideThread({ workflow }: { workflow: string }) {
  const threads = useView((view) => view.threads) ?? []
  const latest = threads.toSorted((a, b) => b.updated_at - a.updated_at)[0]
  if (latest === undefined) return null
  return (
    <Link
      href={`/w/${latest.id}?open=workflow&id=${workflow}`}
      className="px-2 text-label"
      title={latest.title}
    >
      {texts.besideChat}
    </Link>
  )
}

function SaveState() {
  const { session, state } = useEditor()
  const { saving, message } = state
  // The bar below has the details.
  if (saving === 'conflict') return <span className="px-2 text-hint text-wait">{texts.conflictShort}</span>
  return (
    <span
      role="status"
      className={cx(
        'flex items-center gap-2 px-2 text-hint',
        saving === 'failed' ? 'text-stop' : 'text-ink-3',
      )}
    >
      {saving === 'failed' ? texts.failed(message ?? '') : texts[saving]}
      {saving === 'failed' && (
        <Button size="small" onClick={() => void session.flush()}>
          {texts.retry}
        </Button>
      )}
    </span>
  )
}
