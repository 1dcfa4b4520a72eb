import { ThreadId, type UserId } from '@countersign/protocol'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { ModePolicies } from '../rules/policy-source.ts'
import type { NameWish, OfferedNames } from '../tools/files/offered-names.ts'
import type { Threads } from '../turns/ports.ts'
import type { Guards } from './guards.ts'

export interface FileRoutesParts {
  readonly user: UserId
  readonly threads: Pick<Threads, 'get'>
  readonly policy: Pick<ModePolicies, 'snapshot' | 'inFolder'>
  /** Looks for names; ends soon when its signal aborts. */
  names(wish: NameWish): Promise<OfferedNames>
  /** Milliseconds that looking for names may take; 1,000 without it. */
  readonly patience?: number
  /** Folder that new chats work in. */
  readonly workspace: string
  readonly home: string
  /** Folders of the gate itself. */
  readonly own: readonly string[]
  readonly guards: Guards
  refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply
}

const Query = z.object({ wanted: z.string().max(200).default(''), thread_id: ThreadId.optional() })

const PATIENCE = 1000

/** Questions that may wait for their turn. */
const WAITING_LIMIT = 20

/**
 * Names of the workspace for whoever writes a message. A person looks, so nothing is asked; content is never given out, and names
 * that rules keep from the agent are not offered to be handed to it. The folder is walked by one question at a time; a question whose asker is gone
 * ends its walk, or never begins one.
 */
export function fileRoutes(app: FastifyInstance, parts: FileRoutesParts): void {
  const { user, threads, policy, guards, refuse, home, own } = parts
  const { patience = PATIENCE } = parts
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  async function inTurn<T>(signal: AbortSignal, look: () => Promise<T>): Promise<T | undefined> {
    const before = last
    const mine = before.then(() => (signal.aborted ? undefined : look()))
    // One that hangs in the file system hears nothing: the others do not wait for it for ever.
    const over = () =>
      Promise.race([mine.catch(() => undefined), delay(2 * patience, undefined, { ref: false })])
    last = before.then(over)
    waiting += 1
    try {
      return await mine
    } finally {
      waiting -= 1
    }
  }

  app.get('/api/files', guards.read, async (request, reply) => {
    const query = Query.safeParse(request.query)
    if (!query.success) return refuse(reply, 400, 'bad_message', z.prettifyError(query.error))
    if (waiting > WAITING_LIMIT)
      return refuse(reply, 429, 'rate_limited', 'too many questions at once; ask again in a moment')
    const gone = request.signal
    const { wanted, thread_id: id } = query.data
    const thread = id === undefined ? undefined : await threads.get(user, id)
    if (id !== undefined && thread === undefined)
      return refuse(reply, 404, 'not_found', 'there is no such chat; it may have been deleted')
    const workspace = thread?.workspace ?? parts.workspace
    const rules = id === undefined ? await policy.inFolder(user, workspace) : await policy.snapshot(id)
    const names = await inTurn(gone, () =>
      parts.names({
        place: { workspace, cwd: workspace, home, own },
        policy: rules,
        wanted,
        signal: AbortSignal.any([gone, AbortSignal.timeout(patience)]),
      }),
    )
    // Nobody is there to read it.
    return names ?? { names: [], more: true }
  })
}
