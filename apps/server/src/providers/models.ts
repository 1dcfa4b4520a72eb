import type { ChatProvider, ModelPart } from '@countersign/agent'
import { libraryProvider } from './ai-sdk/model-provider.ts'
import { DEMO_MODEL, demoProvider } from './demo/demo-model.ts'
import { localServers } from './local-servers.ts'
import { retrying, type RetryPlan } from './retrying.ts'
import { SERVICES, type Service } from './services.ts'

/** A model as it is chosen: `service/model`, or the built-in demo. */
export interface ModelChoice {
  readonly id: string
  readonly name: string
  readonly demo: boolean
}

export interface Models {
  /** What can be used right now: services with a key, servers found on this machine, and the demo. */
  readonly choices: readonly ModelChoice[]
  /** Model of new chats. */
  readonly standard: string
  /** Never throws: a model that cannot be had answers with what to do about it. */
  provider(model: string): ChatProvider
}

type Environment = Readonly<Record<string, string | undefined>>

/** Three more tries, after one, two and four seconds, or when the provider says. */
const PLAN: RetryPlan = {
  tries: 3,
  first: 1000,
  longest: 60_000,
  sleep: (milliseconds, signal) =>
    new Promise((wake) => {
      const timer = setTimeout(wake, milliseconds)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        wake()
      })
    }),
}

/** Finds models by keys in the environment and by servers on loopback. Keys stay in this process. */
export async function findModels(env: Environment, plan: RetryPlan = PLAN): Promise<Models> {
  const keyed = SERVICES.filter((service) => service.isSet(env))
  const services = [...keyed, ...(await localServers(env))]
  const choices: readonly ModelChoice[] = [
    ...services.flatMap((service) =>
      service.models.map((model) => ({
        id: `${service.id}/${model}`,
        name: `${model} (${service.name})`,
        demo: false,
      })),
    ),
    { id: DEMO_MODEL, name: 'Demo', demo: true },
  ]
  return {
    choices,
    standard: standardModel(keyed, env),
    provider: (model) => (model === DEMO_MODEL ? demoProvider : providerOf(services, model, env, plan)),
  }
}

/** The one that is named, else the first with a key; a server that happens to listen here is offered, never chosen. */
function standardModel([first]: readonly Service[], env: Environment): string {
  const wanted = env['COUNTERSIGN_MODEL']
  if (wanted !== undefined && wanted !== '') return wanted
  const model = first?.models[0]
  return first === undefined || model === undefined ? DEMO_MODEL : `${first.id}/${model}`
}

function providerOf(
  services: readonly Service[],
  id: string,
  env: Environment,
  plan: RetryPlan,
): ChatProvider {
  const at = id.indexOf('/')
  const service = services.find((candidate) => candidate.id === id.slice(0, Math.max(at, 0)))
  if (service) {
    const model = id.slice(at + 1)
    return retrying(
      libraryProvider(service.name, () => service.open(model, env)),
      plan,
    )
  }
  const known = SERVICES.find((candidate) => id.startsWith(`${candidate.id}/`))
  const message = known
    ? `there is no key for ${known.name}; set \`${known.key}\` and start again, or choose another model`
    : `there is no model \`${id}\`; models are named \`service/model\`, for example \`anthropic/claude-sonnet-5-5\``
  return unavailable(id, message)
}

function unavailable(name: string, message: string): ChatProvider {
  return {
    name,
    async *stream(): AsyncGenerator<ModelPart> {
      yield { type: 'failed', message, retryable: false }
    },
  }
}
