import { Blocks } from 'lucide-react'
import { defineFeature } from '../../platform/feature.ts'
import { late, lazy } from '../../ui/lazy.ts'
import { pluginsSlice } from './slice.ts'

const Plugins = late(async () => ({ default: (await import('./Plugins.tsx')).Plugins }))
const PluginPane = lazy(async () => ({ default: (await import('./PluginPane.tsx')).PluginPane }))
const PluginsPage = lazy(async () => ({ default: (await import('./PluginsPage.tsx')).PluginsPage }))

/** Plugins: untrusted code in isolated frames, their panes, and a person's agreements. */
export const plugins = defineFeature({
  name: 'plugins',
  settings: [{ id: 'plugins', title: 'Plugins', section: PluginsPage }],
  panes: [
    {
      type: 'plugin',
      title: 'Plugins',
      icon: Blocks,
      place: 'right',
      by: 'id',
      titleOf: ({ id }) => id ?? 'Plugins',
      pane: PluginPane,
    },
  ],
  parts: [{ at: 'over', part: Plugins }],
  slice: pluginsSlice,
})
