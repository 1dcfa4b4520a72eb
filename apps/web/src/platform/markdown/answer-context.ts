import type { ThreadId } from '@countersign/protocol'
import { createContext, useContext } from 'react'

/** The finished answer that is being rendered, for words in it with a special rendering. */
export interface Answer {
  readonly thread: ThreadId
  /** The text as the model wrote it. */
  readonly text: string
}

export const AnswerContext = createContext<Answer | null>(null)

/** Null: this is not a finished answer of a thread. */
export function useAnswer(): Answer | null {
  return useContext(AnswerContext)
}
