import {
  DEFAULT_LIMITS,
  extensionCard,
  runTurn,
  type ChatProvider,
  type Clock,
  type GateParts,
  type Ids,
  type Lease,
  type Limits,
  type Tool,
  type Toolbelt,
  type TurnInput,
} from '@countersign/agent'
import type { ThreadId, TurnId, UserId } from '@countersign/protocol'
import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { chunkStream } from './chunk-stream.ts'
import { leaseClock, type LeaseClock } from './lease-clock.ts'
import type { Some } from './outbox.ts'
import type { ClaimedTurn, Turns } from './ports.ts'
import { systemPrompt, type PromptFacts } from './prompt.ts'
import { workspaceFacts } from './workspace-facts.ts'

export interface RunnerParts {
  readonly processId: string
  readonly turns: Turns
  readonly gate: GateParts
  readonly belt: Toolbelt
  /** Folders of the gate itself: what is in them belongs to nobody's work. */
  readonly own: readonly string[]
  readonly clock: Clock
  /** Milliseconds by a clock that nobody sets and that goes on while this process is stopped. */
  elapsed(): number
  readonly ids: Ids
  /** What one turn of a thread may use up; as shipped without it. */
  limits?(threadId: ThreadId): Promise<Limits>
  /** What only this person's turns have: tools, and what is remembered of them. */
  ofPerson?(
    user: UserId,
  ): Promise<{ readonly tools: readonly Tool[]; readonly remembered: PromptFacts['remembered'] }>
  /** Never fails: a model that cannot be had answers with what to do about it. */
  provider(model: string): Promise<ChatProvider>
  /** Something that should not happen did; the turn it happened in goes on elsewhere or is recovered. */
  failed(what: string, cause: unknown): void
}

export interface Runner {
  /** Looks for turns to run: after a hint, and now and then. */
  wake(): void
  /** Checks that the leases of these turns still hold: one may have been stopped or taken over. */
  check(turns: Some<TurnId>): void
  /** Ends what runs here without settling it: the turns go on on the next process. */
  close(): Promise<void>
}

/** How often a lease is renewed while it runs. */
const RENEWALS = 3

const PARKED = Symbol('parked')
const LOST = Symbol('lease lost')
const CLOSING = Symbol('closing')

interface LiveTurn {
  readonly lease: Lease
  readonly threadId: ThreadId
  readonly abort: AbortController
  readonly ended: Promise<void>
}

/** Runs claimed turns, each under its lease. */
export function turnRunner(parts: RunnerParts): Runner {
  const live = new Map<TurnId, LiveTurn>()
  let looking: Promise<void> | undefined
  let again = false
  let closing = false

  async function look(): Promise<void> {
    do {
      again = false
      for (;;) {
        if (closing) return
        const askedAt = parts.elapsed()
        const claimed = await parts.turns.claim(parts.processId)
        if (!claimed) break
        if (closing) {
          await parts.turns.release(claimed.lease)
          return
        }
        begin(claimed, leaseClock(claimed.leaseLength, askedAt, parts.elapsed))
      }
    } while (again)
  }

  function wake(): void {
    again = true
    looking ??= look()
      .catch((cause: unknown) => parts.failed('looking for turns', cause))
      .finally(() => {
        looking = undefined
        // Woken after the last look and before this line: nobody else would look.
        if (again && !closing) wake()
      })
  }

  function begin(claimed: ClaimedTurn, clock: LeaseClock): void {
    const { turnId, threadId, lease } = claimed
    const abort = new AbortController()
    const ended = run(parts, claimed, { abort, clock })
      .catch((cause: unknown) => parts.failed(`turn ${turnId}`, cause))
      .finally(() => {
        // A turn that was laid down may have been taken up again here before its first run was over.
        if (live.get(turnId)?.lease === lease) live.delete(turnId)
        wake()
      })
    live.set(turnId, { lease, threadId, abort, ended })
  }

  function check(turns: Some<TurnId>): void {
    const asked = turns === 'any' ? [...live.values()] : turns.flatMap((id) => live.get(id) ?? [])
    if (asked.length > 0) void loseLost(parts, asked)
  }

  return {
    wake,
    check,
    async close() {
      closing = true
      for (const turn of live.values()) turn.abort.abort(CLOSING)
      await Promise.allSettled([...live.values()].map((turn) => turn.ended))
      await looking
    },
  }
}

