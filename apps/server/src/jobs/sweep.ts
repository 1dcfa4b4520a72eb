import type { Approvals, Recovery } from '../gate/ports.ts'
import { repeating } from '../repeating.ts'

/** What the sweep looks after. */
export interface SweepParts {
  readonly recovery: Recovery
  readonly approvals: Pick<Approvals, 'expireDue'>
  /** Forgets what nobody can ask for any more. */
  prune(): Promise<void>
  /** Looks for turns to run and answers that came: what a lost notification left. */
  wake(): void
  failed(what: string, cause: unknown): void
}

/** Milliseconds between two sweeps: a killed process is noticed within one. */
const EVERY = 500
/** Sweeps between two prunings: about ten minutes. */
const PRUNE_EVERY = 1200

/** The safety net under notifications and timers: takes up what dead processes left, expires what is due, wakes what can go on. */
export function startSweep(parts: SweepParts): { stop(): Promise<void> } {
  let round = 0
  const attempt = async (what: string, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (cause) {
      // One part that fails must not keep the others from their work.
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
