import type { Effort, ImageView, SavedPrompt } from '@countersign/protocol'
import type { ForbiddenMode, Model } from '../../../data/api.ts'
import type { MessageAsk } from '../../../platform/composer-part.ts'
import type { ModeState } from '../../../platform/modes/ModeMenu.tsx'
import type { MeterView } from './Meter.tsx'
import type { FindFiles } from './use-mentions.ts'

/** The data that a composer shows. */
export interface ComposerView {
  readonly text: string
  readonly mode: string
  /** Absent: it can be changed. */
  readonly modeState?: ModeState
  /** A note that the mode was changed elsewhere; null: it was not. */
  readonly modeNote?: string | null
  /** Modes that nobody may choose here. */
  readonly forbidden: readonly ForbiddenMode[]
  readonly model: Model
  /** All available models, which may not include the current one. */
  readonly models: readonly Model[]
  /** Its effort; null or absent: the model's default. */
  readonly effort?: Effort | null
  /** Saved prompts, which a slash and a name insert. */
  readonly prompts?: readonly SavedPrompt[]
  /** Absent: no message yet. */
  readonly meter?: MeterView
  /** Why commands run without the operating system's sandbox; null: they run in it. */
  readonly noSandbox: string | null
  /** The last message, for the arrow key in an empty field. */
  readonly last: string | null
  readonly sendWith: 'enter' | 'ctrl_enter'
  readonly busy: boolean
  readonly sending: boolean
  readonly trouble: string | null
}

/** Its callbacks. */
export interface ComposerActions {
  readonly onText: (text: string) => void
  /** Returns whether it was accepted: attachments are kept until then. */
  readonly onSend: (text: string, images: readonly ImageView[], ask: MessageAsk | null) => Promise<boolean>
  readonly onStop: () => void
  readonly onMode: (mode: string) => void
  readonly onModel: (model: string) => void
  /** Absent: it cannot be changed here. */
  readonly onEffort?: (effort: Effort | null) => void
  /** Searches file names. It must be the same function as long as the folder is the same. */
  readonly onFind?: FindFiles
}
