import { ClientCommand, type ErrorCode, type UserId } from '@countersign/protocol'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { runCommand, type CommandParts } from '../ws/commands.ts'
import type { Door } from '../auth/door.ts'
import { rightFor, type Modes } from '../auth/rights.ts'
import { callerOf, endsOf, refusePerson, type Guards } from './guards.ts'

export interface CommandRoutesParts {
  readonly commands: CommandParts
  readonly modes: Modes
  readonly door: Pick<Door, 'personProblem'>
  readonly user: UserId
  readonly guards: Guards
  refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply
}

/** `POST /api/commands`: what the socket takes, one command at a time, for clients that hold no connection. */
export function commandRoutes(
  app: FastifyInstance,
  { commands, modes, door, user, guards, refuse }: CommandRoutesParts,
): void {
  app.post('/api/commands', guards.propose, async (request, reply) => {
    const body: unknown = request.body
    const given = typeof body === 'object' && body !== null ? { request_id: 'http', ...body } : body
    const command = ClientCommand.safeParse(given)
    if (!command.success) return refuse(reply, 400, 'bad_message', z.prettifyError(command.error))
    const { type } = command.data
    if (type === 'subscribe' || type === 'unsubscribe' || type === 'manifest' || type === 'tool_run_result')
      return refuse(reply, 400, 'bad_message', 'this goes over the socket alone; here are single commands')
    if ((await rightFor(command.data, modes)) === 'person') {
      const problem = await door.personProblem(callerOf(request), endsOf(request), type)
      if (problem !== undefined) return refusePerson(reply, problem)
    }
    const answer = await runCommand(commands, user, command.data)
    if (answer.type !== 'error') return answer
    return refuse(reply, STATUS.get(answer.error.code) ?? 409, answer.error.code, answer.error.message)
  })
}

/** Refusals that are not about the state of things. */
const STATUS: ReadonlyMap<ErrorCode, number> = new Map<ErrorCode, number>([
  ['not_found', 404],
  ['bad_message', 400],
  ['bad_rule', 400],
])
