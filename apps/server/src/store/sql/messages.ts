import type { CutOff, Thought } from '@countersign/agent'
import {
  MessageId,
  type ExecutionTree,
  type ImageView,
  type MediaGeneration,
  type TurnId,
} from '@countersign/protocol'
import { executionTree } from './execution-tree.ts'
import { momentPiece } from './ledger.ts'
import { piece } from './piece.ts'
import type { MessageRow, UnnumberedMessage } from './tables.ts'
import { messageView } from './views.ts'
import type { Work } from './work.ts'

/** Adds a message to the thread and emits it. The last answer of a turn has the tree of its calls. */
export async function insertMessage(
  work: Work,
  message: {
    readonly turnId: TurnId
    readonly role: MessageRow['role']
    readonly text: string
    readonly images?: readonly ImageView[]
    readonly thought?: Thought | undefined
    readonly clientId?: string | undefined
    readonly cut?: CutOff['by'] | undefined
    readonly compact?: true
    readonly workflow?: string | undefined
    readonly media?: MediaGeneration | undefined
    readonly last?: boolean
  },
): Promise<UnnumberedMessage> {
  const { turnId, role, text, images, thought, cut, compact, workflow, media, clientId = null } = message
  const tree = message.last === true ? await readTree(work, turnId) : null
  const row: UnnumberedMessage = {
    id: MessageId.parse(`msg${work.newId()}`),
    thread_id: work.thread.id,
    turn_id: turnId,
    role,
    body: {
      text,
      ...(images === undefined || images.length === 0 ? {} : { images }),
      ...(thought === undefined ? {} : { thought }),
      ...(cut === undefined ? {} : { cut }),
      ...(compact === undefined ? {} : { compact }),
      ...(workflow === undefined ? {} : { workflow }),
      ...(media === undefined ? {} : { media }),
    },
    client_id: clientId,
    execution_tree: tree,
    created_at: work.now,
  }
  work.write(piece`
    insert into messages (id, thread_id, turn_id, role, body, client_id, execution_tree, created_at)
    values (${row.id}, ${row.thread_id}, ${turnId}, ${role}, ${JSON.stringify(row.body)}::json, ${clientId},
      ${tree === null ? null : JSON.stringify(tree)}::json, ${momentPiece(row.created_at)})`)
  work.tell({ type: 'message_added', message: messageView(row) })
  return row
}

/**
 * Stores the tree of a turn that ended without an answer with the last message of the agent; if it said nothing, with an empty one. Emits
 * that message, so that connected clients see the same as later ones.
 */
export async function keepTree(work: Work, turnId: TurnId): Promise<void> {
  const tree = await readTree(work, turnId)
  if (tree === null) return
  const row = await work.trx
    .updateTable('messages')
    .set({ execution_tree: JSON.stringify(tree) })
    .where('id', '=', (messages) =>
      messages
        .selectFrom('messages')
        .select('id')
        .where('turn_id', '=', turnId)
        .where('role', '=', 'assistant')
        .orderBy('number', 'desc')
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) await insertMessage(work, { turnId, role: 'assistant', text: '', last: true })
  else work.tell({ type: 'message_added', message: messageView(row) })
}

/** A call that continued after its turn was stopped has ended: its tree is updated. */
export async function keepLateEnd(work: Work, turnId: TurnId | null): Promise<void> {
  if (turnId === null) return
  const turn = await work.trx
    .selectFrom('turns')
    .select('id')
    .where('id', '=', turnId)
    .where('ended_at', 'is not', null)
    .executeTakeFirst()
  if (turn !== undefined) await keepTree(work, turn.id)
}

async function readTree({ trx }: Work, turnId: TurnId): Promise<ExecutionTree | null> {
  const rows = await trx
    .selectFrom('calls')
    .selectAll()
    .where('turn_id', '=', turnId)
    .orderBy('number')
    .execute()
  return rows.length === 0 ? null : executionTree(rows)
}
