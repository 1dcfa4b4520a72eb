import type { ThreadEvent, TurnId } from '@countersign/protocol'
import type { AuditEntry } from '../../audit/chain.ts'
import type { Some } from '../../turns/outbox.ts'
import type { Hints } from './hints.ts'
import { piece, type Piece } from './piece.ts'
import type { ThreadRow } from './tables.ts'
import type { Spent, ThreadKey, WorkHint } from './work.ts'

/** A change to write. `exactlyOne`: it must find its row, or the transaction fails. */
interface Write {
  readonly change: Piece
  readonly exactlyOne: boolean
}

/** The events, audit rows and deferred writes of a transaction. */
export class TransactionLog {
  readonly events: ThreadEvent[] = []
  readonly entries: AuditEntry[] = []
  readonly #writes: Write[] = []
  #hints: Hints = {}
  #spent: Spent | undefined

  /** The part of a `Work` that only adds to the log. */
  collector({ thread, freshId }: { readonly thread: ThreadRow; readonly freshId: string }) {
    let ids = 0
    return {
      newId: () => following(freshId, ids++),
      write: (change: Piece) => void this.#writes.push({ change, exactlyOne: false }),
      updateExactlyOne: (change: Piece) => void this.#writes.push({ change, exactlyOne: true }),
      spend: (spent: Spent) => {
        this.#spent = this.#spent === undefined ? spent : sum(this.#spent, spent)
      },
      tell: (event: ThreadEvent) => void this.events.push(event),
      record: (entry: AuditEntry) => void this.entries.push(entry),
      hint: (hint: WorkHint) => {
        this.#hints = withHint(this.#hints, thread, hint)
      },
    }
  }

  /** The pending writes, each as a statement. */
  takeWrites(key: ThreadKey): readonly Piece[] {
    const changes = this.#writes.map(({ change, exactlyOne }) => (exactlyOne ? demandOne(change) : change))
    const spent = this.#spending(key)
    this.#writes.length = 0
    this.#spent = undefined
    return [...changes, ...spent]
  }

  hintsOf(thread: ThreadRow): Hints {
    return this.events.length === 0 ? this.#hints : { ...this.#hints, thread: thread.id }
  }

  /** The counters of a turn change once per transaction: a statement cannot change a row twice. */
  #spending(key: ThreadKey): readonly Piece[] {
    if (this.#spent === undefined) return []
    if (!('turn' in key)) throw new Error('only a transaction about a turn spends')
    return [spendOn(key.turn, this.#spent)]
  }
}

/** SQL has no assertion. Dividing by the number of changed rows makes the statement fail (`22012`) if there were none. */
function demandOne(change: Piece): Piece {
  return piece`with changed as (${change} returning 1) select 1 / count(*) from changed`
}

/** As random as the first one. */
function following(id: string, by: number): string {
  if (by === 0) return id
  const last = (Number.parseInt(id.slice(-2), 16) + by) % 256
  return `${id.slice(0, -2)}${last.toString(16).padStart(2, '0')}`
}

function sum(a: Spent, b: Spent): Spent {
  return {
    modelCalls: a.modelCalls + b.modelCalls,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    // One unknown price makes the sum unknown.
    cost: a.cost === null || b.cost === null ? null : a.cost + b.cost,
    context: b.context ?? a.context,
    toolCalls: a.toolCalls + b.toolCalls,
    subtasks: a.subtasks + b.subtasks,
    writes: a.writes + b.writes,
  }
}

function spendOn(turnId: TurnId, spent: Spent): Piece {
  return piece`update turns set model_calls = model_calls + ${spent.modelCalls}::integer,
    input_tokens = input_tokens + ${spent.inputTokens}::bigint,
    output_tokens = output_tokens + ${spent.outputTokens}::bigint, cost_usd = cost_usd + ${spent.cost}::float8,
    context_tokens = coalesce(${spent.context}::integer, context_tokens),
    tool_calls = tool_calls + ${spent.toolCalls}::integer, subtasks = subtasks + ${spent.subtasks}::integer,
    writes = writes + ${spent.writes}::integer
    where id = ${turnId}`
}

function withHint(hints: Hints, thread: ThreadRow, hint: WorkHint): Hints {
  if (hint === 'wake') return { ...hints, wake: true }
  if (hint === 'listed') return { ...hints, person: thread.owner, listedThreads: [thread.id] }
  if ('listed' in hint)
    return { ...hints, person: thread.owner, listedCalls: withId(hints.listedCalls, hint.listed) }
  if ('settled' in hint) return { ...hints, wake: true, settled: withId(hints.settled, hint.settled) }
  return { ...hints, wake: true, stopped: withId(hints.stopped, hint.stopped) }
}

function withId<Id>(ids: Some<Id> | undefined, id: Id): Some<Id> {
  if (ids === 'any' || ids?.includes(id) === true) return ids
  return [...(ids ?? []), id]
}
