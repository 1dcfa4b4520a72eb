import { ThreadId, type UserId } from '@countersign/protocol'
import type { FastifyInstance, FastifyReply, RouteShorthandOptions } from 'fastify'
import { z } from 'zod'
import type { ModePolicies } from '../rules/policy-source.ts'
import { offeredNames } from '../tools/files/offered-names.ts'
import type { Threads } from '../turns/ports.ts'

export interface FileRoutesParts {
  readonly user: UserId
  readonly threads: Pick<Threads, 'get'>
  readonly policy: Pick<ModePolicies, 'snapshot' | 'inFolder'>
  /** Folder that new chats work in. */
  readonly workspace: string
  readonly home: string
  /** Folders of the gate itself. */
  readonly own: readonly string[]
  readonly guarded: RouteShorthandOptions
  refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply
}

const Query = z.object({ wanted: z.string().max(200).default(''), thread_id: ThreadId.optional() })

/** Milliseconds that looking for names may take. */
const PATIENCE = 1000

/**
 * Names of the workspace for whoever writes a message. A person looks, so nothing is asked; content is never given out, and names
 * that rules keep from the agent are not offered to be handed to it.
 */
export function fileRoutes(app: FastifyInstance, parts: FileRoutesParts): void {
  const { user, threads, policy, guarded, refuse, home, own } = parts
  app.get('/api/files', guarded, async (request, reply) => {
    const query = Query.safeParse(request.query)
    if (!query.success) return refuse(reply, 400, 'bad_message', z.prettifyError(query.error))
    const { wanted, thread_id: id } = query.data
    const thread = id === undefined ? undefined : await threads.get(user, id)
    if (id !== undefined && thread === undefined)
      return refuse(reply, 404, 'not_found', 'there is no such chat; it may have been deleted')
    const workspace = thread?.workspace ?? parts.workspace
    return offeredNames({
      place: { workspace, cwd: workspace, home, own },
      policy: id === undefined ? await policy.inFolder(user, workspace) : await policy.snapshot(id),
      wanted,
      signal: AbortSignal.timeout(PATIENCE),
    })
  })
}
