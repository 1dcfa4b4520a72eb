import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock'
import { createGoogle } from '@ai-sdk/google'
import { createMistral } from '@ai-sdk/mistral'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { ImageModelV4, SpeechModelV4, TranscriptionModelV4 } from '@ai-sdk/provider'
import type { Environment } from '../settings/environment.ts'
import type { Fetch } from './services.ts'

/** The media that a service makes besides answers. */
export interface MediaModels {
  readonly image: ImageModelV4
  readonly speech: SpeechModelV4
  readonly transcription: TranscriptionModelV4
}
export type MediaKind = keyof MediaModels

/** Models of one kind: the offered ones, best first, and a way to open any of them. */
export interface MediaOffer<Kind extends MediaKind> {
  readonly models: readonly string[]
  open(model: string, env: Environment, fetch: Fetch): MediaModels[Kind]
}

export type MediaOffers = { readonly [Kind in MediaKind]?: MediaOffer<Kind> }

const set = (env: Environment, name: string, as: string) =>
  env[name] === undefined || env[name] === '' ? {} : { [as]: env[name] }

const openai = (env: Environment, fetch: Fetch) =>
  createOpenAI({ ...set(env, 'OPENAI_API_KEY', 'apiKey'), ...set(env, 'OPENAI_BASE_URL', 'baseURL'), fetch })
const google = (env: Environment, fetch: Fetch) =>
  createGoogle({
    ...set(env, 'GOOGLE_GENERATIVE_AI_API_KEY', 'apiKey'),
    ...set(env, 'GOOGLE_BASE_URL', 'baseURL'),
    fetch,
  })
const mistral = (env: Environment, fetch: Fetch) =>
  createMistral({
    ...set(env, 'MISTRAL_API_KEY', 'apiKey'),
    ...set(env, 'MISTRAL_BASE_URL', 'baseURL'),
    fetch,
  })
const bedrock = (env: Environment, fetch: Fetch) =>
  createAmazonBedrock({
    ...set(env, 'AWS_BEARER_TOKEN_BEDROCK', 'apiKey'),
    ...set(env, 'AWS_ENDPOINT_URL_BEDROCK_RUNTIME', 'baseURL'),
    ...set(env, 'AWS_REGION', 'region'),
    ...set(env, 'AWS_ACCESS_KEY_ID', 'accessKeyId'),
    ...set(env, 'AWS_SECRET_ACCESS_KEY', 'secretAccessKey'),
    ...set(env, 'AWS_SESSION_TOKEN', 'sessionToken'),
    fetch,
  })

/** By service. Anthropic has none. */
export const MEDIA_SERVICES: ReadonlyMap<string, MediaOffers> = new Map<string, MediaOffers>([
  [
    'openai',
    {
      image: {
        models: ['gpt-image-1.5', 'gpt-image-2', 'gpt-image-1', 'gpt-image-1-mini'],
        open: (model, env, fetch) => openai(env, fetch).imageModel(model),
      },
      speech: {
        models: ['gpt-4o-mini-tts', 'tts-1', 'tts-1-hd'],
        open: (model, env, fetch) => openai(env, fetch).speech(model),
      },
      transcription: {
        models: ['gpt-4o-mini-transcribe', 'gpt-4o-transcribe', 'whisper-1'],
        open: (model, env, fetch) => openai(env, fetch).transcription(model),
      },
    },
  ],
  [
    'google',
    {
      image: {
        models: ['gemini-3.1-flash-image-preview', 'gemini-3-pro-image-preview', 'gemini-2.5-flash-image'],
        open: (model, env, fetch) => google(env, fetch).image(model),
      },
      speech: {
        models: ['gemini-3.8-flash-tts', 'gemini-2.5-flash-preview-tts', 'gemini-2.5-pro-preview-tts'],
        open: (model, env, fetch) => google(env, fetch).speech(model),
      },
      transcription: {
        models: ['gemini-3.5-transcribe'],
        open: (model, env, fetch) => google(env, fetch).transcription(model),
      },
    },
  ],
  [
    'mistral',
    {
      speech: {
        models: ['voxtral-mini-tts-latest'],
        open: (model, env, fetch) => mistral(env, fetch).speech(model),
      },
      transcription: {
        models: ['voxtral-mini-latest'],
        open: (model, env, fetch) => mistral(env, fetch).transcription(model),
      },
    },
  ],
  [
    'bedrock',
    {
      image: {
        models: ['amazon.nova-canvas-v1:0'],
        open: (model, env, fetch) => bedrock(env, fetch).imageModel(model),
      },
    },
  ],
])

/** A server with OpenAI's formats: LocalAI, Speaches, whisper.cpp. It may make all of them or none; it is only asked if it is chosen. */
export function compatibleMedia(server: {
  readonly id: string
  readonly address: string
  readonly key?: string | undefined
}): Required<MediaOffers> {
  const { id, address: baseURL, key } = server
  // Its package for compatible servers only supports pictures; the one for OpenAI requires some key.
  const sounds = (fetch: Fetch) => createOpenAI({ name: id, baseURL, apiKey: key ?? 'none', fetch })
  return {
    image: {
      models: [],
      open: (model, _env, fetch) =>
        createOpenAICompatible({
          name: id,
          baseURL,
          fetch,
          ...(key === undefined ? {} : { apiKey: key }),
        }).imageModel(model),
    },
    speech: { models: [], open: (model, _env, fetch) => sounds(fetch).speech(model) },
    transcription: { models: [], open: (model, _env, fetch) => sounds(fetch).transcription(model) },
  }
}
