import { callStatesBefore, type StoredCall } from '@countersign/agent'
import { settleCall } from './call-moves.ts'
import { storedCall } from '../sql/views.ts'
import type { Work } from '../sql/work.ts'

/** Which waiting calls a new mode blocks. */
export type Blocks = (call: StoredCall) => boolean

/** Denies, by policy, the waiting calls that the thread's new mode blocks. No mode ever approves one. */
export async function settleWaiting(work: Work, mode: string, blocks: Blocks): Promise<void> {
  const rows = await work.trx
    .selectFrom('calls')
    .selectAll()
    .where('thread_id', '=', work.thread.id)
    .where('state', 'in', callStatesBefore('deny'))
    .orderBy('number')
    .execute()
  const text = `Did not run: the mode was changed to \`${mode}\`, which does not allow it. Describe what you would do instead.`
  for (const row of rows) {
    if (!blocks(storedCall(row))) continue
    await settleCall(work, row.id, 'deny', {
      signature: { via: 'policy', by: `${mode} mode`, at: work.now },
      result: { state: 'denied', code: 'mode_changed', text },
      actor: 'policy',
    })
  }
}
