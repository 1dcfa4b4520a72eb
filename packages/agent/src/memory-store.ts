import type { CallId, Instant, Signature, TurnId } from '@countersign/protocol'
import type { Call, CallResult, StoredCall } from './call.ts'
import { endedText } from './gate/words.ts'
import { onAbort } from './on-abort.ts'
import type { JournalEntry } from './loop/journal.ts'
import type { AnswerWait, CallStore, Clock, Journal, Lease } from './ports.ts'

/** A person's answer, given by program. */
export interface GivenAnswer {
  readonly allow: boolean
  readonly by: string
  readonly hash: string
  readonly feedback?: string
}

/**
 * Calls and journal in memory: for tests, and for programs that embed the gate and need no durability. Keeps the same promises as the
 * durable store while the process lives; the contract suite is the same.
 */
export class MemoryStore implements CallStore, AnswerWait, Journal {
  readonly #kept = new Map<CallId, Kept>()
  readonly #epochs = new Map<TurnId, number>()
  readonly #journal = new Map<TurnId, JournalEntry[]>()
  /** Who waits for a row to change. */
  readonly #sleepers = new Map<CallId, Set<() => void>>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Gives out the right to act on a turn; every earlier lease of it is void. */
  lease(turnId: TurnId): Lease {
    const epoch = (this.#epochs.get(turnId) ?? 0) + 1
    this.#epochs.set(turnId, epoch)
    return { turnId, epoch }
  }

  find(id: CallId): StoredCall | undefined {
    return this.#kept.get(id)?.row
  }

  all(): readonly StoredCall[] {
    return [...this.#kept.values()].map(({ row }) => row)
  }

  propose(
    lease: Lease,
    call: Call,
    decision: NonNullable<StoredCall['decision']>,
    {
      begin,
      refused,
      at = this.#clock.now(),
    }: {
      readonly begin?: { readonly mode: string; readonly version?: string }
      readonly refused?: CallResult
      readonly at?: Instant | undefined
    } = {},
  ): StoredCall {
    const known = this.#kept.get(call.id)
    if (known) return known.row
    this.#demand(lease)
    if (refused) {
      const signature: Signature = { via: 'policy', by: 'cannot be done', at }
      return this.#add({ call, state: 'failed', decision, signature, proposedAt: at, result: refused })
    }
    const asks = decision.verdict === 'ask'
    const signature: Signature | null = asks ? null : { via: 'policy', by: decision.reason.because, at }
    const state = asks ? 'waiting' : begin === undefined ? 'approved' : 'running'
    const row: StoredCall = { call, state, decision, signature, proposedAt: at, result: null }
    if (decision.verdict === 'block')
      return this.#add({ ...row, state: 'blocked', result: resultOf('blocked', row) })
    return this.#add(row, state === 'running' ? lease.epoch : undefined)
  }

  askAgain(lease: Lease, id: CallId, decision: NonNullable<StoredCall['decision']>): Promise<StoredCall> {
    this.#demand(lease)
    const kept = this.#kept.get(id)
    if (!kept) throw new Error(`there is no call ${id}`)
    const { row } = kept
    if (row.state === 'approved') this.#put(kept, { ...row, state: 'waiting', decision, signature: null })
    return Promise.resolve(kept.row)
  }

  begin(lease: Lease, id: CallId, hash: string): boolean {
    const kept = this.#kept.get(id)
    if (kept?.row.state !== 'approved' || kept.row.call.hash !== hash || !this.#holds(lease)) return false
    kept.began = lease.epoch
    this.#put(kept, { ...kept.row, state: 'running' })
    return true
  }

  end(lease: Lease, id: CallId, result: CallResult): boolean {
    const kept = this.#kept.get(id)
    if (kept?.began !== lease.epoch) return false
    const { row } = kept
    if (row.state !== 'running' && row.state !== 'interrupted') return false
    this.#put(kept, { ...row, state: result.state, result })
    return true
  }

  refuse(lease: Lease, id: CallId, result: CallResult, signature: Signature): Promise<boolean> {
    const kept = this.#kept.get(id)
    const open = kept?.row.state === 'approved' || kept?.row.state === 'waiting'
    if (!open || !this.#holds(lease)) return Promise.resolve(false)
    this.#put(kept, { ...kept.row, state: result.state, result, signature })
    return Promise.resolve(true)
  }

  turnAway(lease: Lease, call: Call, result: CallResult): Promise<void> {
    this.#demand(lease)
    const at = this.#clock.now()
    const signature = { via: 'policy', by: result.code ?? 'unfit', at } as const
    if (!this.#kept.has(call.id))
      this.#add({ call, state: 'failed', decision: null, signature, proposedAt: at, result })
    return Promise.resolve()
  }

  verified(lease: Lease, id: CallId, result: CallResult): Promise<boolean> {
    const kept = this.#cutOff(lease, id)
    if (kept) this.#put(kept, { ...kept.row, state: 'succeeded', result })
    return Promise.resolve(kept !== undefined)
  }

  resume(lease: Lease, id: CallId): Promise<boolean> {
    const kept = this.#cutOff(lease, id)
    if (kept) {
      kept.began = undefined
      this.#put(kept, { ...kept.row, state: 'approved', result: null })
    }
    return Promise.resolve(kept !== undefined)
  }

  #cutOff(lease: Lease, id: CallId): Kept | undefined {
    const kept = this.#kept.get(id)
    const open = kept?.row.state === 'interrupted' && kept.row.call.repeat === 'idempotent'
    return open && this.#holds(lease) ? kept : undefined
  }

  /** A person's answer: exactly one counts, and only with the hash that was shown. */
  answer(id: CallId, given: GivenAnswer): boolean {
    const kept = this.#kept.get(id)
    if (kept?.row.state !== 'waiting' || kept.row.call.hash !== given.hash) return false
    const signature = this.#signature(given, this.#clock.now())
    if (given.allow) this.#put(kept, { ...kept.row, state: 'approved', signature })
    else this.#settle(kept, 'denied', signature)
    return true
  }

  /** What the sweep does to an approval whose time is over. */
  expire(id: CallId): boolean {
    return this.#close(id, 'expired', 'timeout')
  }

  /** What a stop does to a call that waits. */
  cancel(id: CallId): boolean {
    return this.#close(id, 'cancelled', 'stop')
  }

  /** What recovery does to a call whose process died while it ran. */
  interrupt(id: CallId): boolean {
    const kept = this.#kept.get(id)
    if (kept?.row.state !== 'running') return false
    const { row } = kept
    if (row.call.repeat === 'safe') this.#put(kept, { ...row, state: 'approved' })
    else this.#settle(kept, 'interrupted', row.signature)
    return true
  }

  settled(id: CallId, signal: AbortSignal): Promise<StoredCall> {
    const row = this.find(id)
    return row === undefined || row.state === 'waiting' || signal.aborted
      ? this.#onceSettled(id, signal)
      : Promise.resolve(row)
  }

  async #onceSettled(id: CallId, signal: AbortSignal): Promise<StoredCall> {
    for (;;) {
      signal.throwIfAborted()
      const kept = this.#kept.get(id)
      if (kept && kept.row.state !== 'waiting') return kept.row
      await this.#change(id, signal)
    }
  }

  /** Resolves when the row changes, or the signal aborts. */
  #change(id: CallId, signal: AbortSignal): Promise<void> {
    return new Promise((wake) => {
      const sleepers = this.#sleepers.get(id) ?? new Set()
      this.#sleepers.set(id, sleepers)
      const once = () => {
        waiter.leave()
        sleepers.delete(once)
        if (sleepers.size === 0) this.#sleepers.delete(id)
        wake()
      }
      const waiter = onAbort(signal, once)
      sleepers.add(once)
    })
  }

  load(turnId: TurnId): Promise<readonly JournalEntry[]> {
    return Promise.resolve([...(this.#journal.get(turnId) ?? [])])
  }

  append(lease: Lease, entry: JournalEntry): void {
    this.#demand(lease)
    const entries = this.#journal.get(lease.turnId)
    if (entries) entries.push(entry)
    else this.#journal.set(lease.turnId, [entry])
  }

  #signature(given: GivenAnswer, at: Instant): Signature {
    return {
      via: 'person',
      by: given.by,
      at,
      ...(given.feedback === undefined ? {} : { feedback: given.feedback }),
    }
  }

  #close(id: CallId, state: 'expired' | 'cancelled', via: 'timeout' | 'stop'): boolean {
    const kept = this.#kept.get(id)
    if (kept?.row.state !== 'waiting') return false
    this.#settle(kept, state, { via, by: via, at: this.#clock.now() })
    return true
  }

  #settle(kept: Kept, state: CallResult['state'], signature: Signature | null): void {
    const row = { ...kept.row, signature }
    this.#put(kept, { ...row, state, result: resultOf(state, row) })
  }

  #add(row: StoredCall, began?: number): StoredCall {
    this.#kept.set(row.call.id, { row, began })
    this.#wake(row.call.id)
    return row
  }

  #put(kept: Kept, row: StoredCall): void {
    kept.row = row
    this.#wake(row.call.id)
  }

  #wake(id: CallId): void {
    if (this.#sleepers.size === 0) return
    for (const wake of this.#sleepers.get(id) ?? []) wake()
  }

  #holds(lease: Lease): boolean {
    return this.#epochs.get(lease.turnId) === lease.epoch
  }

  #demand(lease: Lease): void {
    if (!this.#holds(lease)) throw new Error(`the lease on ${lease.turnId} is lost`)
  }
}

/** A row as it is now, and the epoch of the lease that began it. */
interface Kept {
  row: StoredCall
  began: number | undefined
}

function resultOf(state: CallResult['state'], row: StoredCall): CallResult {
  return { state, code: state, text: endedText(state, row) }
}
