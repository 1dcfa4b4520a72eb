import type { CallId, Instant, TurnId } from '@countersign/protocol'

/** What a call waits for, and whether it arrived. */
export interface Sleep {
  readonly dueAt: Instant | null
  readonly firedAt: Instant | null
  readonly payload: unknown
}

/** Calls that wait for a time, a signal, or a person: rows that outlive every process. */
export interface Wakeups {
  /** Records that a call waits. An existing row stays unchanged. */
  sleep(
    callId: CallId,
    turnId: TurnId,
    until: { readonly dueAt?: Instant | null; readonly token?: string | null },
  ): Promise<Sleep>
  find(callId: CallId): Promise<Sleep | undefined>
  /** It waits again. */
  again(callId: CallId): Promise<void>
  /** Wakes a call, so that its turn can continue. False: it does not wait. */
  fire(callId: CallId, payload?: unknown): Promise<boolean>
  /** The call that waits under this token. */
  findByToken(token: string): Promise<CallId | undefined>
  /** Wakes due calls by the database's clock; returns how many. */
  fireDue(): Promise<number>
}
