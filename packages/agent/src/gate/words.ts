import { explain, type Decision } from '@countersign/policy'
import type { CallResult, StoredCall } from '../call/call.ts'

/** The text that the model reads when policy blocks a call. In plan mode it asks for a proposal instead. */
export function refusalText(decision: Decision): string {
  const why = explain(decision)
  return decision.reason.because === 'plan'
    ? `Did not run: ${why}. Describe what you would do instead, and let the person change the mode.`
    : `Did not run: ${why}. Do not try to get the same effect another way.`
}

/** The text that the model reads for a call that ended without a result of its tool. */
export function endedText(
  state: CallResult['state'],
  stored: Pick<StoredCall, 'decision' | 'signature'> | null,
): string {
  const feedback = stored?.signature?.feedback
  switch (state) {
    case 'denied':
      return feedback === undefined
        ? 'Did not run: the person refused this call. Continue without it, or ask what they would prefer.'
        : `Did not run: this call was refused, with these words: ${feedback}`
    case 'expired':
      return 'Did not run: nobody answered in time. Treat it as refused.'
    case 'cancelled':
      return 'Did not run: the turn was stopped.'
    case 'interrupted':
      return 'Interrupted: the server stopped while this ran. It may have had effects; look before you try again.'
    case 'abandoned':
      return 'Abandoned after an interruption: a person looked at it and did not want it run again.'
    case 'blocked':
      return stored?.decision ? refusalText(stored.decision) : 'Did not run: policy does not allow it.'
    case 'failed':
      return 'Failed.'
    case 'succeeded':
      return 'Done.'
  }
}

/** The result of a call that ended without one. */
export function unfinished(stored: StoredCall): CallResult {
  const state = stored.state
  if (state === 'proposed' || state === 'waiting' || state === 'approved' || state === 'running') {
    return { state: 'interrupted', code: 'interrupted', text: endedText('interrupted', null) }
  }
  return { state, code: state, text: endedText(state, stored) }
}
