import { JournalledAsk } from '../call/asked-call.ts'
import type { Call, CallResult, StoredCall } from '../call/call.ts'
import { pass } from '../gate/gate.ts'
import type { CallAbilities, CallHooks } from '../gate/parts.ts'
import { unlessAborted } from '../on-abort.ts'
import { Disclosure } from '../toolbelt/disclosure.ts'
import { parseAsked } from '../toolbelt/toolbelt.ts'
import type { ChildCall, ChildCalls, EndedCall, Tool } from '../toolbelt/tool.ts'
import type { Level, LevelTools } from './level.ts'
import { isToVerify, lockNames, originOf } from './level-calls.ts'
import { Locks } from './locks.ts'
import { runAgent } from './sub-agent.ts'
import type { Turn } from './turn.ts'

interface Around {
  readonly turn: Turn
  readonly level: Level
  readonly tools: Pick<LevelTools, 'belt' | 'run'>
}

/** The abilities of a running call besides its own work. */
export function within(around: Around, call: Call): Required<CallAbilities> {
  const { turn, level, tools } = around
  return {
    agent: (task) => runAgent(turn, level, task, { id: call.id, run: tools.run }),
    calls: () => childCalls(around, call),
    output: (text) => turn.parts.events.output(call, text),
    progress: (update) => turn.parts.events.progress?.(call, update),
    pause: (waiting) => turn.tracker.wait(waiting),
    spendModel: (costUsd) => turn.affordStep(costUsd),
    async usedModel(text, usage) {
      const worked = turn.tracker.worked()
      await turn.write({ kind: 'model', parentId: call.id, text, calls: [], usage, worked })
    },
  }
}

/** The calls below one call: a level without a model. */
function childCalls({ turn, level: above, tools }: Around, parent: Call): ChildCalls {
  const { belt } = tools
  const level: Level = {
    parentId: parent.id,
    depth: parent.depth + 1,
    path: [...above.path, parent.title],
    belt: above.belt,
    messages: [],
    seesAll: true,
  }
  turn.levels.set(parent.id, { level, disclosure: new Disclosure(above.belt, { all: true }) })
  const places = new Locks(turn.limits.parallel)
  const stored = new Map<string, StoredCall>()
  return {
    belt,
    async known() {
      const found = await turn.parts.gate.calls.below(parent.id)
      for (const one of found) {
        if (stored.has(one.call.id)) continue
        turn.budget.spend('tool_calls')
        if (one.decision !== null && one.call.facts.category !== 'read') turn.budget.spend('writes')
        stored.set(one.call.id, one)
      }
      return found
    },
    async idle(waiting) {
      turn.tracker.end()
      try {
        return await waiting()
      } finally {
        turn.tracker.begin()
      }
    },
    async beside(work, { waits = false } = {}) {
      turn.tracker.begin()
      try {
        return await (waits ? turn.tracker.wait(work) : work())
      } finally {
        turn.tracker.end()
      }
    },
    async make(asked, signal) {
      turn.tracker.begin()
      try {
        return await makeCall({ turn, level, tools, places }, asked, {
          known: stored.get(asked.id),
          signal: signal === turn.signal ? signal : AbortSignal.any([signal, turn.signal]),
        })
      } finally {
        turn.tracker.end()
      }
    },
  }
}

interface Below extends Around {
  readonly places: Locks
}

async function makeCall(
  below: Below,
  asked: ChildCall,
  { known, signal }: { readonly known: StoredCall | undefined; readonly signal: AbortSignal },
): Promise<EndedCall> {
  const { turn, level } = below
  const { belt } = below.tools
  const { calls } = turn.parts.gate
  // An ended call stays ended, unless a person can still settle it.
  const isOver = known?.result && known.state !== 'interrupted'
  if (isOver) return known
  const before = known && ((await calls.find(asked.id)) ?? known)
  if (before?.result && !isToVerify(before)) return before
  if (!before && !(await turn.affordCall({ startsSubtask: false, inTime: false }, () => {})))
    throw new Stopped()
  const { id, tool: name, node } = asked
  const journalled = new JournalledAsk(id, { providerId: id, name, input: JSON.stringify(asked.input) })
  const origin = { ...originOf(turn, level), ...(node === undefined ? {} : { node }) }
  const parsed = await unlessAborted(
    signal,
    Promise.resolve(parseAsked(belt, asked.own ?? belt.get(name), journalled, origin)),
  )
  signal.throwIfAborted()
  const { lease, place } = turn.input
  const refused = parsed.ok ? asked.refuses?.(parsed.call) : parsed.result
  if (!parsed.ok || (refused && !before)) {
    const result: CallResult = refused ?? { state: 'failed', code: 'unfit', text: 'it does not fit' }
    if (before) await calls.refuse(lease, id, result, byPolicy(turn, result))
    else await calls.recordRejected(lease, parsed.call, result)
  } else {
    const call = before?.call ?? parsed.call
    const tool = asAsked(parsed.tool, asked)
    const changes = !before && call.facts.category !== 'read'
    if (changes && !(await turn.afford('writes'))) throw new Stopped()
    let ended: EndedCall | undefined
    const stored = (result: CallResult) => (ended = asRead(result))
    const request = { lease, call, tool, place, parents: level.path, signal, isNew: !before, stored }
    const walk = new ChildWalk(below, tool)
    try {
      await pass(turn.gate, request, walk)
    } finally {
      walk.leave()
      turn.parts.events.outputEnded?.(call)
    }
    if (ended !== undefined) return ended
  }
  const now = await calls.find(id)
  if (now === undefined) throw new Error(`call ${id} is not stored`)
  return now
}

