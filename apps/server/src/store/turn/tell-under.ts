import type { Lease } from '@countersign/agent'
import type { ThreadEvent } from '@countersign/protocol'
import { transact } from '../sql/transact.ts'
import { tell, type StoreParts } from '../sql/work.ts'
import { holdsLease } from '../call/call-moves.ts'

/** Publishes an event of a running turn while the lease is valid: in a statement with those of other turns, or together with the turn's deferred writes. */
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
  { batches, recent, ...parts }: Pick<StoreParts, 'batches' | 'bus' | 'streamed' | 'recent'>,
  lease: Lease,
  event: ThreadEvent,
): Promise<void> {
  const text = JSON.stringify(event)
  const { thread, seq } = await batches.add({ lease, text })
  if (thread === null) return
  recent.add(thread, seq, [event], text.length)
  tell(parts, { thread }, false)
}
