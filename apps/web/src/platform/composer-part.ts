import type { MediaGeneration } from '@countersign/protocol'
import type { ComponentType } from 'react'

/** A special request that a message makes instead of asking for an answer. */
export interface MessageAsk {
  readonly media_generation: MediaGeneration
}

export interface ComposerPartProps {
  readonly text: string
  /** Null: an ordinary message. */
  readonly ask: MessageAsk | null
  readonly onAsk: (ask: MessageAsk | null) => void
  /** Inserts text at the caret. It is never sent automatically. */
  readonly onWords: (words: string) => void
}

/** A feature's additions to the composer. Lazy, to keep them out of the first load. */
export interface ComposerParts {
  /** Buttons next to the one for files. */
  readonly bar: ComponentType<ComposerPartProps>
  /** Shown above the bar while the message makes a special request. */
  readonly strip: ComponentType<ComposerPartProps>
}
