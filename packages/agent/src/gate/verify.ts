import type { Place } from '@countersign/policy'
import type { Call, StoredCall } from '../call/call.ts'
import { narrowing } from '../call/narrow.ts'
import { unlessAborted } from '../on-abort.ts'
import type { Tool, Verified } from '../toolbelt/tool.ts'
import type { Applied } from './apply.ts'
import type { GateParts, GateRequest } from './parts.ts'
import { unfinished } from './words.ts'

/**
 * Continues a call that a crash interrupted. An `idempotent` tool checks whether it was done: if so, the call has succeeded; if not, it
 * runs under the same key. A person settles everything else, including the cases in which the tool cannot find out.
 */
export async function verify(
  parts: GateParts,
  { call, lease, tool, place, signal }: GateRequest,
  stored: StoredCall,
): Promise<Applied> {
  const asItIs = (row: StoredCall): Applied => ({ kind: 'ended', result: row.result ?? unfinished(row) })
  if (stored.call.repeat !== 'idempotent' || tool.repeat !== 'idempotent') return asItIs(stored)
  signal.throwIfAborted()
  const found = await looked(tool, call, place, signal)
  if (found.kind === 'unknown') return asItIs(stored)
  if (found.kind === 'done') {
    const signed = narrowing(call, stored.signature)
    const inPart = signed.ok && signed.narrowed ? ` Only in part: ${signed.narrowed.words}.` : ''
    const changed = found.changed === undefined ? {} : { changed: found.changed }
    await parts.calls.verified(lease, call.id, {
      state: 'succeeded',
      code: null,
      text: `${found.text}${inPart}`,
      ...changed,
    })
  } else await parts.calls.resume(lease, call.id)
  // Another process may have been faster: the row decides.
  const now = await parts.calls.find(call.id)
  return now === undefined || now.state === 'interrupted'
    ? asItIs(now ?? stored)
    : { kind: 'stored', stored: now }
}

async function looked(tool: Tool, call: Call, place: Place, signal: AbortSignal): Promise<Verified> {
  try {
    return await unlessAborted(signal, tool.verify(call, place))
  } catch {
    // A tool that cannot check, or has not finished checking when the turn stops, does not know.
    return { kind: 'unknown' }
  }
}
