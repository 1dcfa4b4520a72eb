import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createMistral } from '@ai-sdk/mistral'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { EmbeddingModelV4, LanguageModelV4 } from '@ai-sdk/provider'
import type { Environment } from '../settings/environment.ts'
import type { LibraryModel } from './ai-sdk/model-provider.ts'
import type { ListRequest } from './listing.ts'

/** How a model is reached. */
export type Fetch = typeof globalThis.fetch

/** A provider of models. */
export interface Service {
  readonly id: string
  readonly name: string
  /** Environment variables with a key, best first; a stored key replaces the first. */
  readonly variables: readonly string[]
  /** The offered models; any other model of the service can be named too. */
  readonly models: readonly string[]
  isSet(env: Environment): boolean
  open(model: string, env: Environment, fetch: Fetch): LibraryModel
  /** A model that turns texts into vectors; absent: it has none. */
  embedding?(model: string, env: Environment, fetch: Fetch): EmbeddingModelV4
  /** How to list the service's models; absent: it is tested with a tiny question instead. */
  list?(env: Environment): ListRequest
}

const hasKey = (key: string) => (env: Environment) => env[key] !== undefined && env[key] !== ''

/** The address of a service, configurable for proxies and tests. */
const base = (env: Environment, name: string) =>
  env[name] === undefined || env[name] === '' ? {} : { baseURL: env[name] }
const address = (env: Environment, name: string, usual: string) => (env[name] || usual).replace(/\/+$/, '')
const keyed = (env: Environment, name: string) => (env[name] === undefined ? {} : { apiKey: env[name] })

const openAi = (env: Environment, fetch: Fetch) =>
  createOpenAI({ ...keyed(env, 'OPENAI_API_KEY'), ...base(env, 'OPENAI_BASE_URL'), fetch })
const google = (env: Environment, fetch: Fetch) =>
  createGoogle({ ...keyed(env, 'GOOGLE_GENERATIVE_AI_API_KEY'), ...base(env, 'GOOGLE_BASE_URL'), fetch })
const mistral = (env: Environment, fetch: Fetch) =>
  createMistral({ ...keyed(env, 'MISTRAL_API_KEY'), ...base(env, 'MISTRAL_BASE_URL'), fetch })
const bedrock = (env: Environment, fetch: Fetch) =>
  createAmazonBedrock({
    ...keyed(env, 'AWS_BEARER_TOKEN_BEDROCK'),
    ...base(env, 'AWS_ENDPOINT_URL_BEDROCK_RUNTIME'),
    fetch,
    ...(env['AWS_REGION'] === undefined ? {} : { region: env['AWS_REGION'] }),
    ...(env['AWS_ACCESS_KEY_ID'] === undefined ? {} : { accessKeyId: env['AWS_ACCESS_KEY_ID'] }),
    ...(env['AWS_SECRET_ACCESS_KEY'] === undefined ? {} : { secretAccessKey: env['AWS_SECRET_ACCESS_KEY'] }),
    ...(env['AWS_SESSION_TOKEN'] === undefined ? {} : { sessionToken: env['AWS_SESSION_TOKEN'] }),
  })

/** Servers that imitate OpenAI often only know its older format. */
function openAiModel(model: string, env: Environment, fetch: Fetch): LanguageModelV4 {
  const openai = openAi(env, fetch)
  return env['COUNTERSIGN_OPENAI_API'] === 'chat' ? openai.chat(model) : openai(model)
}

