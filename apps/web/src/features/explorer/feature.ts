import { FolderTree } from 'lucide-react'
import { defineFeature } from '../../platform/feature.ts'
import { filesSlice } from '../../platform/files-slice.ts'
import { lazy } from '../../ui/lazy.ts'

const FilesPane = lazy(async () => ({ default: (await import('./FilesPane.tsx')).FilesPane }))

/** The files of a thread's folder, and what the agent may do with each. */
export const explorer = defineFeature({
  name: 'explorer',
  slice: filesSlice,
  panes: [{ type: 'files', title: 'Files', icon: FolderTree, place: 'left', pane: FilesPane }],
})
