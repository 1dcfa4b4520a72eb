import { useNow } from '../data/context.ts'
import { countdown, duration } from '../ui/times.ts'
import { texts } from './texts.ts'
import type { Stop } from './track-model.ts'

/** Right of the line: count, duration, state word; failures inside a folded branch are said too. */
export function StopFacts({ stop }: { stop: Stop }) {
  const { call, inside } = stop
  const live = call.state === 'waiting' || call.state === 'running'
  const now = useNow(live ? 1000 : null)
  const facts: string[] = []
  if (inside.calls > 0) facts.push(texts.calls(inside.calls))
  if (inside.failed > 0) facts.push(texts.failed(inside.failed))
  if (inside.refused > 0) facts.push(texts.refused(inside.refused))
  if (inside.waiting > 0) facts.push(texts.waitsForYou)
  else if (inside.running !== null) facts.push(inside.running.tool)
  facts.push(stateFact(stop, now))
  const failed = call.state === 'failed' && call.error_code !== 'stale'
  const stops = failed || call.state === 'denied' || call.state === 'blocked'
  return (
    <span className={`shrink-0 text-hint tabular-nums ${stops ? 'text-stop' : 'text-ink-3'}`}>
      {facts.filter((fact) => fact !== '').join(' · ')}
    </span>
  )
}

function stateFact({ call }: Stop, now: number): string {
  switch (call.state) {
    case 'waiting':
      return texts.waits(countdown(now - call.proposed_at))
    case 'running':
      return call.started_at === null
        ? texts.running
        : `${texts.running} ${duration(Math.max(0, now - call.started_at))}`
    case 'succeeded':
      return ran(call.started_at, call.ended_at) ?? texts.states.succeeded
    case 'failed':
      if (call.error_code === 'stale') return texts.stale
      return [texts.states.failed, ran(call.started_at, call.ended_at)]
        .filter((fact) => fact !== null)
        .join(' · ')
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

function ran(startedAt: number | null, endedAt: number | null): string | null {
  return startedAt === null || endedAt === null ? null : duration(endedAt - startedAt)
}
