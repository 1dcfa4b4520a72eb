import { needsPerson } from '@countersign/policy'
import type { CallId, HandId, Instant, Signature, SignedParts, TurnId, UserId } from '@countersign/protocol'
import type { Call, CallResult, StoredCall } from './call/call.ts'
import { callStateAfter, moveCall, type CallFacts, type CallMove } from './call/call-machine.ts'
import { endedText } from './gate/words.ts'
import { onAbort } from './on-abort.ts'
import type { JournalEntry } from './loop/journal.ts'
import {
  ownerOf,
  type AnswerWait,
  type CallLease,
  type CallStore,
  type Clock,
  type HandLease,
  type Journal,
  type Lease,
} from './ports.ts'

/** A person's answer, given by program. */
export interface GivenAnswer {
  readonly allow: boolean
  readonly by: string
  readonly hash: string
  readonly feedback?: string
  /** The signed parts of a change, if not all were signed. */
  readonly parts?: SignedParts
}

/**
 * Calls and journal in memory: for tests, and for programs that embed the gate and need no durability. Keeps the same promises as the
 * durable store while the process lives.
 */
export class MemoryStore implements CallStore, AnswerWait, Journal {
  readonly #kept = new Map<CallId, Kept>()
  readonly #epochs = new Map<string, number>()
  readonly #journal = new Map<TurnId, JournalEntry[]>()
  /** Callbacks that wait for a row to change. */
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

  /** Gives a person the right to act by hand. */
  hand(handId: HandId): HandLease {
    this.#epochs.set(handId, 1)
    return { handId, epoch: 1 }
  }

  async find(id: CallId): Promise<StoredCall | undefined> {
    return this.#kept.get(id)?.row
  }

  async below(id: CallId): Promise<readonly StoredCall[]> {
    return this.all().filter(({ call }) => call.parentId === id)
  }

  all(): readonly StoredCall[] {
    return [...this.#kept.values()].map(({ row }) => row)
  }

  async propose(
    lease: CallLease,
    call: Call,
    decision: NonNullable<StoredCall['decision']>,
    {
      begin,
      byHand,
      refused,
      at = this.#clock.now(),
    }: {
      readonly begin?: { readonly mode: string; readonly version?: string } | undefined
      readonly byHand?: UserId | undefined
      readonly refused?: CallResult
      readonly at?: Instant | undefined
    } = {},
  ): Promise<StoredCall> {
    const known = this.#kept.get(call.id)
    if (known) return known.row
    this.#demand(lease)
    const base = { call, decision, at }
    const byPolicy: Signature = { via: 'policy', by: decision.reason.because, at }
    if (refused)
      return this.#add('propose_failed', base, { via: 'policy', by: 'cannot be done', at }, refused)
    switch (decision.verdict) {
      case 'run':
        if (byHand !== undefined)
          return this.#add('propose_by_hand', base, { via: 'person', by: byHand, at }, null, lease.epoch)
        return begin === undefined
          ? this.#add('propose_run', base, byPolicy)
          : this.#add('propose_begun', base, byPolicy, null, lease.epoch)
      case 'ask':
        return this.#add('propose_ask', base, null)
      case 'block':
        return this.#add(
          'propose_blocked',
          base,
          byPolicy,
          resultOf('blocked', { decision, signature: byPolicy }),
        )
    }
  }

  async askAgain(
    lease: CallLease,
    id: CallId,
    decision: NonNullable<StoredCall['decision']>,
  ): Promise<StoredCall> {
    this.#demand(lease)
    const kept = this.#kept.get(id)
    if (!kept) throw new Error(`there is no call ${id}`)
    this.#move(kept, 'ask_again', { decision, signature: null })
    return kept.row
  }

