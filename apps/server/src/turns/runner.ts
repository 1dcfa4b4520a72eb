import {
  DEFAULT_LIMITS,
  extensionCard,
  runTurn,
  type Call,
  type Capabilities,
  type ChatProvider,
  type Clock,
  type GateParts,
  type Ids,
  type Lease,
  type Limits,
  type Tool,
  type Toolbelt,
  type TurnInput,
  type TurnOutcome,
} from '@countersign/agent'
import type { ThreadId, TurnId, UserId } from '@countersign/protocol'
import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { chunkStream } from './chunk-stream.ts'
import { countingCutOff } from './count-cut-off.ts'
import { flushBeforeJournal, endOutputWithResult } from './flush-before-journal.ts'
import { leaseClock, type LeaseClock } from './lease-clock.ts'
import type { Some } from './outbox.ts'
import type { ClaimedTurn, CutUsage, Turns } from './ports.ts'
import { systemPrompt, type PromptFacts } from './prompt.ts'
import { workspaceFacts } from './workspace-facts.ts'
import { observers, type Observer, type TurnLeft } from './observer.ts'
import { RunningCalls } from './running-calls.ts'
import { isMediaCall, textOf } from './media-model.ts'
import { observedBelt, observedProvider } from './observed.ts'

interface ForPerson {
  readonly tools: readonly Tool[]
  readonly remembered: PromptFacts['remembered']
  meanwhile?(thread: ThreadId): Promise<string | undefined>
}

export interface RunnerParts {
  readonly processId: string
  readonly turns: Turns
  readonly gate: GateParts
  readonly belt: Toolbelt
  /** The gate's own folders: their content belongs to no workspace. */
  readonly own: readonly string[]
  readonly clock: Clock
  /** Milliseconds of a monotonic clock that keeps running while this process is suspended. */
  elapsed(): number
  readonly ids: Ids
  /** The limits of one turn of a thread; default: as shipped. */
  limits?(threadId: ThreadId, model: string): Promise<Limits>
  /** Tools and memories that only this person's turns have. */
  forPerson?(user: UserId): Promise<ForPerson>
  /** Maximum number of turns that work here at once; others stay rows. Absent: no limit. */
  readonly most?: number
  /** Observes everything that happens here. */
  readonly observer?: Observer
  /** Milliseconds that running calls have to end when this process closes. */
  readonly grace?: number
  /** Never fails: an unavailable model answers with what to do about it. */
  provider(wish: ModelWish): Promise<ChatProvider>
  /** Answers the question about a call in the name of the person whose message is its signature. */
  sign?(owner: UserId, call: Call): Promise<void>
  /** Reports an unexpected failure; its turn continues elsewhere or is recovered. */
  failed(what: string, cause: unknown): void
}

/** The turn's facts that determine its model. */
export type ModelWish = Pick<ClaimedTurn, 'owner' | 'model' | 'effort' | 'workflow' | 'media' | 'messages'>

export interface Runner {
  /** Looks for turns to run: after a hint, and periodically. */
  wake(): void
  /** Checks that the leases of these turns are still valid: one may have been stopped or taken over. */
  check(turns: Some<TurnId>): void
  /** Lets running calls end, then releases all turns without settling them: another process continues them. */
  close(): Promise<void>
}

/** How many turns are claimed at once: one by one for a few, more where many begin together. */
function* widths(): Generator<number> {
  yield* [1, 1, 2, 4, 8, 16]
  for (;;) yield 32
}

