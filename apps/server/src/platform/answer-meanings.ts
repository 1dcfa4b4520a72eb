import type { StoredCall } from '@countersign/agent'
import type { UserId } from '@countersign/protocol'
import type { QueryExecutorProvider } from 'kysely'

/** The additional content of a person's yes. */
export interface AnswerExtra {
  readonly grant?: 'run' | 'version' | undefined
  /** Seconds after which the grant ends. */
  readonly grantSeconds?: number | undefined
  readonly answer?: unknown
}

/** The meaning of such an answer for calls of one tool. */
export interface AnswerMeaning {
  /** Why the call cannot be answered this way; undefined: it can. */
  problem(call: StoredCall, extra: AnswerExtra): Promise<string | undefined>
  /** Stores it, in the transaction of the answer. */
  write(trx: QueryExecutorProvider, user: UserId, call: StoredCall, extra: AnswerExtra): Promise<void>
}

/** The features that interpret more than yes or no in an answer, by tool. */
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
