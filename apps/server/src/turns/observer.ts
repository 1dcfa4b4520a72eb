import type { Call, ToolOutcome, Usage } from '@countersign/agent'
import type { ThreadId, TurnId } from '@countersign/protocol'

/** A turn as observers see it. */
export interface TurnFacts {
  readonly turnId: TurnId
  readonly threadId: ThreadId
  readonly model: string
}

/** How a turn left this process: it ended, or continues elsewhere or later. */
export type TurnLeft =
  | 'answered'
  | 'stopped'
  | 'over_budget'
  | 'failed'
  | 'parked'
  | 'lost'
  | 'closing'
  | 'broken'

export interface ModelAnswer {
  readonly how: 'finished' | 'failed' | 'stopped'
  /** For a complete answer. */
  readonly usage?: Usage
  /** How often it started over. */
  readonly restarts: number
}

export type CallEnd = { readonly how: 'threw' } | { readonly how: 'ended'; readonly outcome: ToolOutcome }

/**
 * Watches turns in this process, for logs, metrics and traces. Each method is called at a beginning and returns a callback for the end. It
 * decides nothing, never throws and never waits.
 */
export interface Observer {
  turnTaken(turn: TurnFacts): (how: TurnLeft) => void
  modelAsked(turn: TurnFacts): (answer: ModelAnswer) => void
  /** A countersigned call begins to run. */
  callBegan(call: Call): (end: CallEnd) => void
}

/** Several observers as one. */
export function observers(all: readonly Observer[]): Observer {
  const each =
    <T, E>(begin: (observer: Observer) => (about: T) => (end: E) => void) =>
    (about: T) => {
      const ends = all.map((observer) => begin(observer)(about))
      return (end: E) => {
        for (const report of ends) report(end)
      }
    }
  return {
    turnTaken: each((observer) => (turn: TurnFacts) => observer.turnTaken(turn)),
    modelAsked: each((observer) => (turn: TurnFacts) => observer.modelAsked(turn)),
    callBegan: each((observer) => (call: Call) => observer.callBegan(call)),
  }
}
