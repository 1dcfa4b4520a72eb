import type { CallId, ThreadId } from '@countersign/protocol'
import { sql } from 'kysely'
import type { Db } from '../sql/database.ts'
import type { ThreadEvent } from '@countersign/protocol'

/** How many characters of a call's output are kept, from its end. */
const KEPT = 64_000

/** Events per read. */
const PAGE = 100

/**
 * The last output of a call since it began, read from its events. These are masked and stored a moment after printing, so that nothing more has
 * to be written while a call runs. Null: no output.
 */
export async function outputSoFar(
  db: Db,
  { id, thread_id: threadId }: { readonly id: CallId; readonly thread_id: ThreadId },
): Promise<string | null> {
  const pieces: string[] = []
  let length = 0
  for await (const event of backwards(db, threadId, id)) {
    if (event.type === 'tool_call_update' && event.call.id === id && event.call.state === 'running') break
    if (event.type !== 'tool_output' || event.tool_call_id !== id) continue
    pieces.push(event.text)
    length += event.text.length
    if (length > KEPT) break
  }
  const text = pieces.toReversed().join('')
  return text === '' ? null : endOf(text)
}

/** Events of a call, newest first. */
async function* backwards(db: Db, threadId: ThreadId, id: CallId): AsyncGenerator<ThreadEvent> {
  let before: number | null = null
  for (;;) {
    // The event is searched as text: the database's own JSON functions reject some characters that a text may contain.
    const page: readonly { readonly seq: number; readonly event: ThreadEvent }[] = await db
      .selectFrom('outbox')
      .select(['seq', 'event'])
      .where('thread_id', '=', threadId)
      .where(sql<boolean>`${before}::bigint is null or seq < ${before}::bigint`)
      .where(sql<boolean>`event::text like '{"type":"tool\\_%' and position(${id} in event::text) > 0`)
      .orderBy('seq', 'desc')
      .limit(PAGE)
      .execute()
    for (const { event } of page) yield event
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return
    before = last.seq
  }
}

/** The end of a long text, from the start of a line if possible. */
function endOf(text: string): string {
  if (text.length <= KEPT) return text
  const end = text.slice(-KEPT)
  return `[…]\n${end.slice(end.indexOf('\n') + 1)}`
}