  async begin(lease: CallLease, id: CallId, hash: string, parts?: readonly string[]): Promise<boolean> {
    const kept = this.#kept.get(id)
    if (kept?.row.call.hash !== hash || !this.#holds(lease)) return false
    const signed = kept.row.signature?.parts?.signed
    if (signed?.join() !== parts?.join() || !this.#move(kept, 'begin')) return false
    kept.began = lease.epoch
    return true
  }

  async end(lease: CallLease, id: CallId, result: CallResult): Promise<boolean> {
    const kept = this.#kept.get(id)
    if (kept?.began !== lease.epoch) return false
    return this.#move(kept, result.state === 'succeeded' ? 'succeed' : 'fail', { result })
  }

  async refuse(lease: CallLease, id: CallId, result: CallResult, signature: Signature): Promise<boolean> {
    const kept = this.#kept.get(id)
    return (
      kept !== undefined && this.#holds(lease) && this.#move(kept, refusal(result), { result, signature })
    )
  }

  async recordRejected(lease: CallLease, call: Call, result: CallResult): Promise<void> {
    this.#demand(lease)
    const at = this.#clock.now()
    const signature: Signature = { via: 'policy', by: result.code ?? 'unfit', at }
    if (!this.#kept.has(call.id)) this.#add('propose_failed', { call, decision: null, at }, signature, result)
  }

  async verified(lease: CallLease, id: CallId, result: CallResult): Promise<boolean> {
    const kept = this.#kept.get(id)
    return kept !== undefined && this.#holds(lease) && this.#move(kept, 'verify_done', { result })
  }

  async resume(lease: CallLease, id: CallId): Promise<boolean> {
    const kept = this.#kept.get(id)
    if (!kept || !this.#holds(lease) || !this.#move(kept, 'verify_not_done', { result: null })) return false
    kept.began = undefined
    return true
  }

  /** A person's answer: the first one is taken, and only with the hash that was shown. */
  answer(id: CallId, given: GivenAnswer): boolean {
    const kept = this.#kept.get(id)
    if (kept?.row.call.hash !== given.hash) return false
    const signature = this.#signature(given, this.#clock.now())
    return given.allow ? this.#move(kept, 'allow', { signature }) : this.#settle(kept, 'deny', signature)
  }

  /** Expires an approval, as the sweep does. */
  expire(id: CallId): boolean {
    return this.#close(id, 'expire', 'timeout')
  }

  /** Cancels a waiting call, as a stop does. */
  cancel(id: CallId): boolean {
    return this.#close(id, 'cancel', 'stop')
  }

  /**
   * Treats a running call as recovery does after its process died: one that is safe to repeat becomes approved again, any other
   * interrupted.
   */
  interrupt(id: CallId): boolean {
    const kept = this.#kept.get(id)
    if (!kept) return false
    return this.#move(kept, 'repeat') || this.#settle(kept, 'interrupt', kept.row.signature)
  }

  /** Records what a person found out or decided about a call that was cut off. */
  settle(id: CallId, how: 'done' | 'not_done' | 'again', value?: CallResult['value']): boolean {
    const kept = this.#kept.get(id)
    if (!kept) return false
    const state = callStateAfter(`settle_${how}`)
    const result: CallResult = {
      state,
      code: how === 'done' ? null : state,
      text: 'A person looked.',
      ...(value === undefined ? {} : { value }),
    }
    return this.#move(kept, `settle_${how}`, { result })
  }

  async settled(id: CallId, signal: AbortSignal): Promise<StoredCall> {
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
        unregister()
        sleepers.delete(once)
        if (sleepers.size === 0) this.#sleepers.delete(id)
        wake()
      }
      const unregister = onAbort(signal, once)
      sleepers.add(once)
    })
  }

  async load(turnId: TurnId): Promise<readonly JournalEntry[]> {
    return [...(this.#journal.get(turnId) ?? [])]
  }

  async append(lease: Lease, entry: JournalEntry): Promise<void> {
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
      ...(given.parts === undefined ? {} : { parts: given.parts }),
    }
  }

  #close(id: CallId, move: 'expire' | 'cancel', via: 'timeout' | 'stop'): boolean {
    const kept = this.#kept.get(id)
    return kept?.row.state === 'waiting' && this.#settle(kept, move, { via, by: via, at: this.#clock.now() })
  }

  /** Moves a call to an end and gives its result a text. */
  #settle(
    kept: Kept,
    move: 'deny' | 'expire' | 'cancel' | 'interrupt',
    signature: Signature | null,
  ): boolean {
    const result = resultOf(callStateAfter(move), { ...kept.row, signature })
    return this.#move(kept, move, { signature, result })
  }

  #add(
    move: CallMove,
    { call, decision, at }: Pick<StoredCall, 'call' | 'decision'> & { readonly at: Instant },
    signature: Signature | null,
    result: CallResult | null = null,
    began?: number,
  ): StoredCall {
    const state = moveCall('none', move, factsOf(call))
    if (state === undefined)
      throw new Error(`${call.id} cannot be written down: only a person can let it run`)
    const row: StoredCall = { call, state, decision, signature, proposedAt: at, result }
    this.#kept.set(call.id, { row, began })
    this.#wake(call.id)
    return row
  }

  /** Makes a move, if the call can make it now. */
  #move(kept: Kept, move: CallMove, change: Partial<StoredCall> = {}): boolean {
    const state = moveCall(kept.row.state, move, factsOf(kept.row.call))
    if (state === undefined) return false
    kept.row = { ...kept.row, ...change, state }
    this.#wake(kept.row.call.id)
    return true
  }

  #wake(id: CallId): void {
    if (this.#sleepers.size === 0) return
    for (const wake of this.#sleepers.get(id) ?? []) wake()
  }

  #holds(lease: CallLease): boolean {
    return this.#epochs.get(ownerOf(lease).id) === lease.epoch
  }

  #demand(lease: CallLease): void {
    if (!this.#holds(lease)) throw new Error(`the lease on ${ownerOf(lease).id} is lost`)
  }
}

/** The current row, and the epoch of the lease that began it. */
interface Kept {
  row: StoredCall
  began: number | undefined
}

function factsOf({ repeat, facts }: Call): CallFacts {
  return { repeat, needsPerson: needsPerson(facts) }
}

function refusal({ state }: CallResult): CallMove {
  return state === 'blocked' || state === 'cancelled' ? `refuse_${state}` : 'refuse_failed'
}

function resultOf(state: CallResult['state'], row: Pick<StoredCall, 'decision' | 'signature'>): CallResult {
  return { state, code: state, text: endedText(state, row) }
}
