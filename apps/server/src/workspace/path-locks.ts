import { serial } from '../serial.ts'

/** Locks on paths. */
export interface PathLocks {
  /**
   * Does work on these real paths while nobody else works on one of them, or on anything above or below: in no other thread and no other
   * process. Rejects after waiting too long; the work was then not begun. A holder that dies releases its locks.
   */
  alone<T>(paths: readonly string[], work: () => Promise<T>): Promise<T>
}

/** For the calls of one process, which has its data folder to itself. One at a time. */
export function locksOfOneProcess(): PathLocks {
  const inTurn = serial()
  return { alone: (_paths, work) => inTurn(work) }
}
