import type { TurnId } from '@countersign/protocol'
import type { MessageRow } from './tables.ts'
import { messageView } from './views.ts'
import type { Work } from './work.ts'

/** Adds a message to the thread and tells it. An answer carries the tree of what was done for it. */
export async function insertMessage(
  work: Work,
  message: { readonly turnId: TurnId; readonly role: MessageRow['role']; readonly text: string },
): Promise<MessageRow> {
  const { turnId, role, text } = message
  const tree = role === 'assistant' ? await executionTree(work, turnId) : []
  const row = await work.trx
    .insertInto('messages')
    .values({
      thread_id: work.thread.id,
      turn_id: turnId,
      role,
      body: JSON.stringify({ text }),
      execution_tree: tree.length === 0 ? null : JSON.stringify(tree),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  work.tell({ type: 'message_added', message: messageView(row) })
  return row
}

interface TreeNode {
  readonly id: string
  readonly parent_id: string | null
  readonly depth: number
  readonly tool: string
  readonly state: string
  readonly duration_ms: number | null
}

/** The calls of a turn in the order they were proposed, compact: a reload draws the same nested cards from it. */
async function executionTree({ trx }: Work, turnId: TurnId): Promise<readonly TreeNode[]> {
  const rows = await trx
    .selectFrom('calls')
    .select(['id', 'parent_id', 'depth', 'tool', 'state', 'started_at', 'ended_at'])
    .where('turn_id', '=', turnId)
    .orderBy('number')
    .execute()
  return rows.map(({ id, parent_id, depth, tool, state, started_at, ended_at }) => {
    const duration_ms = started_at === null || ended_at === null ? null : ended_at - started_at
    return { id, parent_id, depth, tool, state, duration_ms }
  })
}
