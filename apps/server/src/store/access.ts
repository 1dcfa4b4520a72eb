import type { UserId } from '@countersign/protocol'
import { sql, type RawBuilder } from 'kysely'
import type { ThreadRow } from './sql/tables.ts'

/**
 * Who may see and change which threads and rules. Every query takes its condition from here, so that sharing between people changes this
 * file and no query. At present people can access only what they own.
 */

/** For queries on `threads`, or an alias of it: the rows that this person may see and change. */
export function threadsOf(user: UserId, threads = 'threads'): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${threads}.owner`)} = ${user}`
}

/** For queries on `threads`: the chats that this person may see, except deleted ones. */
export function chatsOf(user: UserId): RawBuilder<boolean> {
  return sql<boolean>`(${threadsOf(user)} and threads.kind = 'chat' and threads.deleted_at is null)`
}

/** For queries on `rules`. */
export function rulesOf(user: UserId): RawBuilder<boolean> {
  return sql<boolean>`rules.owner = ${user}`
}

/** Whether a person may change a thread that was already read. */
export function mayChange(user: UserId, thread: Pick<ThreadRow, 'owner'>): boolean {
  return thread.owner === user
}

/** The same for a thread of certain kinds that is not deleted. */
export function mayWriteIn(
  user: UserId,
  thread: Pick<ThreadRow, 'owner' | 'kind' | 'deleted_at'>,
  kinds: readonly ThreadRow['kind'][] = ['chat'],
): boolean {
  return mayChange(user, thread) && kinds.includes(thread.kind) && thread.deleted_at === null
}
