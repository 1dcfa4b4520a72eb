import { z } from 'zod'
import { defineRoute } from '../../contract.ts'
import { GraphJson } from './common.ts'

export const GalleryEntry = z.object({
  name: z.string(),
  title: z.string(),
  about: z.string(),
  graph: GraphJson,
})
export type GalleryEntry = z.infer<typeof GalleryEntry>

/** Workflows that come with the product. */
export const galleryRoutes = {
  gallery: defineRoute({
    method: 'GET',
    path: '/api/workflow-gallery',
    needs: 'read',
    about: 'workflows that come with the product, to start from',
    reply: z.object({ gallery: z.array(GalleryEntry).readonly() }),
  }),
}
