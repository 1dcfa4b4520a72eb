import type { ModelToolCall } from '../call.ts'
import type { PromptMessage, Usage } from '../provider.ts'
import type { Toolbelt } from '../toolbelt/toolbelt.ts'
import type { Level } from './level.ts'
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

/** One model call, streamed. Calls count only when the stream finished well; a broken stream dispatches nothing. */
export async function runStep(
  turn: Turn,
  level: Level,
  belt: Toolbelt,
  messages: readonly PromptMessage[],
): Promise<StepOutcome> {
  const { provider, events } = turn.parts
  const text: string[] = []
  const calls: ModelToolCall[] = []
  const at = { parentId: level.parentId, depth: level.depth }
  const request = { model: turn.input.model, messages, tools: belt.prompt() }
  try {
    for await (const part of provider.stream(request, turn.signal)) {
      if (turn.signal.aborted) break
      switch (part.type) {
        case 'text':
          text.push(part.text)
          events.chunk('text', part.text, at)
          break
        case 'reasoning':
          events.chunk('reasoning', part.text, at)
          break
        case 'call':
          calls.push(part.call)
          break
        case 'restart':
          text.length = 0
          calls.length = 0
          events.withdrawn(at)
          break
        case 'failed':
          events.withdrawn(at)
          return { kind: 'failed', message: part.message }
        case 'finish': {
          const metadata =
            part.providerMetadata === undefined ? {} : { providerMetadata: part.providerMetadata }
          return { kind: 'answered', text: text.join(''), calls, usage: part.usage, ...metadata }
        }
      }
    }
  } catch (cause) {
    // A stream that throws is a failed step like any other; a stop is no failure.
    if (!turn.signal.aborted) {
      events.withdrawn(at)
      return { kind: 'failed', message: cause instanceof Error ? cause.message : String(cause) }
    }
  }
  events.withdrawn(at)
  if (turn.signal.aborted) return { kind: 'stopped' }
  return { kind: 'failed', message: 'the model ended its answer without finishing it' }
}
