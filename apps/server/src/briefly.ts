import type { Clock } from '@countersign/agent'

/** Shares each answer for the given milliseconds, also with callers that ask while it is being found. Failures are not kept. */
export function briefly<Key, Found>(
  ms: number,
  clock: Clock,
  find: (key: Key) => Promise<Found>,
): (key: Key) => Promise<Found> {
  const kept = new Map<Key, { readonly until: number; readonly found: Promise<Found> }>()
  return (key) => {
    const now = clock.now()
    const known = kept.get(key)
    if (known !== undefined && now < known.until) return known.found
    for (const [old, { until }] of kept) if (until <= now) kept.delete(old)
    const found = find(key)
    const entry = { until: now + ms, found }
    kept.set(key, entry)
    found.catch(() => {
      if (kept.get(key) === entry) kept.delete(key)
    })
    return found
  }
}
