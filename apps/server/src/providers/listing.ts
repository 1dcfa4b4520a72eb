import { EgressRefused } from '../platform/egress/egress.ts'
import type { ModelCapabilities } from '@countersign/agent'
import { z } from 'zod'

/** A model as its provider lists it, with the abilities that the provider reports. */
export interface ListedModel {
  readonly id: string
  readonly capabilities?: Partial<ModelCapabilities>
}

/** A request for a list of models. */
export interface ListRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly format: 'anthropic' | 'openai' | 'google' | 'mistral'
}

export type Listing =
  | { readonly ok: true; readonly models: readonly ListedModel[] }
  | { readonly ok: false; readonly message: string }

/** Maximum number of listed models of one provider. */
const MODEL_LIMIT = 500
/** Maximum size of a list in bytes: it comes from a server that may be unknown. */
const BYTE_LIMIT = 5_000_000

/** The connection to a provider, and the milliseconds that it has to answer. */
export interface Line {
  readonly fetch: typeof globalThis.fetch
  readonly patience: number
}

/** Asks a provider for its models. Never throws; follows no redirect, because the request contains the key. */
export async function listModels(request: ListRequest, line: Line): Promise<Listing> {
  const answer = await askJson(request.url, { headers: request.headers }, line)
  if (!answer.ok) return answer
  const parsed = FORMATS[request.format](answer.value)
  return parsed === undefined
    ? { ok: false, message: 'the server at this address does not list models' }
    : { ok: true, models: parsed.slice(0, MODEL_LIMIT) }
}

export type Answer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string }

/** One JSON request with a time limit. */
export async function askJson(url: string, init: RequestInit, { fetch, patience }: Line): Promise<Answer> {
  try {
    const response = await fetch(url, {
      ...init,
      signal: AbortSignal.timeout(patience),
      redirect: 'error',
    })
    const text = await boundedText(response)
    if (!response.ok) return { ok: false, message: refusal(response.status) }
    return { ok: true, value: JSON.parse(text) }
  } catch (cause) {
    return { ok: false, message: unreached(cause, patience) }
  }
}

async function boundedText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  const body: AsyncIterable<Uint8Array> | null = response.body
  for await (const chunk of body ?? []) {
    length += chunk.byteLength
    if (length > BYTE_LIMIT) throw new Error('the response is too long')
    text += decoder.decode(chunk, { stream: true })
  }
  return text
}

/** In our own words: a provider's message about a key may contain part of it. */
function refusal(status: number): string {
  if (status === 401 || status === 403) return `the provider does not accept this key (${status})`
  if (status === 429) return 'the provider received too many requests with this key (429); try again later'
  if (status === 404) return 'there is no list of models at this address (404)'
  return `the provider responded with ${status}`
}

function unreached(cause: unknown, patience: number): string {
  if (!(cause instanceof Error)) return 'the provider cannot be reached'
  if (cause instanceof EgressRefused) return cause.message
  if (cause.name === 'TimeoutError') return `the provider did not answer within ${patience / 1000} s`
  if (cause instanceof SyntaxError) return 'the server at this address does not list models'
  const { cause: inner } = cause
  const code = inner instanceof Error && 'code' in inner ? ` (${String(inner.code)})` : ''
  return `the provider cannot be reached${code}`
}

const Id = z.string().min(1).max(200)
const Supported = z.object({ supported: z.boolean() })
const Window = z.number().int().positive()

const AnthropicList = z.object({
  data: z.array(
    z.object({
      id: Id,
      max_input_tokens: Window.nullish(),
      capabilities: z
        .object({ image_input: Supported.optional(), thinking: Supported.optional() })
        .nullish()
        .catch(null),
    }),
  ),
})
const OpenAiList = z.object({ data: z.array(z.object({ id: Id })) })
const GoogleList = z.object({
  models: z.array(
    z.object({
      name: Id,
      inputTokenLimit: Window.nullish(),
      thinking: z.boolean().nullish(),
      supportedGenerationMethods: z.array(z.string()).optional(),
    }),
  ),
})
const MistralList = z.object({
  data: z.array(
    z.object({
      id: Id,
      max_context_length: Window.nullish(),
      capabilities: z
        .object({
          completion_chat: z.boolean().optional(),
          function_calling: z.boolean().optional(),
          vision: z.boolean().optional(),
        })
        .nullish()
        .catch(null),
    }),
  ),
})

/** OpenAI lists all its models: these do not chat. */
const NO_CHAT = /embed|whisper|tts|transcri|dall-e|image|audio|realtime|moderation|sora|babbage|davinci|live/

/** Undefined: the answer is not such a list. */
const FORMATS: Readonly<Record<ListRequest['format'], (value: unknown) => ListedModel[] | undefined>> = {
  anthropic: (value) =>
    AnthropicList.safeParse(value).data?.data.map(({ id, max_input_tokens, capabilities }) => ({
      id,
      capabilities: {
        contextWindow: max_input_tokens ?? null,
        images: capabilities?.image_input?.supported ?? null,
        reasoning: capabilities?.thinking?.supported ?? null,
      },
    })),
  openai: (value) => OpenAiList.safeParse(value).data?.data.filter(({ id }) => !NO_CHAT.test(id)),
  google: (value) =>
    GoogleList.safeParse(value)
      .data?.models.filter(
        ({ supportedGenerationMethods: methods }) => methods?.includes('generateContent') ?? true,
      )
      .map(({ name, inputTokenLimit, thinking }) => ({
        id: name.replace(/^models\//, ''),
        capabilities: { contextWindow: inputTokenLimit ?? null, reasoning: thinking ?? null },
      })),
  mistral: (value) =>
    MistralList.safeParse(value)
      .data?.data.filter(({ capabilities }) => capabilities?.completion_chat ?? true)
      .map(({ id, max_context_length, capabilities }) => ({
        id,
        capabilities: {
          contextWindow: max_context_length ?? null,
          tools: capabilities?.function_calling ?? null,
          images: capabilities?.vision ?? null,
        },
      })),
}