/** How often a lease is renewed during its length. */
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
export function turnRunner(given: RunnerParts): Runner {
  const running = new RunningCalls()
  const observer = observers([
    { turnTaken: () => () => {}, modelAsked: () => () => {}, ...running.observer },
    ...(given.observer ? [given.observer] : []),
  ])
  const parts: ObservedParts = { ...given, observer }
  const live = new Map<TurnId, LiveTurn>()
  let looking: Promise<void> | undefined
  let again = false
  /** The last look ended because as many turns work here as may. */
  let isFull = false
  let closing = false

  async function look(): Promise<void> {
    do {
      again = false
      for (const width of widths()) {
        const room = Math.min(width, (parts.most ?? Number.POSITIVE_INFINITY) - live.size)
        isFull = room <= 0
        if (closing || isFull) return
        const found = await Promise.all(Array.from({ length: room }, claimOne))
        if (!found.includes(true)) break
      }
    } while (again)
  }

  /** False: there is none. */
  async function claimOne(): Promise<boolean> {
    const askedAt = parts.elapsed()
    const claimed = await parts.turns.claim(parts.processId)
    if (!claimed) return false
    if (closing) await parts.turns.release(claimed.lease)
    else begin(claimed, leaseClock(claimed.leaseLength, askedAt, parts.elapsed))
    return true
  }

  function wake(): void {
    again = true
    looking ??= look()
      .catch((cause: unknown) => parts.failed('looking for turns', cause))
      .finally(() => {
        looking = undefined
        // Woken after the last look and before this line: nothing else would look.
        if (again && !closing) wake()
      })
  }

  function begin(claimed: ClaimedTurn, clock: LeaseClock): void {
    const { turnId, threadId, lease } = claimed
    const abort = new AbortController()
    const ended = run(parts, claimed, { abort, clock, alive: () => live.size })
      .catch((cause: unknown) => parts.failed(`turn ${turnId}`, cause))
      .finally(() => {
        // A released turn may have been claimed here again before its first run was over.
        if (live.get(turnId)?.lease === lease) live.delete(turnId)
        if (isFull) wake()
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
      // A turn that is being claimed right now must begin before all turns are released, not after.
      await looking
      await within(parts.grace ?? 0, () =>
        Promise.all(
          [...live].map(async ([turnId, turn]) => {
            await running.idle(turnId)
            turn.abort.abort(CLOSING)
          }),
        ),
      )
      for (const turn of live.values()) turn.abort.abort(CLOSING)
      await Promise.allSettled([...live.values()].map((turn) => turn.ended))
      await looking
    },
  }
}

const NONE: Capabilities = new Set()
const NOBODY: ForPerson = { tools: [], remembered: [] }

interface Held {
  readonly abort: AbortController
  readonly clock: LeaseClock
  /** How many turns work in this process now. */
  alive(): number
}

/** With an observer, which may do nothing. */
type ObservedParts = RunnerParts & Required<Pick<RunnerParts, 'observer'>>

/** Waits for work, but not longer than this. */
async function within(milliseconds: number, work: () => Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([work(), late])
  clearTimeout(timer)
}

/** Runs a turn and reports how it ended. */
async function run(parts: ObservedParts, claimed: ClaimedTurn, held: Held): Promise<void> {
  const { turnId, threadId, model } = claimed
  const left = parts.observer.turnTaken({ turnId, threadId, model })
  let how: TurnLeft = 'broken'
  try {
    how = (await runHere(parts, claimed, held)) ?? leftBy(held.abort.signal.reason)
  } finally {
    left(how)
  }
}

function leftBy(reason: unknown): TurnLeft {
  if (reason === PARKED) return 'parked'
  return reason === CLOSING ? 'closing' : 'lost'
}

/** Undefined: it was parked, lost or released. */
async function runHere(
  parts: ObservedParts,
  claimed: ClaimedTurn,
  held: Held,
): Promise<TurnOutcome['kind'] | undefined> {
  const { lease, leaseLength } = claimed
  const renewal = setInterval(() => void renewOrLose(parts, lease, held), leaseLength / RENEWALS)
  try {
    return await runClaimed(parts, claimed, held)
  } finally {
    clearInterval(renewal)
    if (held.abort.signal.reason === CLOSING) await parts.turns.release(lease)
  }
}

async function runClaimed(
  parts: ObservedParts,
  claimed: ClaimedTurn,
  held: Held,
): Promise<TurnOutcome['kind'] | undefined> {
  const { lease } = claimed
  const { abort } = held
  const chunks = chunkStream(parts.turns, lease, parts.clock, held.alive)
  const source = parts.gate.capabilities
  const { context } = claimed
  // These start together: each reads settings, and settings that are read together take one statement.
  const [{ workspace, facts }, limits, own, granted, provider] = await Promise.all([
    workspaceOf(parts, claimed),
    begun(() => parts.limits?.(claimed.threadId, claimed.model) ?? DEFAULT_LIMITS),
    begun(() => parts.forPerson?.(claimed.owner) ?? NOBODY),
    begun(() => source?.of(claimed.threadId, context)),
    begun(() => parts.provider(claimed)),
  ])
  const known = { workspace: facts, remembered: own.remembered }
  const place = { workspace, cwd: workspace, home: homedir(), own: parts.own }
  let has = granted
  const streaming = {
    ...parts.gate,
    answers: signedAnswers(parts, claimed),
    calls: endOutputWithResult(parts.gate.calls, chunks),
  }
  // The next step gets the tools of the capabilities that the gate read last.
  const gate = source
    ? {
        ...streaming,
        capabilities: {
          of: async (id: ThreadId) => (has = await source.of(id, context)),
          recent: (id: ThreadId, version: string) => source.recent?.(id, version, context),
        },
      }
    : streaming
  const input: TurnInput = {
    lease,
    threadId: claimed.threadId,
    turnId: claimed.turnId,
    model: claimed.model,
    place,
    belt: observedBelt(
      parts.belt.derive((tools) => [...tools, ...own.tools]),
      parts.observer,
    ),
    ...(has === undefined ? {} : { capabilities: () => has ?? NONE }),
    messages: claimed.messages,
    ...(claimed.compact ? { compact: true } : {}),
    mayAct: () => mayAct(parts, lease, held),
    system: (level) => systemPrompt({ ...level, ...known, mode: claimed.mode, deepest: limits.depth }),
  }
  const outcome = await runTurn(
    {
      gate,
      extend: extensionCard(parts.gate, input),
      provider: observedProvider(
        countingCutOff(provider, (used) => void countCut(parts, lease, used)),
        claimed,
        parts.observer,
      ),
      journal: flushBeforeJournal(parts.turns, chunks),
      events: chunks,
      ids: parts.ids,
      limits,
      allWaiting: () => void park(parts, lease, abort),
      meanwhile: async () => own.meanwhile?.(claimed.threadId),
    },
    input,
    abort.signal,
  )
  await chunks.flush()
  // Parked, lost or closing: the turn is not ours to end.
  if (abort.signal.aborted) return undefined
  await parts.turns.finish(lease, outcome)
  return outcome.kind
}

/** Starts at once. A failure at the start also rejects the promise. */
async function begun<T>(work: () => T): Promise<Awaited<T>> {
  return await work()
}

/** Links on the way to the workspace are resolved once, so that its content is inside it. */
async function workspaceOf(parts: RunnerParts, claimed: ClaimedTurn) {
  const workspace = await realpath(claimed.workspace).catch(() => claimed.workspace)
  return { workspace, facts: await workspaceFacts(workspace, parts.clock, process.platform) }
}

/** A message that asks for a picture or for speech answers the question about the single call that makes it. */
function signedAnswers({ gate, sign }: RunnerParts, claimed: ClaimedTurn): GateParts['answers'] {
  const { media, owner, workflow } = claimed
  if (media === undefined || sign === undefined || workflow !== undefined) return gate.answers
  return {
    async settled(id, signal) {
      const stored = await gate.calls.find(id)
      if (stored?.state === 'waiting' && isMediaCall(stored.call, media, textOf(claimed)))
        await sign(owner, stored.call)
      return gate.answers.settled(id, signal)
    },
  }
}

/** A failed count must not fail the turn. */
async function countCut(parts: RunnerParts, lease: Lease, used: CutUsage): Promise<void> {
  try {
    await parts.turns.countCut(lease, used)
  } catch (cause) {
    parts.failed('counting an answer that was cut off', cause)
  }
}

/** Waiting is rows, not memory: the turn is parked, and an answer makes it runnable again, here or elsewhere. */
async function park(parts: RunnerParts, lease: Lease, abort: AbortController): Promise<void> {
  try {
    if (await parts.turns.park(lease)) abort.abort(PARKED)
  } catch (cause) {
    parts.failed('parking a turn', cause)
  }
}

/** Aborts the turns whose lease is lost. One query checks all of them. */
async function loseLost(parts: RunnerParts, turns: readonly LiveTurn[]): Promise<void> {
  try {
    const held = new Set(await parts.turns.holding(turns.map(({ lease }) => lease)))
    for (const turn of turns) if (!held.has(turn.lease)) turn.abort.abort(LOST)
  } catch (cause) {
    parts.failed('checking leases', cause)
  }
}

/** Trusts our own clock while it is certain; after a pause longer than the lease the database decides. */
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
