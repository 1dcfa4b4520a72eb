import { BookOpenText, Library } from 'lucide-react'
import { defineFeature } from '../../platform/feature.ts'
import { lazy } from '../../ui/lazy.ts'
import { collectionsSlice } from './slice.ts'

const CollectionsPage = lazy(async () => ({
  default: (await import('./CollectionsPage.tsx')).CollectionsPage,
}))
const CollectionsPane = lazy(async () => ({
  default: (await import('./CollectionsPane.tsx')).CollectionsPane,
}))
const DocumentPane = lazy(async () => ({ default: (await import('./DocumentPane.tsx')).DocumentPane }))
const Citation = lazy(async () => ({ default: (await import('./Citation.tsx')).Citation }))
const Sources = lazy(async () => ({ default: (await import('./Citation.tsx')).Sources }))

const AddToCollection = lazy(async () => ({
  default: (await import('./AddToCollection.tsx')).AddToCollection,
}))

/** Documents that the agent looks up and cites. */
export const collections = defineFeature({
  name: 'collections',
  routes: [
    {
      path: '/collections',
      page: CollectionsPage,
      title: () => 'Collections',
      under: () => '/more',
      nav: { label: 'Collections', icon: Library, in: ['bar', 'list', 'palette'] },
    },
  ],
  panes: [
    { type: 'collections', title: 'Collections', icon: Library, place: 'left', pane: CollectionsPane },
    {
      type: 'document',
      title: 'Document',
      icon: BookOpenText,
      place: 'right',
      by: 'document',
      pane: DocumentPane,
    },
  ],
  slice: collectionsSlice,
  mentions: async (wanted, signal) => (await import('./mentioned.ts')).mentioned(wanted, signal),
  attached: AddToCollection,
  answers: { pattern: /\[p_[0-9a-z]{1,12}(?:[,;]\s*p_[0-9a-z]{1,12})*\]/g, word: Citation, below: Sources },
})
