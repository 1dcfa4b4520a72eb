import { defineFeature } from '../../platform/feature.ts'
import { callHints } from './coach/coach-store.ts'
import { Hints } from './coach/Hints.tsx'
import { texts } from './texts.ts'
import { readWelcomed } from './welcomed.ts'
import { lazy } from '../../ui/lazy.ts'

const FirstRunPage = lazy(async () => ({ default: (await import('./FirstRunPage.tsx')).FirstRunPage }))

/** The first page, and the hints of the first minutes. */
export const firstRun = defineFeature({
  name: 'first-run',
  routes: [{ path: '/welcome', page: FirstRunPage, title: () => texts.product }],
  commands: [{ id: 'hints', title: texts.showHints, run: () => callHints(window.localStorage) }],
  parts: [{ at: 'over', part: Hints }],
  // Nothing was ever asked here: on a phone too the first page comes first.
  home: ({ view, storage }) => {
    if (readWelcomed(storage)) return 'pass'
    if (view.threads === null) return 'unknown'
    return view.threads.length === 0 ? { path: '/welcome' } : 'pass'
  },
})
