import type { ImageView } from '@countersign/protocol'
import type { ModelToolCall } from './call/call.ts'

/** A picture in a message. The provider adapter fills in its bytes; without them it is described in words. */
export type PromptImage = ImageView & { readonly data?: Uint8Array }

/** One message of the conversation as a model gets it. */
export type PromptMessage =
  | { readonly role: 'system'; readonly text: string }
  | {
      readonly role: 'user'
      readonly text: string
      readonly images?: readonly PromptImage[]
      /** The loop wrote it, not a person. */
      readonly note?: true
    }
  | {
      readonly role: 'assistant'
      readonly text: string
      readonly calls: readonly ModelToolCall[]
      readonly providerMetadata?: unknown
    }
  | {
      readonly role: 'tool'
      readonly providerId: string
      readonly name: string
      readonly text: string
      readonly isError: boolean
      readonly images?: readonly PromptImage[]
    }

/** A tool as a model gets it: parameters as JSON Schema. */
export interface PromptTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: unknown
}

export interface ModelRequest {
  /** 0: the turn's own agent; above 0: a sub-agent. */
  readonly depth?: number
  readonly model: string
  /** The same array from step to step, only appended to; copy it to keep it. */
  readonly messages: readonly PromptMessage[]
  /** The same list until the tools change. */
  readonly tools: readonly PromptTool[]
  /** Belongs to the growing list of messages and is passed on from step to step. */
  readonly kept?: KeptTranslation
}

/** A provider's cache of its translated history, so that a step translates only new messages. */
export interface KeptTranslation {
  translation?: unknown
}

/** A part of a streamed answer. Exactly one `finish` or `failed` ends a stream; calls are valid only after `finish`. */
export type ModelPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** How many bytes of a call's arguments have arrived; the complete call follows. */
  | { readonly type: 'progress'; readonly bytes: number }
  | { readonly type: 'call'; readonly call: ModelToolCall }
  | {
      readonly type: 'finish'
      readonly usage: Usage
      readonly providerMetadata?: unknown
      /** The answer is incomplete: it reached the model's maximum length, or the provider stopped it. */
      readonly cutBy?: 'length' | 'filter'
    }
  /** Withdraws everything streamed so far: the answer starts over. */
  | { readonly type: 'restart' }
  | {
      readonly type: 'failed'
      readonly message: string
      readonly retryable: boolean
      readonly retryAfter?: number
    }

export interface Usage {
  readonly inputTokens: number
  readonly outputTokens: number
  /** US dollars. Null or absent: the price is not known, which is not the same as free. */
  readonly costUsd?: number | null
}

/** A model's abilities. Null: unknown, and assumed to be present. */
export interface ModelCapabilities {
  /** False: it only talks, and must be given no tools. */
  readonly tools: boolean | null
  /** False: it can only ask for one call at a time. */
  readonly parallelCalls: boolean | null
  readonly images: boolean | null
  readonly reasoning: boolean | null
  /** Tokens. */
  readonly contextWindow: number | null
}

/** A model behind one interface. Ends promptly when `signal` aborts; errors are `failed` parts, not exceptions. */
export interface ChatProvider {
  readonly name: string
  /** Absent: nothing is known. */
  readonly capabilities?: ModelCapabilities
  /** True: its answers cost nothing, not even one that was cut off. */
  readonly isFree?: boolean
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart>
  /** The same stream by callback instead of iteration, which saves a promise for each part. A wrapper must wrap both or omit this one. */
  read?: ReadParts
}

/** Takes a part; returns true when it wants no more. */
export type TakePart = (part: ModelPart) => boolean

export type ReadParts = (request: ModelRequest, signal: AbortSignal, take: TakePart) => Promise<void>
