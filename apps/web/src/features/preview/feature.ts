import { Eye } from 'lucide-react'
import { defineFeature } from '../../platform/feature.ts'
import { lazy } from '../../ui/lazy.ts'

const PreviewPane = lazy(async () => ({ default: (await import('./PreviewPane.tsx')).PreviewPane }))

/** A rendered file: pictures, Markdown, PDF, HTML. Nothing in it runs. */
export const preview = defineFeature({
  name: 'preview',
  panes: [
    {
      type: 'preview',
      title: 'Preview',
      icon: Eye,
      place: 'center',
      by: 'path',
      titleOf: ({ path = '' }) => `Preview ${path.slice(path.lastIndexOf('/') + 1)}`,
      pane: PreviewPane,
    },
  ],
})
