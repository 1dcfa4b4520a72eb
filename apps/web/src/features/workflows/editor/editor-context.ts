import type { GraphProblem, SecretView } from '@countersign/protocol'
import { createContext, useContext } from 'react'
import type { PaletteAt } from '../model/add-typed.ts'
import type { NodeTypes } from '../model/ports.ts'
import type { DraftSession, SessionState } from '../model/session.ts'
import type { GhostReview } from './use-ghost-review.ts'

export interface EditorView {
  readonly session: DraftSession
  readonly state: SessionState
  readonly types: NodeTypes
  readonly secrets: readonly SecretView[]
  readonly problems: readonly GraphProblem[]
  readonly openPalette: (at: PaletteAt) => void
  readonly review: GhostReview
}

const Context = createContext<EditorView | undefined>(undefined)
export const EditorProvider = Context.Provider

export function useEditor(): EditorView {
  const editor = useContext(Context)
  if (editor === undefined) throw new Error('this stands outside of an editor')
  return editor
}
