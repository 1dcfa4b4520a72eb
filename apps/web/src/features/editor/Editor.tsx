import { useEffect, useRef, useState } from 'react'
import { previewOf } from '../../platform/previews.ts'
import { Button } from '../../ui/Button.tsx'
import { windowPanes } from '../../platform/window-panes.ts'
import { usePaneContext } from '../../workbench/pane-context.ts'
import { useWorkbench } from '../../workbench/workbench-context.ts'
import { codeView, type CodeView } from './code-view.ts'
import { contextOf } from './context.ts'
import { languageOf } from './languages.ts'
import { texts } from './texts.ts'
import { useBuffer, type EditorProps } from './use-buffer.ts'

type TextBuffer = ReturnType<typeof useBuffer>

/** The text of a file, its changes, and the current state on disk. */
export function Editor(props: EditorProps) {
  const { path, file, text, at } = props
  const { setDirty, thread } = useWorkbench()
  const host = useRef<HTMLDivElement>(null)
  const code = useRef<CodeView | null>(null)
  const [place, setPlace] = useState({ line: 1, column: 1 })
  const buffer = useBuffer(props, code)
  const { changed, save, start, openText } = buffer
  // The editor lives as long as the pane; its callbacks may change.
  const latest = useRef({ changed, save, openText })
  useEffect(() => {
    latest.current = { changed, save, openText }
  })
  useEffect(
    () =>
      windowPanes.offerText(
        { thread, path },
        {
          text: () => latest.current.openText.text(),
          baseHash: () => latest.current.openText.baseHash(),
          edit: (edits, call) => latest.current.openText.edit(edits, call),
          show: (line) => latest.current.openText.show(line),
        },
      ),
    [thread, path],
  )
  usePaneContext(() =>
    contextOf({ path, text: openText.text(), dirty: buffer.dirty, place: code.current?.place() }),
  )
  useEffect(() => {
    if (host.current === null) return
    const made = codeView({
      parent: host.current,
      path,
      text,
      label: texts.field(path),
      onChange: () => latest.current.changed(),
      onSave: () => void latest.current.save(),
      onMove: (line, column) => setPlace({ line, column }),
    })
    code.current = made
    void start()
    return () => made.destroy()
    // The first text alone makes the editor; later ones are merged into it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [path])
  const [line, look] = [at?.line ?? 0, at?.look]
  useEffect(() => {
    if (line > 0) code.current?.goTo(line)
  }, [line, look])
  useEffect(() => {
    setDirty(`editor:${path}`, buffer.dirty)
    return () => setDirty(`editor:${path}`, false)
  }, [setDirty, path, buffer.dirty])
  return (
    <div className="flex h-full min-h-0 flex-col">
      <Head path={path} buffer={buffer} />
      {buffer.conflict && <Conflict buffer={buffer} />}
      <div ref={host} className="min-h-0 flex-1 overflow-clip" data-editor={path} />
      <div className="flex min-h-6.5 flex-wrap items-center gap-x-4 border-t border-line px-3 text-hint text-ink-3">
        <span>{languageOf(path).name}</span>
        <span>{`${texts.encoding(file.encoding)} · ${texts.lineEnds[file.line_ends]}`}</span>
        <span title={file.why}>{texts.agent[file.agent]}</span>
        <span className="ms-auto">{texts.place(place.line, place.column)}</span>
      </div>
    </div>
  )
}

function Head({ path, buffer }: { path: string; buffer: TextBuffer }) {
  const { open } = useWorkbench()
  return (
    <div className="flex min-h-10 items-center gap-3 border-b border-line px-3">
      <code className="min-w-0 flex-1 truncate font-mono text-code text-ink-2">{path}</code>
      {buffer.note !== null && (
        <span role="status" className="text-hint text-ink-2">
          {buffer.note}
        </span>
      )}
      {previewOf(path) !== undefined && (
        <Button kind="quiet" onClick={() => open('preview', { path })}>
          {texts.preview}
        </Button>
      )}
      {buffer.canUndo && (
        <Button kind="quiet" onClick={() => void buffer.undo()}>
          {texts.undo}
        </Button>
      )}
      <Button kind="primary" disabled={!buffer.dirty || buffer.saving} onClick={() => void buffer.save()}>
        {buffer.saving ? texts.saving : texts.save}
      </Button>
    </div>
  )
}

/** Both changed the same lines: a person chooses. */
function Conflict({ buffer }: { buffer: TextBuffer }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2 border-b border-line bg-stop-bg px-3 py-1.5"
    >
      <span className="flex-1 text-label">{texts.conflict}</span>
      <Button onClick={buffer.keepMine}>{texts.keepMine}</Button>
      <Button onClick={buffer.takeTheirs}>{texts.takeTheirs}</Button>
    </div>
  )
}
