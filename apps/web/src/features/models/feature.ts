import { lazy } from '../../ui/lazy.ts'
import { defineFeature } from '../../platform/feature.ts'

const ModelsPage = lazy(async () => ({ default: (await import('./ModelsPage.tsx')).ModelsPage }))

/** Models, their keys, and who searches the web. */
export const models = defineFeature({
  name: 'models',
  settings: [{ id: 'models', title: 'Models and keys', section: ModelsPage }],
})
