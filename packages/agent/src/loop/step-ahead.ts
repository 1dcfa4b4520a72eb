import type { Ahead } from '../toolbelt/inspection.ts'

/**
 * Tracks, for the calls of a step, which files they would leave and which calls have not ended. A call about the same file as an earlier
 * one is shown and run after that one.
 */
export class StepAhead {
  readonly #left = new Map<string, Uint8Array | null>()
  /** For each lock: resolves when the last call has inspected. */
  readonly #looked = new Map<string, Promise<void>>()
  readonly #open: { readonly paths: readonly string[]; readonly ended: Promise<void> }[] = []

  /** Takes the next place among the calls that share a lock. Called in the model's order. */
  enter(lock: string): Look {
    const before = this.#looked.get(lock)
    const { promise, resolve: done } = Promise.withResolvers<void>()
    this.#looked.set(lock, before === undefined ? promise : before.then(() => promise))
    return { before, done }
  }

  /** Files as earlier calls would leave them. */
  get left(): Ahead {
    return this.#left
  }

  /** Adds the next call in the model's order. Returns the ends of earlier calls about the same files. */
  add(call: {
    readonly paths: readonly string[]
    readonly leaves: Ahead | undefined
    readonly ended: Promise<void>
  }): readonly Promise<void>[] {
    const before = this.#open.filter(({ paths }) => paths.some((path) => isAbout(call.paths, path)))
    for (const [path, bytes] of call.leaves ?? []) this.#left.set(path, bytes)
    if (call.paths.length > 0) this.#open.push(call)
    return before.map(({ ended }) => ended)
  }
}

/** A call's place among the calls that inspect one after the other. */
export interface Look {
  /** Resolves when the earlier calls have inspected; undefined: there are none. */
  readonly before: Promise<void> | undefined
  /** Lets the next call inspect. */
  done(): void
}

/** For a call without siblings. */
export const NOTHING_AHEAD = new StepAhead()

/** Whether two paths are the same or one contains the other. */
function isAbout(paths: readonly string[], other: string): boolean {
  return paths.some((path) => path === other || path.startsWith(`${other}/`) || other.startsWith(`${path}/`))
}