interface Held {
  readonly abort: AbortController
  readonly clock: LeaseClock
}

async function run(parts: RunnerParts, claimed: ClaimedTurn, held: Held): Promise<void> {
  const { lease } = claimed
  const { abort } = held
  const renewal = setInterval(() => void renewOrLose(parts, lease, held), claimed.leaseLength / RENEWALS)
  const chunks = chunkStream(parts.turns, lease, parts.clock)
  // Links on the way to the workspace are followed once: what is in it is inside of it.
  const workspace = await realpath(claimed.workspace).catch(() => claimed.workspace)
  const limits = (await parts.limits?.(claimed.threadId)) ?? DEFAULT_LIMITS
  const own = (await parts.ofPerson?.(claimed.owner)) ?? { tools: [], remembered: [] }
  const facts = await workspaceFacts(workspace, parts.clock, process.platform)
  const told = { workspace: facts, remembered: own.remembered }
  const place = { workspace, cwd: workspace, home: homedir(), own: parts.own }
  const input: TurnInput = {
    lease,
    threadId: claimed.threadId,
    turnId: claimed.turnId,
    model: claimed.model,
    place,
    belt: parts.belt.derive((tools) => [...tools, ...own.tools]),
    messages: claimed.messages,
    mayAct: () => mayAct(parts, lease, held),
    system: (level) => systemPrompt({ ...level, ...told, mode: claimed.mode, deepest: limits.depth }),
  }
  try {
    const outcome = await runTurn(
      {
        gate: parts.gate,
        extend: extensionCard(parts.gate, input),
        provider: await parts.provider(claimed.model),
        journal: flushing(parts.turns, chunks.flush),
        events: chunks,
        ids: parts.ids,
        limits,
        allWaiting: () => void park(parts, lease, abort),
      },
      input,
      abort.signal,
    )
    await chunks.flush()
    // Laid down, lost or closing: the turn is not ours to end.
    if (abort.signal.aborted) return
    await parts.turns.finish(lease, outcome)
  } finally {
    clearInterval(renewal)
    if (abort.signal.reason === CLOSING) await parts.turns.release(lease)
  }
}

/** Text reaches the outbox before the journal entry that makes it final. */
function flushing(turns: Turns, flush: () => Promise<void>): Pick<Turns, 'load' | 'append'> {
  return {
    load: (turnId) => turns.load(turnId),
    async append(lease, entry) {
      await flush()
      await turns.append(lease, entry)
    },
  }
}

/** Waiting is rows, not memory: the turn is laid down and an answer takes it up again, here or elsewhere. */
async function park(parts: RunnerParts, lease: Lease, abort: AbortController): Promise<void> {
  try {
    if (await parts.turns.park(lease)) abort.abort(PARKED)
  } catch (cause) {
    parts.failed('laying a turn down', cause)
  }
}

/** One question for all of them. */
async function loseLost(parts: RunnerParts, turns: readonly LiveTurn[]): Promise<void> {
  try {
    const held = new Set(await parts.turns.holding(turns.map(({ lease }) => lease)))
    for (const turn of turns) if (!held.has(turn.lease)) turn.abort.abort(LOST)
  } catch (cause) {
    parts.failed('checking leases', cause)
  }
}

/** By our own clock as long as that is certain; after a pause that was longer than the lease the database says. */
async function mayAct(parts: RunnerParts, lease: Lease, held: Held): Promise<boolean> {
  if (!held.clock.mayAct()) await renewOrLose(parts, lease, held)
  return held.clock.mayAct() && !held.abort.signal.aborted
}

async function renewOrLose(parts: RunnerParts, lease: Lease, { abort, clock }: Held): Promise<void> {
  const askedAt = parts.elapsed()
  try {
    if (await parts.turns.renew(lease)) clock.renewed(askedAt)
    else abort.abort(LOST)
  } catch (cause) {
    parts.failed('renewing a lease', cause)
  }
}
