import type { LanguageModelV4Message, SharedV4ProviderMetadata } from '@ai-sdk/provider'
import { readArguments, type ModelToolCall } from '@countersign/agent'
import type { ToolNames } from './tool-names.ts'

export type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content']

/** The journalled form of a model's answer: its blocks with their metadata (signatures, encrypted reasoning), and their provider. */
interface Kept {
  readonly provider: string
  readonly content: AssistantContent
}

export function keep(provider: string, content: AssistantContent): Kept {
  return { provider, content }
}

/** The blocks to send back verbatim, if the same provider made them. */
export function keptContent(metadata: unknown, provider: string): AssistantContent | undefined {
  if (!isKept(metadata) || metadata.provider !== provider) return undefined
  return metadata.content
}

/** Only the journal has these, and only `keep` writes them there. */
function isKept(value: unknown): value is Kept {
  return (
    typeof value === 'object' &&
    value !== null &&
    'provider' in value &&
    'content' in value &&
    Array.isArray(value.content)
  )
}

/** A call in the format of the provider library. Invalid JSON cannot be sent back as JSON, so the model sees its own text. */
export function callPart(call: ModelToolCall, names: ToolNames): AssistantContent[number] {
  const read = readArguments(call)
  return {
    type: 'tool-call',
    toolCallId: call.providerId,
    toolName: names.toProvider(call.name),
    input: read.ok ? read.value : { unreadable_arguments: call.input },
  }
}

/** Metadata arrives on start, delta and end of a block: all of it is merged, later over earlier. */
export function mergeMetadata(
  a: SharedV4ProviderMetadata | undefined,
  b: SharedV4ProviderMetadata | undefined,
): SharedV4ProviderMetadata | undefined {
  if (!a || !b) return b ?? a
  const merged: SharedV4ProviderMetadata = { ...a }
  for (const [name, value] of Object.entries(b)) merged[name] = { ...merged[name], ...value }
  return merged
}
