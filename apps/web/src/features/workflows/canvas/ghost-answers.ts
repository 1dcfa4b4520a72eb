import { createContext, useContext } from 'react'

/** Answers to the drawn proposals. */
export interface GhostAnswers {
  readonly choose: (number: number, choice: 'accept' | 'decline') => void
  /** Choices that have not been sent yet. */
  readonly choices: ReadonlyMap<number, 'accept' | 'decline'>
  /** The proposal that keyboard shortcuts answer. */
  readonly first: number | null
}

const Context = createContext<GhostAnswers | null>(null)
export const GhostAnswersProvider = Context.Provider

/** Null if this canvas is read-only. */
export function useGhostAnswers(): GhostAnswers | null {
  return useContext(Context)
}
