import type { ThreadId } from '@countersign/protocol'
import { createContext, useContext } from 'react'

/** The finished answer that is drawn, for words in it that are more than text. */
export interface Answer {
  readonly thread: ThreadId
  /** As the model wrote it. */
  readonly text: string
}

export const AnswerContext = createContext<Answer | null>(null)

/** Null: this is not a finished answer of a chat. */
export function useAnswer(): Answer | null {
  return useContext(AnswerContext)
}
