import type { TurnId } from '@countersign/protocol'
import type { Observer } from './observer.ts'

/** Which turns currently have a running call, so that a closing process can let them end. */
export class RunningCalls {
  readonly #running = new Map<TurnId, number>()
  readonly #waiting = new Map<TurnId, (() => void)[]>()

  readonly observer: Pick<Observer, 'callBegan'> = {
    callBegan: ({ turnId }) => {
      // An act by hand belongs to no turn.
      if (turnId === null) return () => {}
      this.#running.set(turnId, this.of(turnId) + 1)
      return () => this.#ended(turnId)
    },
  }

  of(turnId: TurnId): number {
    return this.#running.get(turnId) ?? 0
  }

  /** Resolves once no call of the turn runs. */
  idle(turnId: TurnId): Promise<void> {
    if (this.of(turnId) === 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#waiting.set(turnId, [...(this.#waiting.get(turnId) ?? []), resolve])
    })
  }

  #ended(turnId: TurnId): void {
    const left = this.of(turnId) - 1
    if (left > 0) {
      this.#running.set(turnId, left)
      return
    }
    this.#running.delete(turnId)
    for (const resolve of this.#waiting.get(turnId) ?? []) resolve()
    this.#waiting.delete(turnId)
  }
}
