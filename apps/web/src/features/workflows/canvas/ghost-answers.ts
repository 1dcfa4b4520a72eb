import { createContext, useContext } from 'react'

/** Answers to the proposals that are drawn. */
export interface GhostAnswers {
  readonly choose: (number: number, choice: 'accept' | 'decline') => void
  /** What was chosen and not sent yet. */
  readonly choices: ReadonlyMap<number, 'accept' | 'decline'>
  /** The proposal that the keys answer. */
  readonly first: number | null
}

const Context = createContext<GhostAnswers | null>(null)
export const GhostAnswersProvider = Context.Provider

/** Null: this canvas only shows. */
export function useGhostAnswers(): GhostAnswers | null {
  return useContext(Context)
}
