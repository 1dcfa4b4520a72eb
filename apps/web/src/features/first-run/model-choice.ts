import type { ModelList, ProviderView } from '@countersign/protocol'
import type { Me } from '../../data/api.ts'
import { texts } from './texts.ts'

/** A model source, as the first page offers it. */
export interface Offered {
  readonly provider: ProviderView
  /** Available models; empty: it needs a key first. */
  readonly models: readonly { readonly id: string; readonly name: string }[]
}

/** Services that are offered by name before they have a key; the others are in the settings. */
const BY_NAME: ReadonlySet<string> = new Set(['anthropic', 'openai'])

/**
 * Demo first, then those that are usable immediately, then those whose keys people most often have. Unreachable ones are not offered, except
 * that of `standard`, the model for new chats: what would be used is always among the choices.
 */
export function offeredModels(
  list: Pick<ModelList, 'models' | 'providers'>,
  standard: { readonly id: string; readonly name: string },
): readonly Offered[] {
  const offered = usableModels(list)
  if (offered.some(({ models }) => models.some(({ id }) => id === standard.id))) return offered
  const provider = list.providers.find(({ id }) => standard.id.startsWith(`${id}/`))
  if (provider === undefined) return offered
  const [demo = [], others = []] = [true, false].map((isDemo) =>
    offered.filter((one) => one.provider.id !== provider.id && (one.provider.kind === 'demo') === isDemo),
  )
  return [...demo, { provider, models: [standard] }, ...others]
}

function usableModels(list: Pick<ModelList, 'models' | 'providers'>): readonly Offered[] {
  const all = list.providers.map((provider) => ({
    provider,
    models: provider.ready ? list.models.filter((model) => model.provider === provider.id) : [],
  }))
  const usable = all.filter(({ models }) => models.length > 0)
  return [
    ...usable.filter(({ provider }) => provider.kind === 'demo'),
    ...usable.filter(({ provider }) => provider.kind !== 'demo'),
    ...all.filter(
      ({ provider }) => !provider.ready && provider.kind === 'service' && BY_NAME.has(provider.id),
    ),
  ]
}

/** The offer while nothing else is known. */
export function onlyDemo({ models }: Pick<Me, 'models'>): Offered {
  const provider = { id: 'demo', name: 'Demo', kind: 'demo', ready: true, base_url: null, key: null } as const
  return { provider, models: models.filter((model) => model.demo) }
}

/** Why it is usable, or what it lacks. */
export function hintOf({ provider, models }: Offered): string {
  if (provider.kind === 'demo') return texts.demoHint
  if (models.length === 0) return texts.needsKey
  if (!provider.ready) return texts.set(models[0]?.name ?? '')
  if (provider.kind === 'local') return texts.found(models.length)
  return provider.key === null || provider.key.source === 'none'
    ? texts.ready(provider.base_url)
    : texts.hasKey
}
