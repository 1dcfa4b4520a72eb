import type { CallId, Instant, TurnId } from '@countersign/protocol'

/** What a call waits for, and whether it came. */
export interface Sleep {
  readonly dueAt: Instant | null
  readonly firedAt: Instant | null
  readonly payload: unknown
}

/** Calls that wait for a time, a signal, or a person: rows that outlive every process. */
export interface Wakeups {
  /** Writes down that a call waits. The row that is there already stays as it is. */
  sleep(
    callId: CallId,
    turnId: TurnId,
    until: { readonly dueAt?: Instant | null; readonly token?: string | null },
  ): Promise<Sleep>
  find(callId: CallId): Promise<Sleep | undefined>
  /** It waits once more. */
  again(callId: CallId): Promise<void>
  /** Wakes a call; its turn can go on. False: it does not wait. */
  fire(callId: CallId, payload?: unknown): Promise<boolean>
  /** The call that waits under this token. */
  findByToken(token: string): Promise<CallId | undefined>
  /** Wakes what is due, on the database's clock; returns how many. */
  fireDue(): Promise<number>
}
