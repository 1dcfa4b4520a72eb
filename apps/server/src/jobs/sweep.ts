import type { Approvals, Recovery } from '../gate/ports.ts'
import { repeating } from '../repeating.ts'

/** The sweep's dependencies. */
export interface SweepParts {
  readonly recovery: Recovery
  readonly approvals: Pick<Approvals, 'expireDue'>
  /** Deletes rows that nobody can request anymore. */
  prune(): Promise<void>
  /** Looks for runnable turns and for answers whose notification was lost. */
  wake(): void
  failed(what: string, cause: unknown): void
}

/** Milliseconds between two sweeps: a killed process is noticed within one. */
const EVERY = 500
/** Sweeps between two prunings: about ten minutes. */
const PRUNE_EVERY = 1200

/** The safety net under notifications and timers: takes over from dead processes, expires approvals, wakes turns. */
export function startSweep(parts: SweepParts): { stop(): Promise<void> } {
  let round = 0
  const attempt = async (what: string, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (cause) {
      // A failing part must not prevent the others.
      parts.failed(what, cause)
    }
  }
  const sweep = async () => {
    round += 1
    await attempt('taking up what a dead process left', () => parts.recovery.recover())
    await attempt('expiring approvals', () => parts.approvals.expireDue())
    if (round % PRUNE_EVERY === 0) await attempt('pruning', () => parts.prune())
    parts.wake()
  }
  return repeating(EVERY, sweep, (cause) => parts.failed('the sweep', cause))
}
