import { imageRoutes } from '@countersign/protocol'
import { IMAGE_FILES } from '../../images/image-store.ts'
import type { Feature } from '../../platform/feature.ts'
import { Content, refuse, route } from '../../platform/route.ts'

/** Pictures of messages and results. */
export const images: Feature = {
  name: 'images',
  files: [IMAGE_FILES],
  start: (host) => ({
    routes: [
      route(imageRoutes.keep, async ({ body, query }) => {
        const kept = await host.images.keep(body, query.name ?? 'image')
        if (kept.ok) return { image: kept.image }
        return kept.code === 'too_large'
          ? refuse(413, 'too_large', kept.text)
          : refuse(400, 'bad_message', kept.text)
      }),
      route(imageRoutes.bytes, async ({ params }) => {
        const found = await host.images.read(params.id)
        if (!found) return refuse(404, 'not_found', 'there is no such picture; it may have been deleted')
        return new Content(found.bytes, {
          'content-type': found.mediaType,
          'content-disposition': 'inline',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'private, max-age=31536000, immutable',
        })
      }),
    ],
  }),
}
