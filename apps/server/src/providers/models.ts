import type { ChatProvider, ModelPart } from '@countersign/agent'
import type {
  CheckResult,
  Effort,
  ModelList,
  ModelView,
  NewKey,
  ProviderView,
  UserId,
} from '@countersign/protocol'
import type { SetLimits } from '../settings/limits.ts'
import type { PreferencesOf } from '../settings/preferences.ts'
import { libraryProvider } from './ai-sdk/model-provider.ts'
import { DEMO_MODEL, demoProvider } from './demo/demo-model.ts'
import { checkSource } from './check.ts'
import { factsOf, priceAt } from './facts.ts'
import { patienceFor, patientFetch } from './patient-fetch.ts'
import { retrying, type RetryPlan } from './retrying.ts'
import { SERVICES, type Fetch } from './services.ts'
import type { Source, Sources } from './sources.ts'

/** The available models, and how to open them. */
export interface Models {
  /** The models that can be used right now, and their providers. */
  list(user: UserId): Promise<ModelList>
  /** Model of new threads. */
  standard(user: UserId): Promise<string>
  /** Undefined: it can be chosen. Otherwise what to do about it. */
  problem(model: string): Promise<string | undefined>
  /** Never throws for an unavailable model: it answers with what to do about it. */
  provider(model: string, effort?: Effort | null): Promise<ChatProvider>
  /** Tests the stored key or a new one. Undefined: there is no such provider. */
  check(provider: string, key?: NewKey): Promise<CheckResult | undefined>
}

/** Three retries, after one, two and four seconds, or when the provider says. */
const PLAN: RetryPlan = {
  tries: 3,
  first: 1000,
  longest: 60_000,
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', wake)
        resolve()
      }
      const timer = setTimeout(wake, milliseconds)
      signal.addEventListener('abort', wake)
    }),
}

export function openModels(parts: {
  readonly sources: Sources
  readonly preferences: Pick<PreferencesOf, 'read'>
  /** The model from the environment. */
  readonly wanted: string | undefined
  readonly limits: SetLimits['values']
  readonly fetch: Fetch
  readonly plan?: RetryPlan
}): Models {
  const { sources, preferences, wanted, limits, fetch, plan = PLAN } = parts

  async function problem(id: string): Promise<string | undefined> {
    if (id === DEMO_MODEL) return undefined
    const { source } = await sources.find(id)
    return source?.ready === true ? undefined : whatToDo(id, source)
  }

  /**
   * The person's model, otherwise the configured one, otherwise the first with a key; a local server that happens to run is never chosen.
   */
  async function standard(user: UserId): Promise<string> {
    const { default_model } = await preferences.read(user)
    if (default_model !== null && (await problem(default_model)) === undefined) return default_model
    if (wanted !== undefined && wanted !== '') return wanted
    const first = (await sources.all()).find(({ kind, ready }) => kind === 'service' && ready)
    const model = first?.models[0]
    return first === undefined || model === undefined ? DEMO_MODEL : `${first.id}/${model.id}`
  }

  return {
    standard,
    problem,
    async list(user) {
      const all = await sources.all()
      return {
        models: [...all.filter(({ ready }) => ready).flatMap(modelViews), DEMO_VIEW],
        providers: [...all.map(providerView), DEMO_PROVIDER],
        default_model: await standard(user),
      }
    },
    async provider(id, effort = null) {
      if (id === DEMO_MODEL) return demoProvider
      const [{ source, model }, now] = await Promise.all([sources.find(id), limits()])
      if (source?.ready !== true) return unavailable(id, whatToDo(id, source))
      const facts = { name: source.name, ...factsOf(source, model) }
      const patient = patientFetch(fetch, (url) => patienceFor(url, now))
      return retrying(
        libraryProvider(facts, () => source.open(model, patient), effort),
        plan,
      )
    },
    async check(id, key) {
      const source = await sources.byId(id, key)
      if (source === undefined) return undefined
      const result = await checkSource(source, fetch)
      if (result.ok && key === undefined) await sources.learn(id, result.models)
      return result.ok ? { ok: true, models: result.models.map((model) => model.id) } : result
    },
  }
}

function modelViews(source: Source): ModelView[] {
  return source.models.map(({ id }) => {
    const { capabilities } = factsOf(source, id)
    const price = priceAt(source, id)
    return {
      id: `${source.id}/${id}`,
      provider: source.id,
      name: price?.name ?? id,
      demo: false,
      capabilities: {
        tools: capabilities.tools,
        parallel_calls: capabilities.parallelCalls,
        images: capabilities.images,
        reasoning: capabilities.reasoning,
      },
      context_window: capabilities.contextWindow,
      price: price?.perMillion ?? null,
    }
  })
}

function providerView({ id, name, kind, ready, baseUrl, key }: Source): ProviderView {
  return { id, name, kind, ready, base_url: baseUrl, key }
}

const DEMO_PROVIDER: ProviderView = {
  id: DEMO_MODEL,
  name: 'Demo',
  kind: 'demo',
  ready: true,
  base_url: null,
  key: null,
}

const DEMO_VIEW: ModelView = {
  id: DEMO_MODEL,
  provider: DEMO_MODEL,
  name: 'Demo',
  demo: true,
  capabilities: { tools: true, parallel_calls: true, images: false, reasoning: false },
  context_window: null,
  price: { input: 0, output: 0 },
}

function whatToDo(id: string, source: Source | undefined): string {
  if (source === undefined)
    return `there is no model \`${id}\`; models are named \`service/model\`, for example \`anthropic/${SERVICES[0]?.models[0]}\``
  if (source.kind === 'local') return `${source.name} is not responding; start it, or choose another model`
  const variable = source.key?.variable
  const how = variable === null || variable === undefined ? '' : `, or set \`${variable}\` and start again`
  return `there is no key for ${source.name}; enter one in the settings${how}, or choose another model`
}

function unavailable(name: string, message: string): ChatProvider {
  return {
    name,
    async *stream(): AsyncGenerator<ModelPart> {
      yield { type: 'failed', message, retryable: false }
    },
  }
}
