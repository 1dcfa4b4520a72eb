import { lazy } from '../../ui/lazy.ts'
import { defineFeature } from '../../platform/feature.ts'

const AboutPage = lazy(async () => ({ default: (await import('./AboutPage.tsx')).AboutPage }))

/** What runs here. */
export const about = defineFeature({
  name: 'about',
  settings: [{ id: 'about', title: 'About', section: AboutPage }],
})
