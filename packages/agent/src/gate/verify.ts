import type { Place } from '@countersign/policy'
import type { Call, StoredCall } from '../call.ts'
import { unlessAborted } from '../on-abort.ts'
import type { Tool, Verified } from '../toolbelt/tool.ts'
import type { Applied } from './apply.ts'
import type { GateParts, Passenger } from './parts.ts'
import { unfinished } from './words.ts'

/**
 * A call that a crash cut off. What is `idempotent` is looked at by its tool: done, it has succeeded; not done, it goes on under the
 * same key. Everything else, and what the tool cannot say, is for a person to settle.
 */
export async function verify(
  parts: GateParts,
  { call, lease, tool, place }: Passenger,
  stored: StoredCall,
  signal: AbortSignal,
): Promise<Applied> {
  const told = (row: StoredCall): Applied => ({ kind: 'ended', result: row.result ?? unfinished(row) })
  if (stored.call.repeat !== 'idempotent' || tool.repeat !== 'idempotent') return told(stored)
  signal.throwIfAborted()
  const found = await looked(tool, call, place, signal)
  if (found.kind === 'unknown') return told(stored)
  if (found.kind === 'done') {
    const changed = found.changed === undefined ? {} : { changed: found.changed }
    await parts.calls.verified(lease, call.id, {
      state: 'succeeded',
      code: null,
      text: found.text,
      ...changed,
    })
  } else await parts.calls.resume(lease, call.id)
  // Others may have been faster: what counts is the row.
  const now = await parts.calls.find(call.id)
  return now === undefined || now.state === 'interrupted'
    ? told(now ?? stored)
    : { kind: 'again', stored: now }
}

async function looked(tool: Tool, call: Call, place: Place, signal: AbortSignal): Promise<Verified> {
  try {
    return await unlessAborted(signal, tool.verify(call, place))
  } catch {
    // A tool that cannot look, or has not looked when the turn is stopped, does not know.
    return { kind: 'unknown' }
  }
}
