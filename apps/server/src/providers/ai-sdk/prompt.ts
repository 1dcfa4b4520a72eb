import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultOutput,
} from '@ai-sdk/provider'
import type { ModelRequest, PromptImage, PromptMessage } from '@countersign/agent'
import { callPart, keptContent, type AssistantContent } from './kept-content.ts'
import type { ToolNames } from './tool-names.ts'

/**
 * Our conversation in the format of the provider library. Earlier answers of the same provider are sent back verbatim. The list is cached
 * and grows with the conversation: copy it before changing it.
 */
export function toPrompt(
  { messages, kept }: Pick<ModelRequest, 'messages' | 'kept'>,
  names: ToolNames,
  provider: string,
): LanguageModelV4Prompt {
  const known = kept?.translation
  const fits = known instanceof Translation && known.fits(messages, names, provider)
  const translation = fits ? known : new Translation(messages, names, provider)
  if (kept && !fits) kept.translation = translation
  translate(translation.prompt, messages, translation.read, translation)
  translation.read = messages.length
  return translation.prompt
}

/** A history grows at its end from step to step, so translated messages are reused. */
class Translation {
  readonly prompt: LanguageModelV4Prompt = []
  /** How many messages are translated. */
  read = 0
  readonly names: ToolNames
  readonly provider: string
  readonly #messages: readonly PromptMessage[]

  constructor(messages: readonly PromptMessage[], names: ToolNames, provider: string) {
    this.#messages = messages
    this.names = names
    this.provider = provider
  }

  fits(messages: readonly PromptMessage[], names: ToolNames, provider: string): boolean {
    return this.#messages === messages && this.names === names && this.provider === provider
  }
}

function translate(
  prompt: LanguageModelV4Prompt,
  messages: readonly PromptMessage[],
  from: number,
  { names, provider }: Translation,
): void {
  const pending: FilePart[] = []
  for (let index = from; index < messages.length; index += 1) {
    const message = messages[index]
    // If the provider accepts no pictures within a result, they follow all results of their step.
    if (message?.role !== 'tool') flush(prompt, pending)
    switch (message?.role) {
      case undefined:
        break
      case 'system':
        prompt.push({ role: 'system', content: message.text })
        break
      case 'user':
        prompt.push({
          role: 'user',
          content: [...filesOf(message), { type: 'text', text: message.text }],
        })
        break
      case 'assistant':
        prompt.push({ role: 'assistant', content: assistantContent(message, names, provider) })
        break
      case 'tool':
        if (message.images === undefined) addResult(prompt, message, names)
        else if (TAKES_IMAGES.test(provider)) addResult(prompt, message, names, filesOf(message))
        else {
          addResult(prompt, message, names)
          pending.push(...filesOf(message))
        }
        break
    }
  }
  flush(prompt, pending)
}

type FilePart = Extract<
  Extract<LanguageModelV4Message, { role: 'user' }>['content'][number],
  { type: 'file' }
>

/** Providers, by the library's names, that accept a picture within the result of a call. */
const TAKES_IMAGES = /^(anthropic|google|amazon-bedrock|bedrock|openai\.responses)/

function filesOf({ images = [] }: { readonly images?: readonly PromptImage[] }): FilePart[] {
  return images.flatMap(({ data, media_type }) =>
    data === undefined ? [] : [{ type: 'file', mediaType: media_type, data: { type: 'data', data } }],
  )
}

function flush(prompt: LanguageModelV4Prompt, pending: FilePart[]): void {
  if (pending.length === 0) return
  const text = 'These are the images that the calls above returned, in their order.'
  prompt.push({ role: 'user', content: [{ type: 'text', text }, ...pending] })
  pending.length = 0
}

function assistantContent(
  message: Extract<PromptMessage, { role: 'assistant' }>,
  names: ToolNames,
  provider: string,
): AssistantContent {
  const kept = keptContent(message.providerMetadata, provider)
  if (kept) return kept
  const text: AssistantContent = message.text === '' ? [] : [{ type: 'text', text: message.text }]
  return [...text, ...message.calls.map((call) => callPart(call, names))]
}

const NO_FILES: readonly FilePart[] = []

/** The results of one step form one message. */
function addResult(
  prompt: LanguageModelV4Message[],
  message: Extract<PromptMessage, { role: 'tool' }>,
  names: ToolNames,
  files: readonly FilePart[] = NO_FILES,
): void {
  const part = {
    type: 'tool-result' as const,
    toolCallId: message.providerId,
    toolName: names.toProvider(message.name),
    output: outputOf(message, files),
  }
  const last = prompt.at(-1)
  if (last?.role === 'tool') last.content.push(part)
  else prompt.push({ role: 'tool', content: [part] })
}

function outputOf(
  { text, isError }: Extract<PromptMessage, { role: 'tool' }>,
  files: readonly FilePart[],
): LanguageModelV4ToolResultOutput {
  if (files.length > 0) return { type: 'content', value: [{ type: 'text', text }, ...files] }
  return { type: isError ? 'error-text' : 'text', value: text }
}
