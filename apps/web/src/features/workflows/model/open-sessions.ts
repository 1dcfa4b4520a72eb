import type { NodeTypes } from './ports.ts'
import type { DraftSession } from './session.ts'

/** An editor in this window. */
export interface OpenEditor {
  readonly session: DraftSession
  readonly types: () => NodeTypes
}

const open = new Map<string, OpenEditor>()

/** Registers an editor that shows a workflow; the returned function unregisters it. */
export function offerEditor(id: string, editor: OpenEditor): () => void {
  open.set(id, editor)
  return () => {
    if (open.get(id) === editor) open.delete(id)
  }
}

export function editorOf(id: string): OpenEditor | undefined {
  return open.get(id)
}

export function openWorkflows(): readonly string[] {
  return [...open.keys()]
}
