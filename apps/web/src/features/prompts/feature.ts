import { lazy } from '../../ui/lazy.ts'
import { defineFeature } from '../../platform/feature.ts'

const PromptsPage = lazy(async () => ({ default: (await import('./PromptsPage.tsx')).PromptsPage }))

/** Messages that a person keeps under a name. */
export const prompts = defineFeature({
  name: 'prompts',
  settings: [{ id: 'prompts', title: 'Prompts', section: PromptsPage }],
})
