import type { Store } from '../open-store.ts'

/** A database, and stores on it. */
export interface Ground {
  /** Opens one more store on the same database, as another process would. */
  open(processId: string, options?: GroundOptions): Promise<Store>
  close(): Promise<void>
}

interface GroundOptions {
  readonly approvalTimeout?: number | null
  /** By default an unexpected failure fails the test. */
  readonly failed?: (what: string, cause: unknown) => void
}

/** The fixture of a contract test: two stores on one database, as two processes. */
export interface Pair {
  readonly a: Store
  readonly b: Store
  readonly idA: string
  readonly idB: string
  readonly ground: Ground
}
