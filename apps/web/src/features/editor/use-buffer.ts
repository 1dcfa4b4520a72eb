import { editText } from '@countersign/protocol'
import type { CallId, FileView } from '@countersign/protocol'
import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import type { OpenText } from '../../platform/window-panes.ts'
import { useWorkbench } from '../../workbench/workbench-context.ts'
import type { CodeView } from './code-view.ts'
import { keptText } from './kept-texts.ts'
import { mergeTexts } from './merge-texts.ts'
import { texts } from './texts.ts'
import type { useFile } from './use-file.ts'
import { useUnsavedText, type UnsavedText } from './use-unsaved-text.ts'

/** A line to go to; each `look` goes there once. */
export interface LookAt {
  readonly line: number
  readonly look: string
}

export interface EditorProps {
  readonly path: string
  readonly file: FileView
  readonly text: string
  /** Where it was opened. */
  readonly at: LookAt | null
  readonly acts: Pick<ReturnType<typeof useFile>, 'save' | 'undo' | 'lookAgain'>
}

/**
 * The text of an editor between disk and person. An unchanged one follows the disk. A changed one merges changes on disk; if both changed
 * the same lines, a person chooses. A save names the version that it is based on, and never replaces another.
 */
export function useBuffer({ path, file, text, acts }: EditorProps, code: RefObject<CodeView | null>) {
  const { thread } = useWorkbench()
  const key = `${thread ?? ''} ${path}`
  const unsaved = useUnsavedText(key, { text, hash: file.hash }, code)
  const { base, calls, dirty, now, look, rebase } = unsaved
  const [saving, setSaving] = useState(false)
  const [note, setNote] = useState<string | null>(null)
  const [conflict, setConflict] = useState(false)
  const [last, setLast] = useState<CallId | null>(null)

  // The file changed on disk.
  useEffect(() => {
    if (file.hash === base.current.hash || saving) return
    const mine = now()
    const merged = mergeTexts(base.current.text, mine, text)
    if (merged === undefined) return setConflict(true)
    const wasDirty = mine !== base.current.text
    rebase({ text, hash: file.hash }, merged)
    setConflict(false)
    setLast(null)
    setNote(wasDirty && merged !== text ? texts.merged : null)
    // A change on disk or the end of a save starts this; everything else is read when it runs.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [file.hash, saving])

  return {
    dirty,
    saving,
    note,
    conflict,
    canUndo: last !== null && !dirty,
    changed(): void {
      setNote(null)
      look()
    },
    /** Restores text that was unsaved when the page was left. */
    async start(): Promise<void> {
      const kept = await keptText(key)
      if (kept === undefined || kept.text === now()) return
      calls.current = new Set(kept.calls)
      const merged = mergeTexts(kept.base, kept.text, text)
      if (merged === undefined) {
        base.current = { text: kept.base, hash: kept.hash }
        code.current?.replace(kept.text)
        setConflict(true)
      } else code.current?.replace(merged)
      setNote(texts.restored)
      look()
    },
    async save(): Promise<void> {
      const mine = now()
      if (mine === base.current.text || saving || conflict) return
      setSaving(true)
      const answer = await acts.save(mine, base.current.hash, [...calls.current])
      if (!answer.ok) setNote(answer.message)
      else {
        const { ok, hash, call_id: id, text: words, code: why } = answer.value
        if (ok && hash !== undefined) {
          base.current = { text: mine, hash }
          setLast(id)
          setNote(texts.saved)
          look()
        } else setNote(why === 'stale' ? null : words)
      }
      // Until the file is reloaded, the known state of the disk is older than the saved one.
      await acts.lookAgain()
      setSaving(false)
    },
    async undo(): Promise<void> {
      if (last === null) return
      const answer = await acts.undo(last)
      setNote(answer.ok ? texts.undone : answer.message)
      setLast(null)
      await acts.lookAgain()
    },
    /** The text for the agent's tools. */
    openText: openTextOf(path, unsaved, code),
    keepMine(): void {
      base.current = { text, hash: file.hash }
      setConflict(false)
      look()
    },
    takeTheirs(): void {
      rebase({ text, hash: file.hash }, text)
      setConflict(false)
    },
  }
}

function openTextOf(
  path: string,
  { base, calls, now }: UnsavedText,
  code: RefObject<CodeView | null>,
): OpenText {
  return {
    text: now,
    baseHash: () => base.current.hash,
    edit(edits, id) {
      const done = editText(now(), edits)
      if (!done.ok) return { ok: false, text: done.text }
      calls.current = new Set([...calls.current, id])
      code.current?.replace(done.text)
      return { ok: true, text: texts.edited(path, done.places) }
    },
    show: (line) => code.current?.show(line),
  }
}
