import { Activity } from 'lucide-react'
import { defineFeature } from '../../platform/feature.ts'
import { lazy } from '../../ui/lazy.ts'

const ObservabilityPane = lazy(async () => ({
  default: (await import('./ObservabilityPane.tsx')).ObservabilityPane,
}))

/** What models and tools did, over all chats. */
export const observability = defineFeature({
  name: 'observability',
  panes: [
    {
      type: 'observability',
      title: 'Observability',
      icon: Activity,
      place: 'below',
      pane: ObservabilityPane,
    },
  ],
})
