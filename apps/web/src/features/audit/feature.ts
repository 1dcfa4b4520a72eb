import { ScrollText } from 'lucide-react'
import { defineFeature } from '../../platform/feature.ts'
import { texts } from './texts.ts'
import { lazy } from '../../ui/lazy.ts'

const AuditPage = lazy(async () => ({ default: (await import('./AuditPage.tsx')).AuditPage }))

/** Every call that was proposed, and every row that was written about it. */
export const audit = defineFeature({
  name: 'audit',
  routes: [
    {
      path: '/audit',
      page: AuditPage,
      title: () => texts.title,
      under: () => '/more',
      nav: { label: texts.title, icon: ScrollText, in: ['list', 'palette'] },
    },
  ],
})
