import { ScrollText } from 'lucide-react'
import { defineFeature } from '../../platform/feature.ts'
import { lazy } from '../../ui/lazy.ts'

const AuditPage = lazy(async () => ({ default: (await import('./AuditPage.tsx')).AuditPage }))

/** Every call that was proposed, and every row that was written about it. */
export const audit = defineFeature({
  name: 'audit',
  routes: [
    {
      path: '/audit',
      page: AuditPage,
      title: () => 'Audit',
      under: () => '/more',
      nav: { label: 'Audit', icon: ScrollText, in: ['list', 'palette'] },
    },
  ],
})
