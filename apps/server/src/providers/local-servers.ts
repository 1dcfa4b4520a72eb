import { z } from 'zod'
import type { Environment } from '../settings/environment.ts'
import { askJson, listModels, type ListedModel } from './listing.ts'
import type { Fetch } from './services.ts'

/** A model server that people run on their own machine. */
export interface LocalServer {
  readonly id: 'ollama' | 'lmstudio' | 'llamacpp'
  readonly name: string
  /** Of its chat format: ends with `/v1`. */
  readonly address: string
}

/** Their default addresses. The variables change them; `COUNTERSIGN_LOCAL_MODELS=off` disables the search. */
const KNOWN = [
  {
    id: 'ollama',
    name: 'Ollama on this machine',
    variable: 'COUNTERSIGN_OLLAMA_URL',
    address: 'http://127.0.0.1:11434/v1',
  },
  {
    id: 'lmstudio',
    name: 'LM Studio on this machine',
    variable: 'COUNTERSIGN_LMSTUDIO_URL',
    address: 'http://127.0.0.1:1234/v1',
  },
  {
    id: 'llamacpp',
    name: 'llama.cpp on this machine',
    variable: 'COUNTERSIGN_LLAMACPP_URL',
    address: 'http://127.0.0.1:8080/v1',
  },
] as const

/** Servers that may listen on this machine. */
export function localServers(env: Environment): readonly LocalServer[] {
  if (env['COUNTERSIGN_LOCAL_MODELS'] === 'off') return []
  return KNOWN.map(({ id, name, variable, address }) => ({
    id,
    name,
    address: (env[variable] || address).replace(/\/+$/, ''),
  }))
}

export interface Look {
  /** Facts about unchanged models, by name and digest. */
  readonly remembered: Map<string, ListedModel | undefined>
  readonly fetch: Fetch
  /** Milliseconds that a server has for each answer. */
  readonly patience: number
}

/** Requests JSON below a server's root; undefined: there is nothing. */
type Ask = (path: string, init?: RequestInit) => Promise<unknown>

/** Models of a local server; empty: nothing listens there, or it is not a model server. */
export async function localModels(
  server: LocalServer,
  { remembered, fetch, patience }: Look,
): Promise<readonly ListedModel[]> {
  const ask: Ask = async (path, init = {}) => {
    const answer = await askJson(`${server.address.replace(/\/v1$/, '')}${path}`, init, { fetch, patience })
    return answer.ok ? answer.value : undefined
  }
  const listing = await listModels(
    { url: `${server.address}/models`, headers: {}, format: 'openai' },
    { fetch, patience },
  )
  if (!listing.ok) return []
  switch (server.id) {
    case 'ollama':
      return (await ollamaModels(ask, remembered)) ?? listing.models
    case 'lmstudio':
      return (await lmStudioModels(ask)) ?? listing.models
    case 'llamacpp':
      return llamaCppModels(ask, listing.models)
  }
}

/** A request body for the native interfaces of these servers. */
const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const Window = z.number().int().positive()
const Name = z.string().min(1).max(200)

const Tags = z.object({ models: z.array(z.object({ name: Name, digest: z.string().max(200).catch('') })) })
const Shown = z.object({ capabilities: z.array(z.string()), parameters: z.string().optional().catch('') })
const Loaded = z.object({ models: z.array(z.object({ name: Name, context_length: Window })) })

/** Maximum number of models that are queried one by one. */
const SHOW_LIMIT = 100

