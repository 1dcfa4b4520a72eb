import type { LayerName, ListName, RecordedCall } from '@countersign/policy'
import type { RuleId, ThreadId, UserId } from '@countersign/protocol'

export interface StoredRule {
  readonly id: RuleId
  readonly list: ListName
  readonly layer: Extract<LayerName, 'user' | 'thread'>
  readonly text: string
  readonly threadId: ThreadId | null
  readonly createdFrom: string | null
}

/** User and thread rules. `version` changes with every change, so that compiled policies can be kept. */
export interface Rules {
  forThread(threadId: ThreadId): Promise<{
    readonly mode: string
    readonly workspace: string
    readonly rules: readonly StoredRule[]
    readonly version: string
  }>
  list(user: UserId): Promise<readonly StoredRule[]>
  add(
    user: UserId,
    rule: { readonly list: ListName; readonly text: string; readonly threadId?: ThreadId },
  ): Promise<StoredRule>
  remove(user: UserId, id: RuleId): Promise<boolean>
}

export interface RecordedCalls {
  /** Calls of the last days, newest first, at most a few thousand. */
  recent(user: UserId, days: number): Promise<readonly RecordedCall[]>
}