/** A result as it will be read from its row: a resumed run must compute the same. */
function asRead(result: CallResult): EndedCall {
  const value = result.value && (JSON.parse(JSON.stringify(result.value)) as typeof result.value) // the same type
  return { state: result.state, result: value === undefined ? result : { ...result, value } }
}

/** The same tool, with what the caller wants around its run. */
function asAsked(tool: Tool, { timeout, recorded }: ChildCall): Tool {
  const inTime = timeout === undefined ? tool : timed(tool, timeout)
  if (recorded === undefined) return inTime
  return { ...inTime, run: async (signed, context) => recorded(await inTime.run(signed, context)) }
}

/** The longest timer there is, in milliseconds: a longer one would end at once. */
const LONGEST = 2 ** 31 - 1

/** The same tool with a time limit: after it the call has failed, so that nothing waits for it. */
function timed(tool: Tool, ms: number): Tool {
  return {
    ...tool,
    async run(signed, context) {
      const late = AbortSignal.timeout(Math.min(ms, LONGEST))
      const signal = AbortSignal.any([context.signal, late])
      try {
        return await unlessAborted(late, tool.run(signed, { ...context, signal }))
      } catch (cause) {
        if (!late.aborted) throw cause
        return { ok: false, code: 'timeout', text: `it took longer than ${ms} ms` }
      }
    },
  }
}

/** The turn was stopped or is over its budget. */
class Stopped extends Error {
  constructor() {
    super('the turn was stopped')
  }
}

function byPolicy(turn: Turn, { code }: CallResult) {
  return { via: 'policy', by: code ?? 'unfit', at: turn.parts.gate.clock.now() } as const
}

/** One call on its way through the gate. While it waits for a lock, an answer or a timer it occupies no place. */
class ChildWalk implements CallHooks {
  readonly #below: Below
  readonly #tool: Tool
  readonly #locks: readonly string[]
  /** Gives back the locks and the place with which it was proposed as running. */
  #free: (() => void) | undefined

  constructor(below: Below, tool: Tool) {
    this.#below = below
    this.#tool = tool
    this.#locks = lockNames(below.turn, below.level, tool)
  }

  /** As running, if its locks and a place are free: deciding and beginning are then one transaction. */
  async propose(
    write: (options: { readonly mayBegin: boolean }) => Promise<StoredCall>,
  ): Promise<StoredCall> {
    this.#free = this.#takeNow()
    const stored = await write({ mayBegin: this.#free !== undefined })
    if (stored.state !== 'running') this.leave()
    return stored
  }

  #takeNow(): (() => void) | undefined {
    const { turn, places } = this.#below
    const unlock = turn.locks.take(this.#locks)
    if (unlock === undefined || this.#tool.waits) return unlock
    if (places.enter())
      return () => {
        unlock()
        places.leave()
      }
    unlock()
    return undefined
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free !== undefined) return work()
    const { turn, places } = this.#below
    const placed = () => (this.#tool.waits ? work() : places.run([], work))
    return this.#locks.length === 0 ? placed() : turn.locks.run(this.#locks, placed)
  }

  /** For others, once it has ended or waits. */
  leave(): void {
    this.#free?.()
    this.#free = undefined
  }

  within(running: Call): ReturnType<typeof within> {
    const { turn, level, tools } = this.#below
    return within({ turn, level, tools }, running)
  }
}
