import type { FastifyReply } from 'fastify'

/** Answers with an error as every client reads it. */
export function refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  return reply.code(status).send({ error: { code, message } })
}
