import { defineFeature } from '../../platform/feature.ts'
import { callHints } from './coach/coach-store.ts'
import { Hints } from './coach/Hints.tsx'
import { featureTexts } from './feature-texts.ts'
import { readWelcomed } from './welcomed.ts'
import { late, lazy } from '../../ui/lazy.ts'

const FirstRunPage = lazy(async () => ({ default: (await import('./FirstRunPage.tsx')).FirstRunPage }))

/** The first page, and the hints of the first minutes. */
export const firstRun = defineFeature({
  name: 'first-run',
  routes: [{ path: '/welcome', page: FirstRunPage, title: () => featureTexts.product }],
  commands: [{ id: 'hints', title: featureTexts.showHints, run: () => callHints(window.localStorage) }],
  parts: [{ at: 'over', part: Hints }],
  aboveThread: [late(async () => ({ default: (await import('./TourStrip.tsx')).TourStrip }))],
  // Nothing was ever asked here: on a phone too the first page comes first.
  home: ({ view, storage }) => {
    if (readWelcomed(storage)) return 'pass'
    if (view.threads === null) return 'unknown'
    return view.threads.length === 0 ? { path: '/welcome' } : 'pass'
  },
})
