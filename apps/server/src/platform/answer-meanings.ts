import type { StoredCall } from '@countersign/agent'
import type { UserId } from '@countersign/protocol'
import type { QueryExecutorProvider } from 'kysely'

/** What a person's yes says beside yes. */
export interface AnswerExtra {
  readonly grant?: 'run' | 'version' | undefined
  readonly answer?: unknown
}

/** What such an answer means for calls of one tool. */
export interface AnswerMeaning {
  /** Why the call cannot be answered so; undefined: it can. */
  problem(call: StoredCall, extra: AnswerExtra): Promise<string | undefined>
  /** Writes it down, in the transaction of the answer. */
  write(trx: QueryExecutorProvider, user: UserId, call: StoredCall, extra: AnswerExtra): Promise<void>
}

/** Which features read more than yes or no out of an answer, by tool. */
export interface AnswerMeanings {
  add(tool: string, meaning: AnswerMeaning): void
  of(tool: string): AnswerMeaning | undefined
}

export function answerMeanings(): AnswerMeanings {
  const meanings = new Map<string, AnswerMeaning>()
  return {
    add: (tool, meaning) => void meanings.set(tool, meaning),
    of: (tool) => meanings.get(tool),
  }
}
