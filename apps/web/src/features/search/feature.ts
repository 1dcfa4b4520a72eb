import { Search } from 'lucide-react'
import { defineFeature } from '../../platform/feature.ts'
import { lazy } from '../../ui/lazy.ts'

const SearchPane = lazy(async () => ({ default: (await import('./SearchPane.tsx')).SearchPane }))

/** Text in the files of a chat's folder. */
export const search = defineFeature({
  name: 'search',
  panes: [{ type: 'search', title: 'Search', icon: Search, place: 'left', pane: SearchPane }],
})
