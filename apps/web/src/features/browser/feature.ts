import { Hand, MousePointerClick, PanelsTopLeft } from 'lucide-react'
import { bodyView } from '../../platform/body.ts'
import { lazyBody } from '../../platform/cards/LazyBodies.tsx'
import { defineFeature } from '../../platform/feature.ts'
import { lazy } from '../../ui/lazy.ts'
import { openPane } from '../../workbench/open-pane.ts'

const BrowserBody = lazyBody(async () => (await import('./BrowserBody.tsx')).BrowserBody)
const HandOverBody = lazyBody(async () => (await import('./HandOver.tsx')).HandOverBody)
const HandOverAnswers = lazy(async () => ({ default: (await import('./HandOver.tsx')).HandOverAnswers }))
const BrowserPane = lazy(async () => ({ default: (await import('./BrowserPane.tsx')).BrowserPane }))

/** The agent's browser: cards for its actions, and a pane in which a person watches it and takes it over. */
export const browser = defineFeature({
  name: 'browser',
  bodies: {
    'browser.action': bodyView('browser.action', BrowserBody, { icon: MousePointerClick }),
    'browser.hand_over': bodyView('browser.hand_over', HandOverBody, {
      icon: Hand,
      answers: HandOverAnswers,
      deny: 'Not now',
    }),
  },
  commands: [
    {
      id: 'browser',
      title: 'Show the browser',
      when: ({ path }) => path.startsWith('/w/'),
      run: () => void openPane('browser', {}),
    },
  ],
  panes: [{ type: 'browser', title: 'Browser', icon: PanelsTopLeft, place: 'center', pane: BrowserPane }],
})
