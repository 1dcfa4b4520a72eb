import { threadRoutes } from '@countersign/protocol'
import { idNamed, type Named } from '../../short-id.ts'
import type { Api } from '../../server-client.ts'

/** The chat whose id begins with what was typed. */
export async function threadNamed(api: Api, typed: string): Promise<Named> {
  const answer = await api.call(threadRoutes.list, {})
  return answer.ok
    ? idNamed(
        typed,
        answer.body.threads.map(({ id }) => id),
      )
    : answer
}

/** The same; where none was named, the chat that was used last. */
export async function namedOrLast(api: Api, typed: string | undefined): Promise<Named> {
  if (typed !== undefined) return threadNamed(api, typed)
  const answer = await api.call(threadRoutes.list, {})
  if (!answer.ok) return answer
  const [last] = answer.body.threads
  return last === undefined ? { ok: false, message: 'there are no chats yet' } : { ok: true, id: last.id }
}
