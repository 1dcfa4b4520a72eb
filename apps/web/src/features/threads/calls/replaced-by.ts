import type { CallId, CallView, EndedCall } from '@countersign/protocol'

/** The newer call that replaced one that did not complete: a person repeated it, or the agent proposed the same again. Null: none. */
export function replacedBy(call: EndedCall, calls: ReadonlyMap<CallId, CallView>): CallView | null {
  let newer: CallView | null = null
  const open = isVoid(call)
  for (const other of calls.values()) {
    if (other.retry_of === call.id) return other
    if (!open || other.id === call.id || other.retry_of !== undefined) continue
    const same = other.tool === call.tool && other.specifier === call.specifier && call.specifier !== ''
    if (!same || other.proposed_at < call.ended_at) continue
    if (newer === null || other.proposed_at < newer.proposed_at) newer = other
  }
  return newer
}

function isVoid({ state, error_code: code }: EndedCall): boolean {
  return state === 'expired' || state === 'cancelled' || (state === 'failed' && code === 'stale')
}
