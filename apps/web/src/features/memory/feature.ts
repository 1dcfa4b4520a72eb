import { lazy } from '../../ui/lazy.ts'
import { defineFeature } from '../../platform/feature.ts'

const MemoryPage = lazy(async () => ({ default: (await import('./MemoryPage.tsx')).MemoryPage }))

/** What agents remember. */
export const memory = defineFeature({
  name: 'memory',
  settings: [{ id: 'memory', title: 'Memory', section: MemoryPage }],
})
