import type { ModelCapabilities } from '@countersign/agent'

/** Our own knowledge of models by their names, because no package has it. Information from the provider itself takes precedence. */
export function knownCapabilities(provider: string, model: string): ModelCapabilities {
  const row = TABLE.find(([who, name]) => who === provider && name.test(model))
  return row === undefined ? UNKNOWN : { ...UNKNOWN, ...row[2] }
}

/** Nothing is known. */
export const UNKNOWN: ModelCapabilities = {
  tools: null,
  parallelCalls: null,
  images: null,
  reasoning: null,
  contextWindow: null,
}

/** `over` takes precedence where it has a value. */
export function mergeCapabilities(
  base: ModelCapabilities,
  over: Partial<ModelCapabilities> = {},
): ModelCapabilities {
  return {
    tools: over.tools ?? base.tools,
    parallelCalls: over.parallelCalls ?? base.parallelCalls,
    images: over.images ?? base.images,
    reasoning: over.reasoning ?? base.reasoning,
    contextWindow: over.contextWindow ?? base.contextWindow,
  }
}

const ALL = { tools: true, parallelCalls: true, images: true, reasoning: true } as const
const NO_REASONING = { ...ALL, reasoning: false } as const
const TEXT = { ...NO_REASONING, images: false } as const
const CHAT = { tools: false, parallelCalls: false, images: false, reasoning: false } as const
const ONE_BY_ONE = { ...ALL, parallelCalls: false } as const

/** The first matching row applies. */
const TABLE: readonly (readonly [provider: string, model: RegExp, can: Partial<ModelCapabilities>])[] = [
  ['anthropic', /^claude-(v?[12]|instant)/, CHAT],
  ['anthropic', /^claude-3-(opus|sonnet|haiku|5-)/, NO_REASONING],
  ['anthropic', /^claude-/, ALL],
  ['openai', /^o1-(mini|preview)/, { ...CHAT, reasoning: true }],
  ['openai', /^o3-mini/, { ...ONE_BY_ONE, images: false }],
  ['openai', /^o[134]/, ONE_BY_ONE],
  ['openai', /^gpt-3\.5/, TEXT],
  ['openai', /^gpt-4|^chatgpt-4o/, NO_REASONING],
  ['openai', /^gpt-5[\w.-]*-chat/, NO_REASONING],
  ['openai', /^gpt-[5-9]/, ALL],
  ['google', /^gemma/, { ...CHAT, images: null }],
  ['google', /^gemini-(1|2\.0)/, NO_REASONING],
  ['google', /^gemini/, ALL],
  ['mistral', /^magistral/, { tools: true, parallelCalls: true, reasoning: true }],
  ['mistral', /^(codestral|devstral)/, TEXT],
  ['mistral', /^(mistral|ministral|pixtral)/, { tools: true, parallelCalls: true, reasoning: false }],
  ['bedrock', /claude-(v2|instant)/, CHAT],
  ['bedrock', /claude-3-(opus|sonnet|haiku|5-)/, NO_REASONING],
  ['bedrock', /claude/, ALL],
  ['bedrock', /nova-micro/, TEXT],
  ['bedrock', /nova/, NO_REASONING],
  ['bedrock', /titan|deepseek\.r1|llama3-(8b|70b)|mistral-7b|mixtral/, { ...CHAT, reasoning: null }],
]
