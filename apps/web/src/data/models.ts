import type { Me, Model } from './api.ts'

/** A model with its name for people. One that is no longer offered is shown by its id. */
export function modelOf(me: Pick<Me, 'models' | 'default_model'>, id: string | null): Model {
  const wanted = id ?? me.default_model
  const known = wanted === null ? me.models[0] : me.models.find((model) => model.id === wanted)
  return known ?? { id: wanted ?? '', name: wanted ?? '', provider: '', demo: false }
}
