import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendRefusal } from './refuse.ts'

/** Serves the built web app; every address that is not a file gets the page, which does its own routing. */
export async function servePage(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    cacheControl: false,
    // Names below `assets` carry a hash of the content; everything else may change under its name.
    setHeaders: (reply, path) =>
      void reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  })
  const page = (_request: FastifyRequest, reply: FastifyReply) => reply.sendFile('index.html')
  app.get('/', page)
  app.setNotFoundHandler((request, reply) => {
    if (request.method === 'GET' && !request.url.startsWith('/api/') && !request.url.startsWith('/assets/'))
      return page(request, reply)
    return sendRefusal(reply, {
      status: 404,
      code: 'not_found',
      message: 'there is nothing at this address',
    })
  })
}
