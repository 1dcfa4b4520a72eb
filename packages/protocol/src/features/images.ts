import { z } from 'zod'
import { defineRoute } from '../contract.ts'
import { IMAGE_BYTES, ImageId, ImageView } from '../images.ts'

/** Pictures of messages and results. */
export const imageRoutes = {
  keep: defineRoute({
    method: 'POST',
    path: '/api/images',
    needs: 'propose',
    about: 'stores a picture for a message; `name` is shown to people',
    query: z.object({ name: z.string().min(1).max(300).optional() }),
    file: 'image/*',
    limit: IMAGE_BYTES,
    reply: z.object({ image: ImageView }),
  }),
  bytes: defineRoute({
    method: 'GET',
    path: '/api/images/:id',
    needs: 'read',
    about: 'the bytes of a picture',
    params: z.object({ id: ImageId }),
  }),
}
