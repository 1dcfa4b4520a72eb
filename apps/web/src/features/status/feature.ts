import { HeartPulse } from 'lucide-react'
import { defineFeature } from '../../platform/feature.ts'
import { lazy } from '../../ui/lazy.ts'

const StatusPane = lazy(async () => ({ default: (await import('./StatusPane.tsx')).StatusPane }))

/** How the server and its parts are. */
export const status = defineFeature({
  name: 'status',
  panes: [{ type: 'status', title: 'Status', icon: HeartPulse, place: 'center', pane: StatusPane }],
})
