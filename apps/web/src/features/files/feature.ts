import { FilePen, FileX } from 'lucide-react'
import { lazyBody, LazyDiffBody } from '../../platform/cards/LazyBodies.tsx'
import { bodyView } from '../../platform/body.ts'
import { defineFeature } from '../../platform/feature.ts'

const PathBody = lazyBody(async () => (await import('./PathBody.tsx')).PathBody)

/** Cards of tools that change files. */
export const files = defineFeature({
  name: 'files',
  bodies: {
    write: bodyView('write', LazyDiffBody, { icon: FilePen, showsRest: true }),
    path: bodyView('path', PathBody, { icon: FileX }),
  },
})
