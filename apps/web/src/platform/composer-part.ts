import type { MediaGeneration } from '@countersign/protocol'
import type { ComponentType } from 'react'

/** What a message asks for in place of an answer. */
export interface MessageAsk {
  readonly media_generation: MediaGeneration
}

export interface ComposerPartProps {
  readonly text: string
  /** Null: an ordinary message. */
  readonly ask: MessageAsk | null
  readonly onAsk: (ask: MessageAsk | null) => void
  /** Puts words where the caret is. They are never sent by themselves. */
  readonly onWords: (words: string) => void
}

/** What a feature adds to the composer. Lazy, so that the first look does not pay for it. */
export interface ComposerParts {
  /** Buttons beside the one for files. */
  readonly bar: ComponentType<ComposerPartProps>
  /** Stands above the bar while the message asks for something else than an answer. */
  readonly strip: ComponentType<ComposerPartProps>
}
