import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from '@ai-sdk/provider'
import { AskedCall, type ModelPart, type ModelToolCall, type Usage } from '@countersign/agent'
import { callPart, keep, mergeMetadata, type AssistantContent } from './kept-content.ts'
import type { TokenCounts } from '../prices.ts'
import { saysWhy } from '../provider-words.ts'
import type { ToolNames } from './tool-names.ts'

interface Block {
  readonly id: string
  readonly type: 'text' | 'reasoning'
  text: string
  metadata: SharedV4ProviderMetadata | undefined
}

/** A call with the provider's metadata. */
interface MarkedCall {
  readonly call: ModelToolCall
  readonly metadata: SharedV4ProviderMetadata
}

/** Facts about a model: its provider's name, and its price. */
interface Facts {
  readonly name: string
  cost(tokens: TokenCounts): number | null
}

/** Finish reasons that mean an incomplete answer. */
const CUT_BY = { length: 'length', 'content-filter': 'filter' } as const

/** Converts a provider's stream into our parts, and keeps every block with its metadata for sending it back. */
export class Collector {
  readonly #provider: string
  readonly #names: ToolNames
  readonly #facts: Facts
  readonly #blocks: Block[] = []
  readonly #content: (Block | AskedCall | MarkedCall)[] = []
  #error: string | undefined

  constructor(provider: string, names: ToolNames, facts: Facts) {
    this.#provider = provider
    this.#names = names
    this.#facts = facts
  }

  /** Our part for a part of the stream; none for those that only carry metadata. */
  take(part: LanguageModelV4StreamPart): ModelPart | undefined {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        this.#open(part.id, part.type === 'text-start' ? 'text' : 'reasoning', part.providerMetadata)
        return undefined
      case 'text-delta':
      case 'reasoning-delta': {
        const type = part.type === 'text-delta' ? 'text' : 'reasoning'
        const block = this.#block(part.id, type) ?? this.#open(part.id, type, undefined)
        block.text += part.delta
        if (part.providerMetadata) block.metadata = mergeMetadata(block.metadata, part.providerMetadata)
        return part.delta === '' ? undefined : { type, text: part.delta }
      }
      case 'text-end':
      case 'reasoning-end': {
        const type = part.type === 'text-end' ? 'text' : 'reasoning'
        const block = this.#block(part.id, type)
        if (block) block.metadata = mergeMetadata(block.metadata, part.providerMetadata)
        return undefined
      }
      case 'tool-call': {
        if (part.providerExecuted === true) return undefined
        const call = new AskedCall({
          providerId: part.toolCallId,
          name: this.#names.fromProvider(part.toolName),
          input: part.input,
        })
        const metadata = part.providerMetadata
        this.#content.push(metadata === undefined ? call : { call, metadata })
        return { type: 'call', call }
      }
      case 'error':
        this.#error = saysWhy(this.#facts.name, part.error)
        return undefined
      case 'finish':
        return this.#finish(part)
      case 'tool-input-delta':
        return { type: 'progress', bytes: Buffer.byteLength(part.delta) }
      case 'tool-input-start':
      case 'tool-input-end':
      case 'tool-approval-request':
      case 'tool-result':
      case 'custom':
      case 'file':
      case 'reasoning-file':
      case 'source':
      case 'stream-start':
      case 'response-metadata':
      case 'ping':
      case 'raw':
        return undefined
    }
  }

  /** A stream can end badly in five ways, two of them with an apparently good finish: none of them dispatches calls. */
  #finish(part: Extract<LanguageModelV4StreamPart, { type: 'finish' }>): ModelPart {
    const { unified, raw } = part.finishReason
    if (this.#error !== undefined) return { type: 'failed', message: this.#error, retryable: true }
    if (unified === 'error' || unified === 'interrupted') {
      return {
        type: 'failed',
        message: `${this.#facts.name} stopped in the middle of its answer: ${raw ?? unified}`,
        retryable: true,
      }
    }
    // If a stream just stops, the library finishes it with a reason of its own, and with the incomplete calls.
    if (unified === 'other' && raw === undefined) return this.broken()
    return {
      type: 'finish',
      usage: usageOf(part.usage, this.#facts.cost),
      providerMetadata: keep(this.#provider, this.#kept()),
      ...(unified === 'length' || unified === 'content-filter' ? { cutBy: CUT_BY[unified] } : {}),
    }
  }

  /** The end of a stream that neither finished nor threw. */
  broken(): ModelPart {
    return {
      type: 'failed',
      message: this.#error ?? `${this.#facts.name} stopped in the middle of its answer`,
      retryable: true,
    }
  }

  #open(id: string, type: Block['type'], metadata: SharedV4ProviderMetadata | undefined): Block {
    const block: Block = { id, type, text: '', metadata }
    this.#blocks.push(block)
    this.#content.push(block)
    return block
  }

  /** The most recently opened block with this id: nearly always the last one. */
  #block(id: string, type: Block['type']): Block | undefined {
    const last = this.#blocks.at(-1)
    if (last?.id === id && last.type === type) return last
    return this.#blocks.findLast((block) => block.id === id && block.type === type)
  }

  #kept(): AssistantContent {
    const kept: AssistantContent = []
    for (const item of this.#content) {
      if (item instanceof AskedCall) kept.push(callPart(item, this.#names))
      else if ('call' in item)
        kept.push({ ...callPart(item.call, this.#names), providerOptions: item.metadata })
      // An empty block with metadata must be sent back too.
      else if (item.metadata !== undefined)
        kept.push({ type: item.type, text: item.text, providerOptions: item.metadata })
      else if (item.text !== '') kept.push({ type: item.type, text: item.text })
    }
    return kept
  }
}

/** If a provider does not report usage, the cost is unknown. */
function usageOf(
  { inputTokens, outputTokens }: Extract<LanguageModelV4StreamPart, { type: 'finish' }>['usage'],
  cost: (tokens: TokenCounts) => number | null,
): Usage {
  const { total: input, cacheRead, cacheWrite } = inputTokens
  const { total: output } = outputTokens
  const said = input !== undefined && output !== undefined
  return {
    inputTokens: input ?? 0,
    outputTokens: output ?? 0,
    costUsd: said ? cost({ input, output, cacheRead, cacheWrite }) : null,
  }
}
