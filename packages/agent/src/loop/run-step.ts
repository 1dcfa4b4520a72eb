import { byteLength } from '../bytes.ts'
import type { ModelToolCall } from '../call.ts'
import { promised, type Ending } from '../ending.ts'
import type { ModelPart, ModelRequest, PromptTool, Usage } from '../provider.ts'
import type { LevelPlace } from '../ports.ts'
import type { Level } from './level.ts'
import { readStreamTo } from './read-stream.ts'
import type { Turn } from './turn.ts'

export type StepOutcome =
  | {
      readonly kind: 'answered'
      readonly text: string
      readonly calls: readonly ModelToolCall[]
      readonly usage: Usage
      readonly providerMetadata?: unknown
      readonly cutBy?: 'length' | 'filter' | 'bytes'
      /** Of an answer that was cut by them. */
      readonly bytes?: number
    }
  | FailedStep
  | { readonly kind: 'stopped'; readonly text: string }

/** An answer that broke off; `text` is what had been said. */
export interface FailedStep {
  readonly kind: 'failed'
  readonly message: string
  readonly text: string
}

/** What was said on a level so far. */
export type History = Required<Pick<ModelRequest, 'messages' | 'kept'>>

/**
 * One model call, streamed. Calls count only when the stream finished well; a broken stream dispatches nothing. Ends at once when the turn
 * is stopped.
 */
export function runStep(
  turn: Turn,
  level: Level,
  tools: readonly PromptTool[],
  { messages, kept }: History,
): Promise<StepOutcome> {
  const request = { model: turn.input.model, messages, tools, kept }
  return promised((ending) => {
    const step = new ModelStep(turn, level, ending)
    readStreamTo(turn.parts.provider, request, turn.signal, (part) => step.take(part), step)
  })
}

class ModelStep implements Ending<void> {
  readonly #turn: Turn
  readonly #at: LevelPlace
  readonly #ending: Ending<StepOutcome>
  readonly #calls: ModelToolCall[] = []
  #text = ''
  /** Of everything that came: text, thoughts, arguments. */
  #bytes = 0
  #outcome: StepOutcome | undefined

  constructor(turn: Turn, { parentId, depth }: Level, ending: Ending<StepOutcome>) {
    this.#turn = turn
    this.#at = { parentId, depth }
    this.#ending = ending
  }

  /** True: that was the end. What a model says after it counts for nothing. */
  take(part: ModelPart): boolean {
    if (this.#outcome !== undefined) return true
    const { events } = this.#turn.parts
    switch (part.type) {
      case 'text':
        this.#text += part.text
        events.chunk('text', part.text, this.#at)
        return this.#isTooLong(byteLength(part.text))
      case 'reasoning':
        events.chunk('reasoning', part.text, this.#at)
        return this.#isTooLong(byteLength(part.text))
      case 'progress':
        return this.#isTooLong(part.bytes)
      case 'call':
        this.#calls.push(part.call)
        return false
      case 'restart':
        this.#text = ''
        this.#bytes = 0
        this.#calls.length = 0
        events.withdrawn(this.#at)
        return false
      case 'failed':
        this.#outcome = { kind: 'failed', message: part.message, text: this.#text }
        return true
      case 'finish': {
        const { type: _type, ...finish } = part
        this.#outcome = { kind: 'answered', text: this.#text, calls: this.#calls, ...finish }
        return true
      }
    }
  }

  /** An answer that never stops is cut: what it says is kept, what it asks for does not count. */
  #isTooLong(more: number): boolean {
    this.#bytes += more
    if (this.#bytes <= this.#turn.budget.limit('bytes')) return false
    const usage = { inputTokens: 0, outputTokens: 0, costUsd: null }
    const cut = { calls: [], usage, cutBy: 'bytes', bytes: this.#bytes } as const
    this.#outcome = { kind: 'answered', text: this.#text, ...cut }
    return true
  }

  ended(): void {
    const outcome = this.#said()
    try {
      if (outcome.kind !== 'answered' && !isKept(this.#at, outcome))
        this.#turn.parts.events.withdrawn(this.#at)
      this.#ending.ended(outcome)
    } catch (cause) {
      this.#ending.failed(cause)
    }
  }

  #said(): StepOutcome {
    const text = this.#text
    if (this.#turn.signal.aborted) return { kind: 'stopped', text }
    return this.#outcome ?? { kind: 'failed', message: UNFINISHED, text }
  }

  /** A stream that throws is a failed step like any other; a stop is no failure. */
  failed(cause: unknown): void {
    const message = cause instanceof Error ? cause.message : String(cause)
    this.#outcome = { kind: 'failed', message, text: this.#text }
    this.ended()
  }
}

const UNFINISHED = 'the model ended its answer without finishing it'

/**
 * Is what was said before an answer broke off written down by this turn? A person has read it. A turn that was stopped writes nothing more:
 * whoever stopped it has seen to that. What a sub-agent said, its caller is told.
 */
export function isKept(
  { parentId }: Pick<LevelPlace, 'parentId'>,
  outcome: StepOutcome,
): outcome is FailedStep {
  return parentId === null && outcome.kind === 'failed' && outcome.text !== ''
}
