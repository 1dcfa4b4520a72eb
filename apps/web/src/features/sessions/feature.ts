import { lazy } from '../../ui/lazy.ts'
import { defineFeature } from '../../platform/feature.ts'

const SessionsPage = lazy(async () => ({ default: (await import('./SessionsPage.tsx')).SessionsPage }))

/** Browsers and programs that are signed in. */
export const sessions = defineFeature({
  name: 'sessions',
  settings: [{ id: 'sessions', title: 'Signed in', section: SessionsPage }],
})
