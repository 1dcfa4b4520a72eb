import { CallId, TurnId, type UserId } from '@countersign/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { UndoTarget } from '../tools/checkpoints/ports.ts'
import type { Undo } from '../tools/checkpoints/undo.ts'
import type { Guards } from './guards.ts'

export interface UndoRoutesParts {
  readonly user: UserId
  readonly undo: Undo
  readonly guards: Guards
  refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply
}

const Options = z.object({
  dry_run: z.boolean().default(false),
  skip_conflicts: z.boolean().default(false),
})

/** Taking back what a call or a turn did to files. */
export function undoRoutes(app: FastifyInstance, { user, undo, guards, refuse }: UndoRoutesParts): void {
  const run =
    (read: (id: unknown) => UndoTarget | undefined) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { params } = request
      const target =
        typeof params === 'object' && params !== null && 'id' in params ? read(params.id) : undefined
      if (!target) return refuse(reply, 404, 'not_found', 'there is no such call; it may have been deleted')
      const options = Options.safeParse(request.body ?? {})
      if (!options.success) return refuse(reply, 400, 'bad_message', z.prettifyError(options.error))
      const { dry_run, skip_conflicts } = options.data
      const undone = await undo.run(user, target, { dryRun: dry_run, skipConflicts: skip_conflicts })
      if (undone.ok) return { undo: undone.undo }
      return refuse(reply, undone.code === 'not_found' ? 404 : 409, undone.code, undone.message)
    }
  app.post(
    '/api/calls/:id/undo',
    guards.person,
    run((id) => {
      const parsed = CallId.safeParse(id)
      return parsed.success ? { call: parsed.data } : undefined
    }),
  )
  app.post(
    '/api/turns/:id/undo',
    guards.person,
    run((id) => {
      const parsed = TurnId.safeParse(id)
      return parsed.success ? { turn: parsed.data } : undefined
    }),
  )
}
