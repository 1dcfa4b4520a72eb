import type { FoundThread, ThreadId, UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import { chatsOf } from '../access.ts'
import type { Db } from '../sql/database.ts'
import { likePattern } from '../sql/like-pattern.ts'
import { excerptOf } from './excerpt.ts'

/** Messages per query, and the maximum per search: older ones are omitted, and the result says so. */
const PAGE = 200
const READ_LIMIT = 2000

/**
 * Threads with all words in the title or in one message. A message is stored as JSON, whose text the database cannot always extract (it may
 * contain characters that the database rejects): the database searches the raw JSON, and every hit is checked against the text itself.
 */
export async function findThreads(
  db: Db,
  owner: UserId,
  words: readonly string[],
  limit: number,
): Promise<{ readonly found: readonly FoundThread[]; readonly more: boolean }> {
  const found = new Map<ThreadId, { readonly at: number; readonly excerpt: string | null }>()
  let named = chats(db, owner).select(['id', 'updated_at'])
  for (const word of words) named = named.where('title', 'ilike', likePattern(word))
  const titles = await named
    .orderBy('updated_at', 'desc')
    .limit(limit + 1)
    .execute()
  for (const { id, updated_at } of titles) found.set(id, { at: updated_at, excerpt: null })
  let before: number | undefined
  let read = 0
  let more = false
  for (;;) {
    const rows = await messagesWith(db, owner, words, before)
    for (const { thread_id, updated_at, body, role } of rows) {
      if (found.has(thread_id) || !hasAll(body.text, words)) continue
      found.set(thread_id, { at: updated_at, excerpt: excerptOf(body.text, words, role === 'assistant') })
    }
    read += rows.length
    before = rows.at(-1)?.number
    if (rows.length < PAGE) break
    more = read >= READ_LIMIT || found.size > limit
    if (more) break
  }
  const all = [...found].toSorted(([, a], [, b]) => b.at - a.at)
  return {
    found: all.slice(0, limit).map(([thread_id, { excerpt }]) => ({ thread_id, excerpt })),
    more: more || all.length > limit,
  }
}

function chats(db: Db, owner: UserId) {
  return db.selectFrom('threads').where(chatsOf(owner))
}

/** Messages of people and the agent with these words, newest first. */
function messagesWith(db: Db, owner: UserId, words: readonly string[], before: number | undefined) {
  let query = db
    .selectFrom('messages')
    .innerJoin('threads', 'threads.id', 'messages.thread_id')
    .select(['messages.thread_id', 'messages.number', 'messages.body', 'messages.role', 'threads.updated_at'])
    .where(chatsOf(owner))
    .where('messages.role', 'in', ['user', 'assistant'])
    .orderBy('messages.number', 'desc')
    .limit(PAGE)
  if (before !== undefined) query = query.where('messages.number', '<', before)
  for (const word of words)
    query = query.where(sql<boolean>`messages.body::text ilike ${likePattern(asJson(word))}`)
  return query.execute()
}

/** A word in the notation of a JSON string. */
function asJson(word: string): string {
  return JSON.stringify(word).slice(1, -1)
}

function hasAll(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase()
  return words.every((word) => lower.includes(word.toLowerCase()))
}
