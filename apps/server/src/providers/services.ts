import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createMistral } from '@ai-sdk/mistral'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LibraryModel } from './ai-sdk/model-provider.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Someone who has models. */
export interface Service {
  readonly id: string
  readonly name: string
  /** Environment variable with the key. */
  readonly key: string
  /** Models that are offered; any other of the service can be named too. */
  readonly models: readonly string[]
  isSet(env: Environment): boolean
  open(model: string, env: Environment): LibraryModel
}

const hasKey = (key: string) => (env: Environment) => env[key] !== undefined && env[key] !== ''

/** The address of a service, for proxies and for tests. */
const base = (env: Environment, name: string) =>
  env[name] === undefined || env[name] === '' ? {} : { baseURL: env[name] }
const keyed = (env: Environment, name: string) => (env[name] === undefined ? {} : { apiKey: env[name] })

export const SERVICES: readonly Service[] = [
  {
    id: 'anthropic',
    name: 'Anthropic',
    key: 'ANTHROPIC_API_KEY',
    models: ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-haiku-5-5'],
    isSet: hasKey('ANTHROPIC_API_KEY'),
    open: (model, env) => ({
      model: createAnthropic({ ...keyed(env, 'ANTHROPIC_API_KEY'), ...base(env, 'ANTHROPIC_BASE_URL') })(
        model,
      ),
      tools: true,
    }),
  },
  {
    id: 'openai',
    name: 'OpenAI',
    key: 'OPENAI_API_KEY',
    models: ['gpt-6.1-sol', 'gpt-6-luna'],
    isSet: hasKey('OPENAI_API_KEY'),
    open: (model, env) => ({
      model: createOpenAI({ ...keyed(env, 'OPENAI_API_KEY'), ...base(env, 'OPENAI_BASE_URL') })(model),
      // History stays here: nothing is stored at the provider, and reasoning comes back encrypted so that it can be sent again.
      options: { openai: { store: false, include: ['reasoning.encrypted_content'] } },
      tools: true,
    }),
  },
  {
    id: 'google',
    name: 'Google',
    key: 'GOOGLE_GENERATIVE_AI_API_KEY',
    models: ['gemini-pro-latest', 'gemini-flash-latest'],
    isSet: hasKey('GOOGLE_GENERATIVE_AI_API_KEY'),
    open: (model, env) => ({
      model: createGoogle({ ...keyed(env, 'GOOGLE_GENERATIVE_AI_API_KEY'), ...base(env, 'GOOGLE_BASE_URL') })(
        model,
      ),
      tools: true,
    }),
  },
  {
    id: 'mistral',
    name: 'Mistral',
    key: 'MISTRAL_API_KEY',
    models: ['mistral-large-latest', 'mistral-small-latest'],
    isSet: hasKey('MISTRAL_API_KEY'),
    open: (model, env) => ({
      model: createMistral({ ...keyed(env, 'MISTRAL_API_KEY'), ...base(env, 'MISTRAL_BASE_URL') })(model),
      tools: true,
    }),
  },
  {
    id: 'bedrock',
    name: 'Amazon Bedrock',
    key: 'AWS_BEARER_TOKEN_BEDROCK',
    models: ['anthropic.claude-sonnet-5-5', 'anthropic.claude-opus-5-5'],
    isSet: (env) => hasKey('AWS_BEARER_TOKEN_BEDROCK')(env) || hasKey('AWS_ACCESS_KEY_ID')(env),
    open: (model, env) => ({
      model: createAmazonBedrock({
        ...keyed(env, 'AWS_BEARER_TOKEN_BEDROCK'),
        ...(env['AWS_REGION'] === undefined ? {} : { region: env['AWS_REGION'] }),
        ...(env['AWS_ACCESS_KEY_ID'] === undefined ? {} : { accessKeyId: env['AWS_ACCESS_KEY_ID'] }),
        ...(env['AWS_SECRET_ACCESS_KEY'] === undefined
          ? {}
          : { secretAccessKey: env['AWS_SECRET_ACCESS_KEY'] }),
        ...(env['AWS_SESSION_TOKEN'] === undefined ? {} : { sessionToken: env['AWS_SESSION_TOKEN'] }),
      })(model),
      tools: true,
    }),
  },
]

/** A server that speaks OpenAI's chat format: Ollama, LM Studio, llama.cpp, vLLM, OpenRouter. */
export function compatibleService(server: {
  readonly id: string
  readonly name: string
  readonly address: string
  readonly models: readonly string[]
  readonly key?: string
}): Service {
  const { id, name, address, models, key } = server
  return {
    id,
    name,
    key: 'COUNTERSIGN_COMPATIBLE_KEY',
    models,
    isSet: () => true,
    open: (model) => ({
      // Without `includeUsage` budgets and costs would see nothing.
      model: createOpenAICompatible({
        name: id,
        baseURL: address,
        includeUsage: true,
        ...(key === undefined ? {} : { apiKey: key }),
      })(model),
      tools: true,
    }),
  }
}
