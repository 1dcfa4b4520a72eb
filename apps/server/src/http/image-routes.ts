import { IMAGE_BYTES, ImageId } from '@countersign/protocol'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { ImageStore } from '../images/image-store.ts'
import type { Guards } from './guards.ts'

export interface ImageRoutesParts {
  readonly images: ImageStore
  readonly guards: Guards
  refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply
}

const Params = z.object({ id: ImageId })
const Query = z.object({ name: z.string().min(1).max(300).optional() })

/**
 * `POST /api/images?name=…`: a picture as it is, with its media type; answered with what to name in `turn_start`. `GET /api/images/ID`:
 * its bytes, as the type that they are, and as nothing that runs.
 */
export function imageRoutes(app: FastifyInstance, { images, guards, refuse }: ImageRoutesParts): void {
  app.addContentTypeParser(
    /^image\//,
    { parseAs: 'buffer', bodyLimit: IMAGE_BYTES },
    (_request, body, done) => {
      done(null, body)
    },
  )

  app.post('/api/images', { ...guards.propose, bodyLimit: IMAGE_BYTES }, async (request, reply) => {
    const { body } = request
    const query = Query.safeParse(request.query)
    if (!query.success) return refuse(reply, 400, 'bad_message', z.prettifyError(query.error))
    if (!Buffer.isBuffer(body))
      return refuse(
        reply,
        400,
        'bad_message',
        'send the bytes of a picture, with a content type of `image/…`',
      )
    const kept = await images.keep(body, query.data.name ?? 'image')
    if (kept.ok) return { image: kept.image }
    return refuse(
      reply,
      kept.code === 'too_large' ? 413 : 400,
      kept.code === 'too_large' ? 'too_large' : 'bad_message',
      kept.text,
    )
  })

  app.get('/api/images/:id', guards.read, async (request, reply) => {
    const params = Params.safeParse(request.params)
    const found = params.success ? await images.read(params.data.id) : undefined
    if (!found) return refuse(reply, 404, 'not_found', 'there is no such picture; it may no longer be kept')
    return reply
      .header('content-type', found.mediaType)
      .header('content-disposition', 'inline')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, max-age=31536000, immutable')
      .send(found.bytes)
  })
}
