import type { ObservedCall } from '@countersign/protocol'

/** The start and end of a bar in the time window of all calls, in percent. */
export interface Bar {
  readonly from: number
  readonly waited: number
  readonly worked: number
}

/** Minimum visible width of a bar, in percent. */
const LEAST = 0.6

/** The time window of the latest calls: an old call that is listed for its error would compress all others. */
export function windowOf(
  calls: readonly ObservedCall[],
  now: number,
): { readonly from: number; readonly to: number } {
  const latest = calls.toSorted((a, b) => b.at - a.at).slice(0, 50)
  const from = Math.min(now, ...latest.map(({ at }) => at))
  const to = Math.max(from + 1, ...latest.map((one) => endOf(one, now)))
  return { from, to }
}

export function barOf(call: ObservedCall, window: ReturnType<typeof windowOf>, now: number): Bar | null {
  const { from, to } = window
  if (endOf(call, now) < from) return null
  const percent = (ms: number): number => (ms / (to - from)) * 100
  const begins = Math.min(100 - LEAST, Math.max(0, percent(call.at - from)))
  const room = 100 - begins
  const worked = call.work_ms === null ? 0 : Math.max(LEAST, percent(call.work_ms))
  const waited = call.waiting_ms === 0 ? 0 : Math.max(LEAST, percent(call.waiting_ms))
  const shrink = Math.min(1, room / Math.max(LEAST, waited + worked))
  return { from: begins, waited: waited * shrink, worked: worked * shrink }
}

function endOf({ at, ended_at, waiting_ms, work_ms }: ObservedCall, now: number): number {
  return ended_at ?? Math.min(now, at + waiting_ms + (work_ms ?? 0))
}
