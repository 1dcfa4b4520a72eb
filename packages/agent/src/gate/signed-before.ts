import type { Decision } from '@countersign/policy'
import type { Call, StoredCall } from '../call/call.ts'
import type { CallStore } from '../ports.ts'

/**
 * Avoids a second card for one text: if only the mode asks, a call that writes exactly the change that a person already countersigned runs
 * under that yes. The tool names the earlier calls; their rows decide. If a rule, a guard or a lock asks, the person is still asked.
 */
export async function underEarlierYes(
  calls: Pick<CallStore, 'find'>,
  call: Call,
  decision: Decision,
): Promise<Decision> {
  const { under = [] } = call
  const last = under.at(-1)
  if (last === undefined || !onlyModeAsks(decision)) return decision
  const signed = await Promise.all(under.map((id) => calls.find(id)))
  if (!isSameChange(signed, call)) return decision
  const reason = { because: 'countersigned', call: last } as const
  const parts = decision.parts.map((part) => ({ ...part, verdict: 'run' as const, reason }))
  return { ...decision, verdict: 'run', reason, parts }
}

function onlyModeAsks({ verdict, reason, locked, parts }: Decision): boolean {
  if (verdict !== 'ask' || locked !== undefined || reason.because !== 'mode') return false
  return parts.every((part) => part.verdict === 'run' || part.reason.because === 'mode')
}

/** Whether these calls, each signed whole by a person and completed, lead from the text before to the text after. */
function isSameChange(signed: readonly (StoredCall | undefined)[], { threadId, body }: Call): boolean {
  if (body.kind !== 'write') return false
  let text = body.before
  for (const one of signed) {
    if (one?.state !== 'succeeded' || one.signature?.via !== 'person' || one.signature.parts !== undefined)
      return false
    const { body: shown, threadId: of } = one.call
    if (of !== threadId || shown.kind !== 'write' || shown.path !== body.path || shown.before !== text)
      return false
    text = shown.after
  }
  return text === body.after
}
