import type { ModelToolCall } from '../call.ts'
import type { ModelPart, ModelRequest, PromptTool, Usage } from '../provider.ts'
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
    }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'stopped' }

/** What was said on a level so far. */
export type History = Required<Pick<ModelRequest, 'messages' | 'kept'>>

/** One model call, streamed. Calls count only when the stream finished well; a broken stream dispatches nothing. */
export async function runStep(
  turn: Turn,
  level: Level,
  tools: readonly PromptTool[],
  { messages, kept }: History,
): Promise<StepOutcome> {
  const { provider, events } = turn.parts
  const text: string[] = []
  const calls: ModelToolCall[] = []
  const at = { parentId: level.parentId, depth: level.depth }
  const request = { model: turn.input.model, messages, tools, kept }
  let outcome: StepOutcome | undefined
  const take = (part: ModelPart): boolean => {
    switch (part.type) {
      case 'text':
        text.push(part.text)
        events.chunk('text', part.text, at)
        return false
      case 'reasoning':
        events.chunk('reasoning', part.text, at)
        return false
      case 'call':
        calls.push(part.call)
        return false
      case 'restart':
        text.length = 0
        calls.length = 0
        events.withdrawn(at)
        return false
      case 'failed':
        outcome = { kind: 'failed', message: part.message }
        return true
      case 'finish': {
        const { usage, providerMetadata } = part
        const answer = { kind: 'answered', text: text.join(''), calls, usage } as const
        outcome = providerMetadata === undefined ? answer : { ...answer, providerMetadata }
        return true
      }
    }
  }
  try {
    await readStream(provider, request, turn.signal, take)
  } catch (cause) {
    // A stream that throws is a failed step like any other; a stop is no failure.
    outcome = { kind: 'failed', message: cause instanceof Error ? cause.message : String(cause) }
  }
  if (turn.signal.aborted) outcome = { kind: 'stopped' }
  outcome ??= { kind: 'failed', message: 'the model ended its answer without finishing it' }
  if (outcome.kind !== 'answered') events.withdrawn(at)
  return outcome
}
