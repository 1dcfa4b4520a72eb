import {
  APICallError,
  type JSONSchema7,
  type LanguageModelV4,
  type LanguageModelV4FunctionTool,
  type LanguageModelV4Prompt,
  type SharedV4ProviderOptions,
} from '@ai-sdk/provider'
import {
  walkParts,
  type ChatProvider,
  type ModelCapabilities,
  type ModelPart,
  type PromptTool,
  type ReadParts,
  type TakePart,
} from '@countersign/agent'
import type { Effort } from '@countersign/protocol'
import { SilentModel } from '../patient-fetch.ts'
import type { TokenCounts } from '../prices.ts'
import { saysWhy } from '../provider-words.ts'
import { Collector } from './collector.ts'
import { toPrompt } from './prompt.ts'
import { toolNames, type ToolNames } from './tool-names.ts'

/** A model of the provider library, and its requirements. */
export interface LibraryModel {
  readonly model: LanguageModelV4
  /** Options for every call: the provider stores no history, and reasoning is returned encrypted. */
  readonly options?: SharedV4ProviderOptions
  /** Marks a message up to which the provider may cache. Absent: it caches automatically, or not at all. */
  readonly cacheMark?: SharedV4ProviderOptions
}

/** Facts about a model besides how to call it. */
export interface ModelFacts {
  readonly name: string
  readonly capabilities: ModelCapabilities
  /** US dollars; null: unknown. */
  cost(tokens: TokenCounts): number | null
}

/** A model behind our own interface: one streamed step, and the library never executes tools. Effort null: the model's default. */
export function libraryProvider(
  facts: ModelFacts,
  open: () => LibraryModel,
  effort: Effort | null = null,
): ChatProvider {
  const { name, capabilities } = facts
  const read: ReadParts = async (request, signal, take) => {
    const { model, options, cacheMark } = open()
    const { names, belt } = beltFor(request.tools)
    const collector = new Collector(model.provider, names, facts)
    try {
      const { stream } = await model.doStream({
        prompt: marked(toPrompt(request, names, model.provider), cacheMark),
        abortSignal: signal,
        ...(effort !== null && capabilities.reasoning !== false ? { reasoning: effort } : {}),
        ...(capabilities.tools !== false && belt.length > 0
          ? { tools: belt, toolChoice: { type: 'auto' } }
          : {}),
        ...(options === undefined ? {} : { providerOptions: options }),
      })
      const reader = stream.getReader()
      // Up to the end of the answer, which is not always the end of the stream.
      for (;;) {
        const { done, value } = await reader.read()
        if (handOver(done ? collector.broken() : collector.take(value), take)) {
          // The rest of the stream is not needed, and its errors do not matter.
          if (!done) reader.cancel().catch(() => undefined)
          return
        }
      }
    } catch (cause) {
      if (!signal.aborted) take(failedPart(name, cause))
    }
  }
  const isFree = facts.cost({ input: 1, output: 1 }) === 0
  return { name, capabilities, isFree, read, stream: (request, signal) => walkParts(read, request, signal) }
}

/** True: that was the end, or enough. */
function handOver(part: ModelPart | undefined, take: TakePart): boolean {
  return part !== undefined && (take(part) || part.type === 'finish' || part.type === 'failed')
}

/** Marks the instructions, which never change, and the end of the history, which the next step repeats. */
function marked(
  grown: LanguageModelV4Prompt,
  mark: SharedV4ProviderOptions | undefined,
): LanguageModelV4Prompt {
  if (mark === undefined) return grown
  const prompt = [...grown]
  const places = new Set([prompt.findLastIndex(({ role }) => role === 'system'), prompt.length - 1])
  for (const place of places) {
    const message = prompt[place]
    if (message) prompt[place] = { ...message, providerOptions: mark }
  }
  return prompt
}

interface LibraryBelt {
  readonly names: ToolNames
  readonly belt: LanguageModelV4FunctionTool[]
}

/** A list of tools is the same from step to step, so its translation is cached with it. */
const belts = new WeakMap<readonly PromptTool[], LibraryBelt>()

function beltFor(tools: readonly PromptTool[]): LibraryBelt {
  const known = belts.get(tools)
  if (known) return known
  const names = toolNames(tools.map((tool) => tool.name))
  const belt = tools.map((tool) => ({
    type: 'function' as const,
    name: names.toProvider(tool.name),
    description: tool.description,
    inputSchema: tool.inputSchema as JSONSchema7, // exported by zod or checked when the tool was registered
  }))
  const made = { names, belt }
  belts.set(tools, made)
  return made
}

function failedPart(name: string, cause: unknown): ModelPart {
  const silent = silenceIn(cause)
  if (silent) return { type: 'failed', message: `${name}: ${silent.message}`, retryable: silent.retryable }
  if (!APICallError.isInstance(cause))
    return { type: 'failed', message: saysWhy(name, cause), retryable: true }
  const after = retryAfter(cause.responseHeaders)
  return {
    type: 'failed',
    message: saysWhy(name, cause, cause.statusCode),
    retryable: cause.isRetryable,
    ...(after === undefined ? {} : { retryAfter: after }),
  }
}

/** The library may have wrapped it. */
function silenceIn(cause: unknown): SilentModel | undefined {
  if (cause instanceof SilentModel) return cause
  return cause instanceof Error && cause.cause !== undefined ? silenceIn(cause.cause) : undefined
}

/** `retry-after-ms`, or `retry-after` in seconds. Dates are not supported: they would need a clock. */
function retryAfter(headers: Record<string, string> | undefined): number | undefined {
  const precise = Number(headers?.['retry-after-ms'])
  if (Number.isFinite(precise) && precise >= 0) return precise
  const seconds = Number(headers?.['retry-after'])
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined
}
