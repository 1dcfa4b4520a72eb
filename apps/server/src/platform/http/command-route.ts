import { threadRoutes, type ErrorCode } from '@countersign/protocol'
import type { Logger } from 'pino'
import { answerMessage } from '../connection.ts'
import type { SocketCommand } from '../command.ts'
import { legacyNotes } from '../legacy-notes.ts'
import { parseCommand } from '../read-command.ts'
import { refuse, route, type Route } from '../route.ts'

/** `POST /api/commands`: one socket command over HTTP, for clients without a connection. */
export function commandRoute(
  commands: () => ReadonlyMap<string, SocketCommand>,
  log: Pick<Logger, 'warn'>,
): Route {
  const noteLegacy = legacyNotes(log)
  return route(threadRoutes.command, async ({ actor, body, request }) => {
    const given = typeof body === 'object' && body !== null ? { request_id: 'http', ...body } : body
    const read = parseCommand(given, commands())
    if (!read.ok) return refuse(400, read.error.code, read.error.message)
    const { command, value } = read
    noteLegacy(value.type, read.legacy)
    const call = { actor, command: value, client: undefined }
    if ((await command.needs(call)) === 'person') {
      const problem = await request.personProblem(value.type)
      if (problem !== undefined) return problem
    }
    if (command.contract.socketOnly === true)
      return refuse(400, 'bad_message', 'this command needs the socket; only single commands work here')
    const answer = await command.run(call)
    if (answer === 'answered') return { type: 'ok', request_id: value.request_id }
    if (!('error' in answer)) return answerMessage(answer, value.request_id)
    return refuse(STATUS.get(answer.error.code) ?? 409, answer.error.code, answer.error.message)
  })
}

/** Refusals that do not concern the current state. */
const STATUS: ReadonlyMap<ErrorCode, number> = new Map<ErrorCode, number>([
  ['not_found', 404],
  ['bad_message', 400],
  ['bad_rule', 400],
  ['bad_parts', 400],
])
