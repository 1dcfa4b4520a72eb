import type { Store } from '../../store/open-store.ts'

/** Every point at which a call or turn is stored, by name: just before the write, and just after it. */
export const POINTS = [
  'turns.start',
  'turns.claim',
  'turns.append',
  'turns.park',
  'turns.finish',
  'calls.propose',
  'approvals.answer',
  'calls.begin',
  'effect',
  'calls.end',
].flatMap((name) => [`${name}:before`, `${name}:after`])

/** The same for a run of a workflow, whose calls are those of its nodes. */
export const RUN_POINTS = [
  'runs.start',
  'turns.claim',
  'calls.propose',
  'approvals.answer',
  'calls.begin',
  'effect',
  'calls.end',
  'turns.park',
  'wakeups.sleep',
  'wakeups.fireDue',
  'turns.finish',
]
  .flatMap((name) => [`${name}:before`, `${name}:after`])
  // A schedule starts it: before its time is taken, after that in the same transaction, and after the commit.
  .concat(['trigger.start:before', 'trigger.claim:after', 'trigger.start:after'])

/** The action at a point: at its `nth` occurrence the process ends or stops. */
export interface Trap {
  readonly point: string
  readonly nth: number
  /** Only this token's effect matters; absent: any call's. */
  readonly token?: string | undefined
  readonly signal: 'SIGKILL' | 'SIGSTOP'
}

/** The minimum number of occurrences of each point in a turn with sub-agents. */
const TIMES_IN_TREE: Readonly<Record<string, number>> = {
  'turns.append': 10,
  'calls.propose': 12,
  'approvals.answer': 3,
  'calls.begin': 2,
  effect: 7,
  'calls.end': 11,
}

/** Every write of such a turn, before and after. */
export const TREE_TRAPS: readonly Trap[] = Object.entries(TIMES_IN_TREE).flatMap(([name, times]) =>
  ['before', 'after'].flatMap((side) =>
    Array.from({ length: times }, (_, index) => ({
      point: `${name}:${side}`,
      nth: index + 1,
      signal: 'SIGKILL' as const,
    })),
  ),
)

/** Counts the occurrences of each point and triggers the trap that is set. */
export class Traps {
  #trap: Trap | undefined
  #reached = 0

  arm(trap: Trap | undefined): void {
    this.#trap = trap
    this.#reached = 0
  }

  reach(point: string, token?: string): void {
    if (this.#trap?.point !== point) return
    if (this.#trap.token !== undefined && this.#trap.token !== token) return
    this.#reached += 1
    // A signal to ourselves is delivered before the call returns: nothing after this line runs.
    if (this.#reached === this.#trap.nth) process.kill(process.pid, this.#trap.signal)
  }
}

/** The store with a trap before and after every write. */
export function withTraps(store: Store, traps: Traps): Store {
  const guard =
    <A extends readonly unknown[], R>(name: string, method: (...args: A) => R | Promise<R>) =>
    async (...args: A): Promise<R> => {
      traps.reach(`${name}:before`)
      const result = await method(...args)
      traps.reach(`${name}:after`)
      return result
    }
  const { turns, calls, approvals, runs, wakeups } = store
  return {
    ...store,
    turns: {
      ...turns,
      start: guard('turns.start', turns.start),
      claim: guard('turns.claim', turns.claim),
      append: guard('turns.append', turns.append),
      async hold(lease, entry) {
        traps.reach('turns.append:before')
        const held = await turns.hold(lease, entry)
        held.written.then(
          () => traps.reach('turns.append:after'),
          () => undefined,
        )
        return held
      },
      park: guard('turns.park', turns.park),
      finish: guard('turns.finish', turns.finish),
    },
    calls: {
      ...calls,
      propose: guard('calls.propose', calls.propose),
      begin: guard('calls.begin', calls.begin),
      end: guard('calls.end', calls.end),
    },
    approvals: { ...approvals, answer: guard('approvals.answer', approvals.answer) },
    runs: {
      ...runs,
      start: guard('runs.start', (owner, run, also) =>
        runs.start(owner, run, async (trx, started) => {
          const isWanted = await also(trx, started)
          traps.reach('runs.claim:after')
          return isWanted
        }),
      ),
    },
    wakeups: {
      ...wakeups,
      sleep: guard('wakeups.sleep', wakeups.sleep),
      fireDue: guard('wakeups.fireDue', wakeups.fireDue),
    },
  }
}
