import { callSummary, callVerb } from '@countersign/protocol/client'
import { useNow } from '../../../data/context.ts'
import { countdown, duration } from '../../../ui/times.ts'
import { texts } from './texts.ts'
import type { CallNode } from './call-tree.ts'

/** Right of the line: count, duration, state; failures inside a folded branch are also shown. */
export function CallFacts({ node }: { node: CallNode }) {
  const { call, inside } = node
  const live = call.state === 'waiting' || call.state === 'running'
  const now = useNow(live ? 1000 : null)
  const facts: string[] = []
  if (inside.calls > 0) facts.push(texts.calls(inside.calls))
  if (inside.failed > 0) facts.push(texts.failed(inside.failed))
  if (inside.refused > 0) facts.push(texts.refused(inside.refused))
  if (inside.waiting > 0) facts.push(texts.waitsForYou)
  else if (inside.running !== null) facts.push(callVerb(inside.running))
  facts.push(callSummary(call))
  // A sub-agent whose call waits for a person waits too, whatever its own state.
  if (inside.waiting === 0) facts.push(stateFact(node, now))
  const failed = call.state === 'failed' && call.error_code !== 'stale'
  const stops = failed || call.state === 'denied' || call.state === 'blocked'
  return (
    <span className={`shrink-0 text-hint tabular-nums ${stops ? 'text-stop' : 'text-ink-3'}`}>
      {facts.filter((fact) => fact !== '').join(' · ')}
    </span>
  )
}

function stateFact({ call }: CallNode, now: number): string {
  switch (call.state) {
    case 'waiting':
      return texts.waits(countdown(now - call.proposed_at))
    case 'running':
      return `${texts.running} ${duration(Math.max(0, now - call.started_at))}`
    case 'succeeded':
      return duration(call.ended_at - call.started_at)
    case 'failed':
      if (call.error_code === 'stale') return texts.stale
      return [
        ...(callSummary(call) === '' ? [texts.states.failed] : []),
        ...(call.started_at === null ? [] : [duration(call.ended_at - call.started_at)]),
      ].join(' · ')
    case 'proposed':
    case 'approved':
    case 'interrupted':
    case 'blocked':
    case 'denied':
    case 'expired':
    case 'cancelled':
    case 'abandoned':
      return texts.states[call.state]
  }
}
