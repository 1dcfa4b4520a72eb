import type { EmbeddingModelV4 } from '@ai-sdk/provider'
import type { Clock } from '@countersign/agent'
import type { KeyView, NewKey } from '@countersign/protocol'
import { z } from 'zod'
import type { Endpoints } from '../settings/endpoints.ts'
import { WORKSPACE_SCOPE, type SettingsStore } from '../settings/ports.ts'
import { withKey, type KeyOwner, type ProviderKeys } from './provider-keys.ts'
import type { Environment } from '../settings/environment.ts'
import type { LibraryModel } from './ai-sdk/model-provider.ts'
import { mergeCapabilities, UNKNOWN } from './capabilities.ts'
import { listModels, type ListedModel, type ListRequest } from './listing.ts'
import { localModels, localServers, type LocalServer, type Look } from './local-servers.ts'
import {
  compatibleMedia,
  MEDIA_SERVICES,
  type MediaKind,
  type MediaModels,
  type MediaOffers,
} from './media-services.ts'
import { compatibleEmbedding, openCompatible, SERVICES, type Fetch, type Service } from './services.ts'

/** A provider of models in its current state. */
export interface Source {
  readonly id: string
  readonly name: string
  readonly kind: 'service' | 'local' | 'endpoint'
  readonly baseUrl: string | null
  readonly ready: boolean
  /** Null: takes no key. */
  readonly key: KeyView | null
  /** The offered models first, then those that it listed. Any other can be named too. */
  readonly models: readonly ListedModel[]
  /** Absent: it has no list. */
  readonly list?: ListRequest
  /** The key in use, so that messages can omit it. */
  readonly secret: string | undefined
  open(model: string, fetch: Fetch): LibraryModel
  /** Absent: it has no models that turn texts into vectors. */
  openEmbedding?(model: string, fetch: Fetch): EmbeddingModelV4
  /** Its models that make pictures, speech or transcripts; undefined: it makes none of that kind. */
  offered(kind: MediaKind): readonly string[] | undefined
  openMedia<Kind extends MediaKind>(kind: Kind, model: string, fetch: Fetch): MediaModels[Kind] | undefined
}

export interface Sources {
  all(): Promise<readonly Source[]>
  /** The source of a model `source/model`, and its name there. */
  find(model: string): Promise<{ readonly source: Source | undefined; readonly model: string }>
  /** With a key other than the stored one, if given. */
  byId(id: string, key?: NewKey): Promise<Source | undefined>
  /** Stores the models that a source listed, for every process. */
  learn(id: string, models: readonly ListedModel[]): Promise<void>
  /** Drops its list: it is another server now, or gone. */
  forget(id: string): Promise<void>
  /** Providers that can have a key: services and endpoints. */
  keyOwner(id: string): Promise<KeyOwner | undefined>
}

/** Milliseconds for which a successful look is cached, and an unsuccessful one. */
const LOOK_COUNTS = { found: 30_000, missed: 5000 } as const
/** Milliseconds that a remote server has to answer, and a local one. */
const PATIENCE = 2000
const LOCAL_PATIENCE = 500

/** The models that a provider listed. */
export const Learned = z.array(
  z.object({
    id: z.string(),
    capabilities: z.object({
      tools: z.boolean().nullable(),
      parallelCalls: z.boolean().nullable(),
      images: z.boolean().nullable(),
      reasoning: z.boolean().nullable(),
      contextWindow: z.number().nullable(),
    }),
  }),
)

export const LEARNED = 'models:'
const learnedName = (id: string) => `${LEARNED}${id}`

export interface SourceParts {
  readonly env: Environment
  readonly keys: ProviderKeys
  readonly endpoints: Pick<Endpoints, 'list'>
  readonly store: SettingsStore
  readonly clock: Clock
  readonly fetch: Fetch
  /** Milliseconds that a local server has to answer: it either runs or does not. */
  readonly patience?: number
}

export function openSources(parts: SourceParts): Sources {
  return new OpenSources(parts)
}

