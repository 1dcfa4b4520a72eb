import type { Lease } from '@countersign/agent'
import type { ThreadEvent, ThreadId } from '@countersign/protocol'
import { sendOnce } from '../sql/one-connection.ts'
import { piece, toStatement } from '../sql/piece.ts'
import { transact } from '../sql/transact.ts'
import { tell, type StoreParts } from '../sql/work.ts'
import { holdsLease } from '../call/call-moves.ts'

interface Published {
  readonly thread: ThreadId | null
  readonly seq: number
}

/** Publishes an event of a running turn while the lease is valid: in a single statement, or together with the turn's deferred writes. */
export async function tellUnder(parts: StoreParts, lease: Lease, event: ThreadEvent): Promise<void> {
  const alone = await parts.turns.inOrder(lease.turnId, async () => {
    if (parts.deferred.has(lease.turnId)) return false
    await tellAlone(parts, lease, event)
    return true
  })
  if (alone) return
  await transact(
    parts,
    { turn: lease.turnId },
    async (work) => {
      if (await holdsLease(work, lease)) work.tell(event)
    },
    { goesOn: true },
  )
}

async function tellAlone(
  parts: Pick<StoreParts, 'pool' | 'bus' | 'streamed' | 'recent'>,
  lease: Lease,
  event: ThreadEvent,
): Promise<void> {
  const text = JSON.stringify(event)
  const [published] = await sendOnce<Published>(
    parts.pool,
    toStatement(
      piece`select told_thread as thread, told_seq as seq from tell_under(${lease.turnId}, ${lease.epoch}::integer, ${text}::json)`,
    ),
  )
  if (published === undefined || published.thread === null) return
  parts.recent.add(published.thread, published.seq, [event], text.length)
  tell(parts, { thread: published.thread }, false)
}
