/** A model that a collection uses, or is about to use. */
export interface ModelRow {
  readonly key: number
  readonly collection: number
  readonly model: string
  readonly kind: 'encoder' | 'static'
  readonly dimensions: number | null
  readonly serving: boolean
  readonly vectors: number
}