class OpenSources implements Sources {
  readonly #parts: SourceParts
  readonly #local: Look
  readonly #looks = new Map<string, Looked>()

  constructor(parts: SourceParts) {
    this.#parts = parts
    this.#local = { remembered: new Map(), fetch: parts.fetch, patience: parts.patience ?? LOCAL_PATIENCE }
  }

  async byId(id: string, key?: NewKey): Promise<Source | undefined> {
    const service = SERVICES.find((candidate) => candidate.id === id)
    if (service) return this.#fromService(service, key)
    const here = localServers(this.#parts.env).find((candidate) => candidate.id === id)
    if (here) return this.#fromLocal(here)
    const server = (await this.#servers()).find((candidate) => candidate.id === id)
    return server && this.#fromServer(server, key)
  }

  async all(): Promise<readonly Source[]> {
    return Promise.all([
      ...SERVICES.map((service) => this.#fromService(service)),
      ...(await this.#servers()).map((server) => this.#fromServer(server)),
      ...localServers(this.#parts.env).map((server) => this.#fromLocal(server)),
    ])
  }

  async find(id: string): ReturnType<Sources['find']> {
    const at = id.indexOf('/')
    const model = id.slice(at + 1)
    return { source: at <= 0 || model === '' ? undefined : await this.byId(id.slice(0, at)), model }
  }

  async learn(id: string, models: readonly ListedModel[]): Promise<void> {
    this.#looks.delete(id)
    if (localServers(this.#parts.env).some((server) => server.id === id)) return
    const whole: z.infer<typeof Learned> = models.map((model) => ({
      id: model.id,
      capabilities: mergeCapabilities(UNKNOWN, model.capabilities),
    }))
    await this.#parts.store.set(WORKSPACE_SCOPE, learnedName(id), whole)
  }

  async forget(id: string): Promise<void> {
    this.#looks.delete(id)
    await this.#parts.store.remove(WORKSPACE_SCOPE, learnedName(id))
  }

  async keyOwner(id: string): ReturnType<Sources['keyOwner']> {
    return [...SERVICES, ...(await this.#servers())].find((candidate) => candidate.id === id)
  }

  /** Asks a server for its models, at most once per cache period. */
  #lookAt(id: string, ask: () => Promise<readonly ListedModel[]>): Promise<readonly ListedModel[]> {
    const { clock } = this.#parts
    const last = this.#looks.get(id)
    if (last !== undefined && clock.now() - last.at < LOOK_COUNTS[last.outcome]) return last.models
    const models = ask()
    const look: Looked = { at: clock.now(), models, outcome: 'found' }
    this.#looks.set(id, look)
    void models.then((found) => {
      if (found.length === 0) look.outcome = 'missed'
    })
    return models
  }

  async #learned(id: string): Promise<readonly ListedModel[]> {
    const parsed = Learned.safeParse(await this.#parts.store.get(WORKSPACE_SCOPE, learnedName(id)))
    return parsed.success ? parsed.data : []
  }

  async #fromService(service: Service, key?: NewKey): Promise<Source> {
    const { env, keys } = this.#parts
    const [variable = ''] = service.variables
    const [own, shown, learned] = await Promise.all([
      key === undefined ? keys.environment(service) : withKey(env, variable, key),
      keys.view(service),
      this.#learned(service.id),
    ])
    const list = service.list?.(own)
    const embeddingOf = service.embedding
    return {
      id: service.id,
      name: service.name,
      kind: 'service',
      baseUrl: null,
      ready: service.isSet(own),
      key: shown,
      models: merged(
        service.models.map((id) => ({ id })),
        learned,
      ),
      ...(list === undefined ? {} : { list }),
      secret: own[variable],
      open: (model, by) => service.open(model, own, by),
      ...(embeddingOf === undefined
        ? {}
        : { openEmbedding: (model: string, by: Fetch) => embeddingOf(model, own, by) }),
      ...mediaOf(MEDIA_SERVICES.get(service.id) ?? {}, own),
    }
  }

  async #fromServer(server: Server, key?: NewKey): Promise<Source> {
    const { env, fetch, keys } = this.#parts
    const [stored, shown, known] = await Promise.all([
      key ?? keys.stored(server),
      keys.view(server),
      this.#learned(server.id),
    ])
    const [variable] = server.variables
    const secret = stored?.key ?? (variable === undefined ? undefined : env[variable])
    const list: ListRequest = {
      url: `${server.address}/models`,
      headers: secret === undefined ? {} : { authorization: `Bearer ${secret}` },
      format: 'openai',
    }
    const models =
      known.length > 0 || key !== undefined
        ? known
        : await this.#lookAt(server.id, async () => {
            const listing = await listModels(list, { fetch, patience: PATIENCE })
            return listing.ok ? listing.models : []
          })
    return {
      id: server.id,
      name: server.name,
      kind: 'endpoint',
      baseUrl: server.address,
      ready: true,
      key: shown,
      models,
      list,
      secret,
      open: (model, by) => openCompatible({ id: server.id, address: server.address, key: secret }, model, by),
      openEmbedding: (model, by) =>
        compatibleEmbedding({ id: server.id, address: server.address, key: secret }, model, by),
      ...mediaOf(compatibleMedia({ id: server.id, address: server.address, key: secret }), env),
    }
  }

  async #fromLocal(server: LocalServer): Promise<Source> {
    const { id, name, address } = server
    const models = await this.#lookAt(id, () => localModels(server, this.#local))
    return {
      id,
      name,
      kind: 'local',
      baseUrl: address,
      ready: models.length > 0,
      key: null,
      models,
      list: { url: `${address}/models`, headers: {}, format: 'openai' },
      secret: undefined,
      open: (model, by) => openCompatible({ id, address }, model, by),
      openEmbedding: (model, by) => compatibleEmbedding({ id, address }, model, by),
      ...mediaOf(compatibleMedia({ id, address }), this.#parts.env),
    }
  }

  async #servers(): Promise<readonly Server[]> {
    const added = await this.#parts.endpoints.list()
    return [
      ...namedServer(this.#parts.env),
      ...added.map(({ id, name, baseUrl }) => ({ id, name, address: baseUrl, variables: [] })),
    ]
  }
}

function mediaOf(offers: MediaOffers, env: Environment): Pick<Source, 'offered' | 'openMedia'> {
  return {
    offered: (kind) => offers[kind]?.models,
    openMedia: (kind, model, fetch) => offers[kind]?.open(model, env, fetch),
  }
}

/** A look at a server, possibly still in progress. */
interface Looked {
  readonly at: number
  readonly models: Promise<readonly ListedModel[]>
  outcome: keyof typeof LOOK_COUNTS
}

/** A server that uses OpenAI's chat format. */
interface Server extends KeyOwner {
  readonly address: string
}

/** The server from the environment. */
function namedServer(env: Environment): readonly Server[] {
  const address = env['COUNTERSIGN_COMPATIBLE_URL']
  if (address === undefined || address === '') return []
  return [
    {
      id: 'compatible',
      name: 'Compatible server',
      address: address.replace(/\/+$/, ''),
      variables: ['COUNTERSIGN_COMPATIBLE_KEY'],
    },
  ]
}

/** Reserved ids, which no endpoint can use. */
export const TAKEN_IDS: ReadonlySet<string> = new Set([
  ...SERVICES.map(({ id }) => id),
  ...localServers({}).map(({ id }) => id),
  'compatible',
  'demo',
])

/** The first list in its order, completed with facts of the second, then the rest of the second. */
function merged(offered: readonly ListedModel[], listed: readonly ListedModel[]): readonly ListedModel[] {
  const known = new Map(listed.map((model) => [model.id, model]))
  const first = offered.map((model) => known.get(model.id) ?? model)
  const names = new Set(offered.map(({ id }) => id))
  return [...first, ...listed.filter(({ id }) => !names.has(id))]
}
