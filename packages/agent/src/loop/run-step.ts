import { byteLength } from '../bytes.ts'
import type { ModelToolCall } from '../call/call.ts'
import type { ModelPart, ModelRequest, PromptTool, Usage } from '../provider.ts'
import type { LevelPlace } from '../ports.ts'
import type { Level } from './level.ts'
import { readStream } from './read-stream.ts'
import type { Turn } from './turn.ts'

export type StepOutcome =
  | {
      readonly kind: 'answered'
      readonly text: string
      readonly calls: readonly ModelToolCall[]
      readonly usage: Usage
      readonly providerMetadata?: unknown
      readonly cutBy?: 'length' | 'filter' | 'bytes'
      /** Size of an answer that exceeded the limit. */
      readonly bytes?: number
    }
  | FailedStep
  | { readonly kind: 'stopped'; readonly text: string }

/** An answer that broke off; `text` is the part that had arrived. */
export interface FailedStep {
  readonly kind: 'failed'
  readonly message: string
  readonly text: string
}

/** The messages of a level so far. */
export type History = Required<Pick<ModelRequest, 'messages' | 'kept'>>

/**
 * One model call, streamed. Calls are dispatched only after the stream finished well; a broken stream dispatches nothing. Ends at once when the turn
 * is stopped.
 */
export async function runStep(
  turn: Turn,
  level: Level,
  tools: readonly PromptTool[],
  { messages, kept }: History,
): Promise<StepOutcome> {
  const request = { model: turn.input.model, messages, tools, kept, depth: level.depth }
  const step = new ModelStep(turn, level)
  try {
    await readStream(turn.parts.provider, request, turn.signal, (part) => step.take(part))
  } catch (cause) {
    // A stream that throws is a failed step like any other.
    step.fail(cause instanceof Error ? cause.message : String(cause))
  }
  const outcome = step.outcome()
  if (outcome.kind !== 'answered' && !isKept(level, outcome)) step.withdraw()
  return outcome
}

/** Collects the model's answer of one step. */
class ModelStep {
  readonly #turn: Turn
  readonly #at: LevelPlace
  readonly #calls: ModelToolCall[] = []
  #text = ''
  /** Of text, thoughts and arguments together. */
  #bytes = 0
  #outcome: StepOutcome | undefined

  constructor(turn: Turn, { parentId, depth }: Level) {
    this.#turn = turn
    this.#at = { parentId, depth }
  }

  /** Returns true for the last part. Later parts are ignored. */
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

  /** Cuts an answer that never stops: its text is kept, its calls are dropped. */
  #isTooLong(more: number): boolean {
    this.#bytes += more
    if (this.#bytes <= this.#turn.budget.limit('bytes')) return false
    const usage = { inputTokens: 0, outputTokens: 0, costUsd: null }
    const cut = { calls: [], usage, cutBy: 'bytes', bytes: this.#bytes } as const
    this.#outcome = { kind: 'answered', text: this.#text, ...cut }
    return true
  }

  fail(message: string): void {
    this.#outcome = { kind: 'failed', message, text: this.#text }
  }

  outcome(): StepOutcome {
    const text = this.#text
    // A stop is not a failure, whatever the stream reported.
    if (this.#turn.signal.aborted) return { kind: 'stopped', text }
    return this.#outcome ?? { kind: 'failed', message: UNFINISHED, text }
  }

  withdraw(): void {
    this.#turn.parts.events.withdrawn(this.#at)
  }
}

const UNFINISHED = 'the model ended its answer without finishing it'

/**
 * Whether this turn journals the text of an answer that broke off, because a person has read it. A stopped turn writes nothing more: the
 * stop itself kept the text. A sub-agent's text goes to its caller instead.
 */
export function isKept(
  { parentId }: Pick<LevelPlace, 'parentId'>,
  outcome: StepOutcome,
): outcome is FailedStep {
  return parentId === null && outcome.kind === 'failed' && outcome.text !== ''
}
