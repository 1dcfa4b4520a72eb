import { checkKey, fetchModels, setKey } from '../../data/api-models.ts'
import { texts } from './texts.ts'

export type TakenKey =
  | { readonly ok: true; readonly model: string }
  | { readonly ok: false; readonly message: string }

/** Tests a key, stores it if it works, and returns the model of the provider to begin with. */
export async function takeKey(given: { readonly provider: string; readonly key: string }): Promise<TakenKey> {
  const key = { key: given.key.trim() }
  const checked = await checkKey(given.provider, key)
  if (!checked.ok) return { ok: false, message: checked.message }
  if (!checked.value.ok) return { ok: false, message: checked.value.message }
  const kept = await setKey(given.provider, key)
  if (!kept.ok) return { ok: false, message: kept.message }
  const list = await fetchModels()
  if (!list.ok) return { ok: false, message: list.message }
  const first = list.value.models.find((model) => model.provider === given.provider)
  return first === undefined ? { ok: false, message: texts.keptWithoutModel } : { ok: true, model: first.id }
}
