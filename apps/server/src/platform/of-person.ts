import type { Tool } from '@countersign/agent'
import type { ThreadId } from '@countersign/protocol'
import type { PromptFacts } from '../turns/prompt.ts'

/** Tools and memories for the turns of one person. */
export interface OfPerson {
  readonly tools: readonly Tool[]
  readonly remembered: PromptFacts['remembered']
  /** Events since the last step of a thread, for the model to read before the next. */
  meanwhile?(thread: ThreadId): Promise<string | undefined>
}
