import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Guards } from './guards.ts'

export interface OperationsRoutesParts {
  readonly boot: string
  readonly metrics: Pick<Metrics, 'answered' | 'contentType' | 'text'>
  /** Why it does not serve now; undefined: it does, and reaches its database. */
  notReady(): Promise<string | undefined>
  readonly guards: Guards
  refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply
}

/** For those who run the server: is it alive, does it serve, what are its figures. Figures want the token, health does not. */
export function operationsRoutes(app: FastifyInstance, parts: OperationsRoutesParts): void {
  const { metrics, guards, refuse } = parts

  app.addHook('onResponse', async (request, reply) => {
    metrics.answered({
      method: request.method,
      // The pattern, not the address: that one has ids in it.
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: reply.elapsedTime,
    })
  })

  app.get('/healthz', () => ({ ok: true, boot: parts.boot }))
  app.get('/readyz', async (_request, reply) => {
    const why = await parts.notReady()
    return why === undefined ? { ok: true } : refuse(reply, 503, 'unavailable', why)
  })
  app.get('/metrics', guards.read, async (_request, reply) => {
    void reply.header('content-type', metrics.contentType)
    return reply.send(await metrics.text())
  })
}
