import { threadRoutes } from '@countersign/protocol'
import { idNamed, type Named } from '../short-id.ts'
import type { Api } from '../server-client.ts'

/** The thread whose id has this prefix. */
export async function threadNamed(api: Api, typed: string): Promise<Named> {
  const answer = await api.call(threadRoutes.list, {})
  return answer.ok
    ? idNamed(
        typed,
        answer.body.threads.map(({ id }) => id),
      )
    : answer
}

/** The same; without a name, the most recently used thread. */
export async function namedOrLast(api: Api, typed: string | undefined): Promise<Named> {
  if (typed !== undefined) return threadNamed(api, typed)
  const answer = await api.call(threadRoutes.list, {})
  if (!answer.ok) return answer
  const [last] = answer.body.threads
  return last === undefined ? { ok: false, message: 'there are no chats yet' } : { ok: true, id: last.id }
}
