import { FileDiff } from 'lucide-react'
import { defineFeature } from '../../platform/feature.ts'
import { lazy } from '../../ui/lazy.ts'

const ChangesPane = lazy(async () => ({ default: (await import('./ChangesPane.tsx')).ChangesPane }))
const ChangesPage = lazy(async () => ({ default: (await import('./ChangesPage.tsx')).ChangesPage }))

/** What the agent, its commands and the person changed, to be read, kept, undone and committed. */
export const changes = defineFeature({
  name: 'changes',
  routes: [
    {
      path: '/changes/:thread',
      page: ChangesPage,
      title: () => 'Changes',
      under: () => '/chats',
    },
  ],
  panes: [{ type: 'changes', title: 'Changes', icon: FileDiff, place: 'center', pane: ChangesPane }],
})
