import type { CallId, ErrorCode, UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import { mayChange } from '../access.ts'
import type { CallsToUndo, UndoTarget, UndoableCall } from '../../checkpoints/ports.ts'
import { callView } from '../sql/views.ts'
import { transact } from '../sql/transact.ts'
import type { StoreParts, Work } from '../sql/work.ts'

/** States in which a call can no longer change files. */
const ENDED = new Set(['succeeded', 'failed', 'interrupted', 'abandoned'])

/** The calls that a person can undo, and a record of those that were. */
export function storedUndo(parts: StoreParts): CallsToUndo {
  return {
    async find(user, target) {
      const found = await transact(parts, target, (work) => findCalls(work, user, target))
      return found ?? refused('not_found', 'there is no such call; it may have been deleted')
    },
    async mark(user, target, ids, facts) {
      await transact(parts, target, async (work) => {
        for (const id of ids) await markOne(work, { user, id, facts })
      })
    },
  }
}

async function findCalls(work: Work, user: UserId, target: UndoTarget) {
  if (!mayChange(user, work.thread) || work.thread.deleted_at !== null)
    return refused('not_found', 'there is no such call; it may have been deleted')
  const rows = await work.trx
    .selectFrom('calls')
    .selectAll()
    .where(({ eb }) => ('call' in target ? eb('id', '=', target.call) : eb('turn_id', '=', target.turn)))
    .where('started_at', 'is not', null)
    .orderBy('number', 'desc')
    .execute()
  if (rows.some((row) => row.state === 'running'))
    return refused('turn_running', 'this is still running; stop it or wait until it ends')
  const calls = rows
    .filter((row) => ENDED.has(row.state) && row.undone_at === null)
    .map((row): UndoableCall => ({ id: row.id }))
  if (calls.length === 0 && rows.some((row) => row.undone_at !== null))
    return refused('already_settled', 'this was already undone')
  return { ok: true, calls, workspace: work.thread.workspace } as const
}

async function markOne(
  work: Work,
  {
    user,
    id,
    facts,
  }: { readonly user: UserId; readonly id: CallId; readonly facts: Readonly<Record<string, unknown>> },
): Promise<void> {
  const row = await work.trx
    .updateTable('calls')
    .set({ undone_at: sql<number>`clock_timestamp()` })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return
  work.tell({ type: 'tool_call_update', call: callView(row) })
  work.record({ kind: 'call_undone', actor: user, callId: id, data: facts })
}

function refused(code: ErrorCode, message: string) {
  return { ok: false, code, message } as const
}
