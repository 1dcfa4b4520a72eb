import type { CallId } from '@countersign/protocol'
import type { ModelToolCall } from '../call.ts'
import type { Usage } from '../provider.ts'

/** A model's call with the id we gave it, so that a turn that is taken up again finds the same call. */
export interface JournalledCall extends ModelToolCall {
  readonly id: CallId
}

/**
 * What is written down before it is used. The prompt is rebuilt from these, never by replaying code, so a newer version of
 * the product can take up an old turn. Results are not here: they are on the calls.
 */
export type JournalEntry = {
  readonly kind: 'model'
  readonly parentId: CallId | null
  readonly text: string
  readonly calls: readonly JournalledCall[]
  readonly usage: Usage
  readonly providerMetadata?: unknown
}