/** Undefined: it does not support Ollama's own interface. */
async function ollamaModels(
  ask: Ask,
  remembered: Look['remembered'],
): Promise<readonly ListedModel[] | undefined> {
  const tags = Tags.safeParse(await ask('/api/tags'))
  if (!tags.success) return undefined
  const loaded = Loaded.safeParse(await ask('/api/ps')).data?.models ?? []
  const shown = await Promise.all(
    tags.data.models.slice(0, SHOW_LIMIT).map(async ({ name, digest }) => {
      const key = `${name} ${digest}`
      if (!remembered.has(key)) remembered.set(key, await showOllama(ask, name))
      return remembered.get(key)
    }),
  )
  return shown.flatMap((model) => {
    if (model === undefined) return []
    const window = loaded.find(({ name }) => name === model.id)?.context_length
    const known = window === undefined ? {} : { contextWindow: window }
    return [{ ...model, capabilities: { ...model.capabilities, ...known } }]
  })
}

/** Undefined: it does not chat. */
async function showOllama(ask: Ask, name: string): Promise<ListedModel | undefined> {
  const shown = Shown.safeParse(await ask('/api/show', post({ model: name })))
  if (!shown.success) return { id: name }
  const { capabilities: can, parameters = '' } = shown.data
  if (!can.includes('completion')) return undefined
  // The model's maximum is not what the server allots: that is known if it is configured, or once the model is loaded.
  const set = Number(/^num_ctx\s+(\d+)/m.exec(parameters)?.[1])
  return {
    id: name,
    capabilities: {
      tools: can.includes('tools'),
      images: can.includes('vision'),
      reasoning: can.includes('thinking'),
      contextWindow: Number.isInteger(set) ? set : null,
    },
  }
}

const LmStudioList = z.object({
  models: z.array(
    z.object({
      type: z.string(),
      key: Name,
      max_context_length: Window.nullish(),
      loaded_instances: z
        .array(z.object({ config: z.object({ context_length: Window }) }))
        .nullish()
        .catch(null),
      capabilities: z
        .object({
          vision: z.boolean().nullish(),
          trained_for_tool_use: z.boolean().nullish(),
          reasoning: z.unknown().optional(),
        })
        .nullish()
        .catch(null),
    }),
  ),
})

/** Undefined: it predates its own interface, or is something else. */
async function lmStudioModels(ask: Ask): Promise<readonly ListedModel[] | undefined> {
  const list = LmStudioList.safeParse(await ask('/api/v1/models'))
  return list.data?.models
    .filter(({ type }) => type === 'llm' || type === 'vlm')
    .map(({ key, max_context_length, loaded_instances, capabilities: can }) => ({
      id: key,
      capabilities: {
        // Other models get tools as text, which may or may not work: unknown.
        tools: can?.trained_for_tool_use === true ? true : null,
        images: can?.vision ?? null,
        reasoning: can ? Boolean(can.reasoning) : null,
        contextWindow: loaded_instances?.[0]?.config.context_length ?? max_context_length ?? null,
      },
    }))
}

const Props = z.object({
  default_generation_settings: z.object({ n_ctx: Window }).nullish().catch(null),
  modalities: z.object({ vision: z.boolean() }).nullish().catch(null),
  chat_template_caps: z
    .object({
      supports_tools: z.boolean().optional(),
      supports_tool_calls: z.boolean().optional(),
      supports_parallel_tool_calls: z.boolean().optional(),
    })
    .nullish()
    .catch(null),
})

/** It reports the abilities of its single model; a server of several has no such answer. */
async function llamaCppModels(ask: Ask, models: readonly ListedModel[]): Promise<readonly ListedModel[]> {
  const [only, ...more] = models
  if (only === undefined || more.length > 0) return models
  const props = Props.safeParse(await ask('/props'))
  if (!props.success) return models
  const { default_generation_settings: settings, modalities, chat_template_caps: can } = props.data
  const said = [can?.supports_tools, can?.supports_tool_calls]
  return [
    {
      id: only.id,
      capabilities: {
        tools: said.includes(false) ? false : said.includes(true) ? true : null,
        parallelCalls: can?.supports_parallel_tool_calls ?? null,
        images: modalities?.vision ?? null,
        contextWindow: settings?.n_ctx ?? null,
      },
    },
  ]
}
