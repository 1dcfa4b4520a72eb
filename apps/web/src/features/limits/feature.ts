import { lazy } from '../../ui/lazy.ts'
import { defineFeature } from '../../platform/feature.ts'

const LimitsPage = lazy(async () => ({ default: (await import('./LimitsPage.tsx')).LimitsPage }))

/** How much a turn may use. */
export const limits = defineFeature({
  name: 'limits',
  settings: [{ id: 'limits', title: 'Limits', section: LimitsPage }],
})
