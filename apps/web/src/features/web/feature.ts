import { Globe } from 'lucide-react'
import { bodyView } from '../../platform/body.ts'
import { defineFeature } from '../../platform/feature.ts'
import { lazyBody } from '../../platform/cards/LazyBodies.tsx'

const UrlBody = lazyBody(async () => (await import('./UrlBody.tsx')).UrlBody)

/** Cards for web requests. */
export const web = defineFeature({ name: 'web', bodies: { url: bodyView('url', UrlBody, { icon: Globe }) } })
