import type { Me, Model } from './api.ts'

/** A model as people know it. One that is no longer offered goes by its id. */
export function modelOf(me: Pick<Me, 'models'>, id: string | null): Model {
  const known = id === null ? me.models[0] : me.models.find((model) => model.id === id)
  return known ?? { id: id ?? '', name: id ?? '', demo: false }
}
