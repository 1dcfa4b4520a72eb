import type { CallView } from '@countersign/protocol'
import { texts } from './texts.ts'

/** The outcome of a batch in one sentence, call by call. */
export function batchSentence(calls: readonly Pick<CallView, 'state' | 'error_code'>[]): string {
  const counted = Map.groupBy(calls, outcomeOf)
  return ORDER.flatMap((outcome) => {
    const many = counted.get(outcome)?.length ?? 0
    return many === 0 ? [] : [texts.batch[outcome](many)]
  }).join(', ')
}

/** Every call has an outcome; nothing is running any more. */
export function isOver(calls: readonly Pick<CallView, 'state'>[]): boolean {
  return calls.every(({ state }) => !OPEN.has(state))
}

/** Every call went the way of the one answer, so nothing about them is worth keeping on screen. */
export function isUniform(calls: readonly Pick<CallView, 'state' | 'error_code'>[]): boolean {
  const [outcome, ...others] = new Set(calls.map(outcomeOf))
  return others.length === 0 && (outcome === 'allowed' || outcome === 'denied')
}

type Outcome = 'allowed' | 'denied' | 'void' | 'late' | 'open'
const ORDER: readonly Outcome[] = ['allowed', 'denied', 'void', 'late', 'open']
const OPEN: ReadonlySet<CallView['state']> = new Set(['proposed', 'waiting', 'approved', 'running'])

function outcomeOf({ state, error_code: code }: Pick<CallView, 'state' | 'error_code'>): Outcome {
  switch (state) {
    case 'proposed':
    case 'waiting':
      return 'open'
    case 'approved':
    case 'running':
    case 'succeeded':
    case 'interrupted':
      return 'allowed'
    case 'failed':
      return code === 'stale' ? 'void' : 'allowed'
    case 'denied':
    case 'blocked':
      return 'denied'
    case 'expired':
    case 'cancelled':
    case 'abandoned':
      return 'late'
  }
}