export const SERVICES: readonly Service[] = [
  {
    id: 'anthropic',
    name: 'Anthropic',
    variables: ['ANTHROPIC_API_KEY'],
    models: ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-haiku-5-5', 'claude-sonnet-5'],
    isSet: hasKey('ANTHROPIC_API_KEY'),
    open: (model, env, fetch) => ({
      model: createAnthropic({
        ...keyed(env, 'ANTHROPIC_API_KEY'),
        ...base(env, 'ANTHROPIC_BASE_URL'),
        fetch,
      })(model),
      cacheMark: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    }),
    list: (env) => ({
      url: `${address(env, 'ANTHROPIC_BASE_URL', 'https://api.anthropic.com/v1')}/models?limit=1000`,
      headers: { 'x-api-key': env['ANTHROPIC_API_KEY'] ?? '', 'anthropic-version': '2023-06-01' },
      format: 'anthropic',
    }),
  },
  {
    id: 'openai',
    name: 'OpenAI',
    variables: ['OPENAI_API_KEY'],
    models: ['gpt-6.1-sol', 'gpt-6-sol', 'gpt-6-luna'],
    isSet: hasKey('OPENAI_API_KEY'),
    open: (model, env, fetch) => ({
      model: openAiModel(model, env, fetch),
      // History stays here: the provider stores nothing, and reasoning is returned encrypted so that it can be sent again.
      options: { openai: { store: false, include: ['reasoning.encrypted_content'] } },
    }),
    embedding: (model, env, fetch) => openAi(env, fetch).embeddingModel(model),
    list: (env) => ({
      url: `${address(env, 'OPENAI_BASE_URL', 'https://api.openai.com/v1')}/models`,
      headers: { authorization: `Bearer ${env['OPENAI_API_KEY'] ?? ''}` },
      format: 'openai',
    }),
  },
  {
    id: 'google',
    name: 'Google',
    variables: ['GOOGLE_GENERATIVE_AI_API_KEY'],
    models: ['gemini-pro-latest', 'gemini-flash-latest', 'gemini-3.8-flash'],
    isSet: hasKey('GOOGLE_GENERATIVE_AI_API_KEY'),
    open: (model, env, fetch) => ({ model: google(env, fetch)(model) }),
    embedding: (model, env, fetch) => google(env, fetch).embeddingModel(model),
    list: (env) => ({
      url: `${address(env, 'GOOGLE_BASE_URL', 'https://generativelanguage.googleapis.com/v1beta')}/models?pageSize=1000`,
      headers: { 'x-goog-api-key': env['GOOGLE_GENERATIVE_AI_API_KEY'] ?? '' },
      format: 'google',
    }),
  },
  {
    id: 'mistral',
    name: 'Mistral',
    variables: ['MISTRAL_API_KEY'],
    models: ['mistral-large-latest', 'mistral-medium-3-5', 'mistral-small-latest'],
    isSet: hasKey('MISTRAL_API_KEY'),
    open: (model, env, fetch) => ({ model: mistral(env, fetch)(model) }),
    embedding: (model, env, fetch) => mistral(env, fetch).embeddingModel(model),
    list: (env) => ({
      url: `${address(env, 'MISTRAL_BASE_URL', 'https://api.mistral.ai/v1')}/models`,
      headers: { authorization: `Bearer ${env['MISTRAL_API_KEY'] ?? ''}` },
      format: 'mistral',
    }),
  },
  {
    id: 'bedrock',
    name: 'Amazon Bedrock',
    variables: ['AWS_BEARER_TOKEN_BEDROCK', 'AWS_ACCESS_KEY_ID'],
    models: ['anthropic.claude-sonnet-5-5', 'anthropic.claude-opus-5-5'],
    isSet: (env) => hasKey('AWS_BEARER_TOKEN_BEDROCK')(env) || hasKey('AWS_ACCESS_KEY_ID')(env),
    open: (model, env, fetch) => ({
      model: bedrock(env, fetch)(model),
      // Others reject a mark.
      ...(/claude|nova/.test(model) ? { cacheMark: { bedrock: { cachePoint: { type: 'default' } } } } : {}),
    }),
    embedding: (model, env, fetch) => bedrock(env, fetch).embeddingModel(model),
  },
]

/** A server with OpenAI's formats: Ollama, LM Studio, llama.cpp, vLLM, OpenRouter. */
export interface CompatibleServer {
  readonly id: string
  readonly address: string
  readonly key?: string | undefined
}

const compatible = ({ id, address: baseURL, key }: CompatibleServer, fetch: Fetch) =>
  // Without `includeUsage` budgets and costs would be unknown.
  createOpenAICompatible({
    name: id,
    baseURL,
    includeUsage: true,
    fetch,
    ...(key === undefined ? {} : { apiKey: key }),
  })

export function openCompatible(server: CompatibleServer, model: string, fetch: Fetch): LibraryModel {
  return { model: compatible(server, fetch)(model) }
}

export function compatibleEmbedding(server: CompatibleServer, model: string, fetch: Fetch): EmbeddingModelV4 {
  return compatible(server, fetch).embeddingModel(model)
}
