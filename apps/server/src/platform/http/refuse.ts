import type { FastifyReply } from 'fastify'
import type { Refused } from '../route.ts'

/** Answers with an error in the common format. */
export function sendRefusal(
  reply: FastifyReply,
  { status, code, message }: Pick<Refused, 'status' | 'code' | 'message'>,
): FastifyReply {
  return reply.code(status).send({ error: { code, message } })
}
