import type { ModelToolCall } from '../call.ts'
import type { PromptMessage, Usage } from '../provider.ts'
import type { TurnInput, TurnParts } from './run-turn.ts'

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
  parts: TurnParts,
  input: TurnInput,
  messages: readonly PromptMessage[],
  signal: AbortSignal,
): Promise<StepOutcome> {
  const text: string[] = []
  const calls: ModelToolCall[] = []
  const place = { parentId: null, depth: 0 }
  const request = { model: input.model, messages, tools: input.belt.prompt() }
  for await (const part of parts.provider.stream(request, signal)) {
    if (signal.aborted) break
    switch (part.type) {
      case 'text':
        text.push(part.text)
        parts.events.chunk('text', part.text, place)
        break
      case 'reasoning':
        parts.events.chunk('reasoning', part.text, place)
        break
      case 'call':
        calls.push(part.call)
        break
      case 'failed':
        parts.events.withdrawn()
        return { kind: 'failed', message: part.message }
      case 'finish': {
        const metadata =
          part.providerMetadata === undefined ? {} : { providerMetadata: part.providerMetadata }
        return { kind: 'answered', text: text.join(''), calls, usage: part.usage, ...metadata }
      }
    }
  }
  parts.events.withdrawn()
  return signal.aborted
    ? { kind: 'stopped' }
    : { kind: 'failed', message: 'the model ended its answer without finishing it' }
}
