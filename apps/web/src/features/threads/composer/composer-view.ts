import type { Effort, ImageView, SavedPrompt } from '@countersign/protocol'
import type { ForbiddenMode, Model } from '../../../data/api.ts'
import type { MessageAsk } from '../../../platform/composer-part.ts'
import type { ModeState } from '../../../platform/modes/ModeMenu.tsx'
import type { MeterView } from './Meter.tsx'
import type { FindFiles } from './use-mentions.ts'

/** What a composer shows. */
export interface ComposerView {
  readonly text: string
  readonly mode: string
  /** Absent: it can be chosen. */
  readonly modeState?: ModeState
  /** That the mode was changed in another place; null: it was not. */
  readonly modeNote?: string | null
  /** Modes that nobody may choose here. */
  readonly forbidden: readonly ForbiddenMode[]
  readonly model: Model
  /** All that can be chosen, the one above among them or not. */
  readonly models: readonly Model[]
  /** How hard it thinks; null or absent: the model's default. */
  readonly effort?: Effort | null
  /** Messages of the person that a slash and a name stand for. */
  readonly prompts?: readonly SavedPrompt[]
  /** Absent: nothing was said yet. */
  readonly meter?: MeterView
  /** Why commands run without the operating system's sandbox; null: they run in it. */
  readonly noSandbox: string | null
  /** What was said last, for the arrow in an empty field. */
  readonly last: string | null
  readonly sendWith: 'enter' | 'ctrl_enter'
  readonly busy: boolean
  readonly sending: boolean
  readonly trouble: string | null
}

/** What it does. */
export interface ComposerActions {
  readonly onText: (text: string) => void
  /** Says whether it was taken: what goes along is kept until then. */
  readonly onSend: (text: string, images: readonly ImageView[], ask: MessageAsk | null) => Promise<boolean>
  readonly onStop: () => void
  readonly onMode: (mode: string) => void
  readonly onModel: (model: string) => void
  /** Absent: it cannot be chosen here. */
  readonly onEffort?: (effort: Effort | null) => void
  /** Looks for names of files. It must be the same function as long as the folder is the same. */
  readonly onFind?: FindFiles
}
