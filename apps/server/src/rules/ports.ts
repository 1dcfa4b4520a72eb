import type { LayerName, ListName, RecordedCall } from '@countersign/policy'
import type { Instant, RuleId, ThreadId, UserId } from '@countersign/protocol'

export interface StoredRule {
  readonly id: RuleId
  readonly list: ListName
  readonly layer: Extract<LayerName, 'user' | 'thread'>
  readonly text: string
  readonly threadId: ThreadId | null
  readonly createdFrom: string | null
  readonly createdAt: Instant
}

/** Why a rule with a key or a password in it is rejected. */
export const SECRET_IN_RULE =
  'the rule contains what looks like a secret; use `*` in its place, or allow this call once'

/**
 * User and thread rules. `version` changes with every change of mode, rules, workspace, trust and capabilities, so that compiled policies
 * can be cached; the store compares it when it begins a call.
 */
export interface Rules {
  forThread(threadId: ThreadId): Promise<{
    readonly mode: string
    readonly workspace: string
    readonly rules: readonly StoredRule[]
    readonly version: string
    /** Hash of the project's rules file that the person trusts; null: none. */
    readonly trusted: string | null
    /** Capabilities that a person granted to the thread or withheld from it, as stored; undefined: none. */
    readonly capabilities?: unknown
  }>
  list(user: UserId): Promise<readonly StoredRule[]>
  /** The text is valid and contains no secret: the caller has checked both. */
  add(
    user: UserId,
    rule: { readonly list: ListName; readonly text: string; readonly threadId?: ThreadId },
  ): Promise<StoredRule>
  remove(user: UserId, id: RuleId): Promise<boolean>
  /** The hash of the rules file in a workspace that the person trusts. */
  trusted(user: UserId, workspace: string): Promise<string | null>
  /** Trusts a rules file in its present form, or with null no longer. Another text is another file. */
  trust(user: UserId, file: TrustedFile): Promise<void>
}

export interface TrustedFile {
  readonly workspace: string
  readonly hash: string | null
  /** The line that changed the file to this text, if a person added it. */
  readonly added?: { readonly list: ListName; readonly text: string }
}

/** A past call, with the time of its proposal. */
export type DatedCall = RecordedCall & { readonly at: Instant }

export interface RecordedCalls {
  /** Calls of the last days, newest first, at most a few thousand. */
  recent(user: UserId, days: number): Promise<readonly DatedCall[]>
}
