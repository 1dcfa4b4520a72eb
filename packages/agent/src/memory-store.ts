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
  readonly #rows = new Map<CallId, StoredCall>()
  readonly #began = new Map<CallId, number>()
  readonly #epochs = new Map<TurnId, number>()
  readonly #journal = new Map<TurnId, JournalEntry[]>()
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

  find(id: CallId): Promise<StoredCall | undefined> {
    return Promise.resolve(this.#rows.get(id))
  }

  all(): readonly StoredCall[] {
    return [...this.#rows.values()]
  }

  propose(
    lease: Lease,
    call: Call,
    decision: NonNullable<StoredCall['decision']>,
    {
      begin,
      refused,
    }: {
      readonly begin?: { readonly mode: string; readonly version?: string }
      readonly refused?: CallResult
    } = {},
  ): Promise<StoredCall> {
    const known = this.#rows.get(call.id)
    if (known) return Promise.resolve(known)
    this.#demand(lease)
    const at = this.#clock.now()
    const base = { call, decision, proposedAt: at, result: null }
    const by = decision.reason.because
    if (refused) {
      const signature: Signature = { via: 'policy', by: 'cannot be done', at }
      return Promise.resolve(this.#put({ ...base, state: 'failed', signature, result: refused }))
    }
    switch (decision.verdict) {
      case 'run':
        if (begin !== undefined) this.#began.set(call.id, lease.epoch)
        return Promise.resolve(
          this.#put({
            ...base,
            state: begin === undefined ? 'approved' : 'running',
            signature: { via: 'policy', by, at },
          }),
        )
      case 'ask':
        return Promise.resolve(this.#put({ ...base, state: 'waiting', signature: null }))
      case 'block': {
        const row: StoredCall = { ...base, state: 'blocked', signature: { via: 'policy', by, at } }
        return Promise.resolve(this.#put({ ...row, result: resultOf('blocked', row) }))
      }
    }
  }

  askAgain(lease: Lease, id: CallId, decision: NonNullable<StoredCall['decision']>): Promise<StoredCall> {
    this.#demand(lease)
    const row = this.#demandRow(id)
    return Promise.resolve(
      row.state === 'approved' ? this.#put({ ...row, state: 'waiting', decision, signature: null }) : row,
    )
  }

  begin(lease: Lease, id: CallId, hash: string): Promise<boolean> {
    const row = this.#rows.get(id)
    if (row?.state !== 'approved' || row.call.hash !== hash || !this.#holds(lease))
      return Promise.resolve(false)
    this.#began.set(id, lease.epoch)
    this.#put({ ...row, state: 'running' })
    return Promise.resolve(true)
  }

  end(lease: Lease, id: CallId, result: CallResult): Promise<boolean> {
    const row = this.#rows.get(id)
    const mine = this.#began.get(id) === lease.epoch
    if (!row || !mine || (row.state !== 'running' && row.state !== 'interrupted'))
      return Promise.resolve(false)
    this.#put({ ...row, state: result.state, result })
    return Promise.resolve(true)
  }

  refuse(lease: Lease, id: CallId, result: CallResult, signature: Signature): Promise<boolean> {
    const row = this.#rows.get(id)
    if (!row || (row.state !== 'approved' && row.state !== 'waiting') || !this.#holds(lease))
      return Promise.resolve(false)
    this.#put({ ...row, state: result.state, result, signature })
    return Promise.resolve(true)
  }

  turnAway(lease: Lease, call: Call, result: CallResult): Promise<void> {
    this.#demand(lease)
    const at = this.#clock.now()
    const signature = { via: 'policy', by: result.code ?? 'unfit', at } as const
    if (!this.#rows.has(call.id))
      this.#put({ call, state: 'failed', decision: null, signature, proposedAt: at, result })
    return Promise.resolve()
  }

  verified(lease: Lease, id: CallId, result: CallResult): Promise<boolean> {
    const row = this.#cutOff(lease, id)
    if (row) this.#put({ ...row, state: 'succeeded', result })
    return Promise.resolve(row !== undefined)
  }

  resume(lease: Lease, id: CallId): Promise<boolean> {
    const row = this.#cutOff(lease, id)
    if (row) {
      this.#began.delete(id)
      this.#put({ ...row, state: 'approved', result: null })
    }
    return Promise.resolve(row !== undefined)
  }

  #cutOff(lease: Lease, id: CallId): StoredCall | undefined {
    const row = this.#rows.get(id)
    const open = row?.state === 'interrupted' && row.call.repeat === 'idempotent'
    return open && this.#holds(lease) ? row : undefined
  }

  /** A person's answer: exactly one counts, and only with the hash that was shown. */
  answer(id: CallId, given: GivenAnswer): boolean {
    const row = this.#rows.get(id)
    if (row?.state !== 'waiting' || row.call.hash !== given.hash) return false
    const signature = this.#signature(given, this.#clock.now())
    if (given.allow) this.#put({ ...row, state: 'approved', signature })
    else this.#settle({ ...row, signature }, 'denied')
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
    const row = this.#rows.get(id)
    if (row?.state !== 'running') return false
    if (row.call.repeat === 'safe') this.#put({ ...row, state: 'approved' })
    else this.#settle(row, 'interrupted')
    return true
  }

  async settled(id: CallId, signal: AbortSignal): Promise<StoredCall> {
    for (;;) {
      signal.throwIfAborted()
      const row = this.#rows.get(id)
      if (row && row.state !== 'waiting') return row
      await this.#change(id, signal)
    }
  }

  /** Resolves when the row changes, or the signal aborts. */
  #change(id: CallId, signal: AbortSignal): Promise<void> {
    return new Promise((wake) => {
      const sleepers = this.#sleepers.get(id) ?? new Set()
      this.#sleepers.set(id, sleepers)
      const once = () => {
        stay()
        sleepers.delete(once)
        if (sleepers.size === 0) this.#sleepers.delete(id)
        wake()
      }
      const stay = onAbort(signal, once)
      sleepers.add(once)
    })
  }

  load(turnId: TurnId): Promise<readonly JournalEntry[]> {
    return Promise.resolve([...(this.#journal.get(turnId) ?? [])])
  }

  append(lease: Lease, entry: JournalEntry): Promise<void> {
    this.#demand(lease)
    const entries = this.#journal.get(lease.turnId)
    if (entries) entries.push(entry)
    else this.#journal.set(lease.turnId, [entry])
    return Promise.resolve()
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
    const row = this.#rows.get(id)
    if (row?.state !== 'waiting') return false
    this.#settle({ ...row, signature: { via, by: via, at: this.#clock.now() } }, state)
    return true
  }

  #settle(row: StoredCall, state: CallResult['state']): void {
    this.#put({ ...row, state, result: resultOf(state, row) })
  }

  #put(row: StoredCall): StoredCall {
    this.#rows.set(row.call.id, row)
    const sleepers = this.#sleepers.get(row.call.id)
    if (sleepers) for (const wake of sleepers) wake()
    return row
  }

  #holds(lease: Lease): boolean {
    return this.#epochs.get(lease.turnId) === lease.epoch
  }

  #demand(lease: Lease): void {
    if (!this.#holds(lease)) throw new Error(`the lease on ${lease.turnId} is lost`)
  }

  #demandRow(id: CallId): StoredCall {
    const row = this.#rows.get(id)
    if (!row) throw new Error(`there is no call ${id}`)
    return row
  }
}

function resultOf(state: CallResult['state'], row: StoredCall): CallResult {
  return { state, code: state, text: endedText(state, row) }
}
