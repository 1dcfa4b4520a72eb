import type { Facts } from '../../apps/server/src/testing/fleet/messages.ts'

/** The resource usage of a process at a quiet moment. */
export interface Sample {
  readonly minute: number
  readonly facts: Facts
}

/** The trend of a figure over time: a least-squares line. */
export interface Trend {
  readonly first: number
  readonly last: number
  /** The rise of the line from the first sample to the last. */
  readonly rise: number
}

export function trendOf(samples: readonly Sample[], pick: (facts: Facts) => number): Trend {
  const points = samples.map(({ minute, facts }) => ({ x: minute, y: pick(facts) }))
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const middle = { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) }
  const over = points.reduce((sum, { x, y }) => sum + (x - middle.x) * (y - middle.y), 0)
  const under = points.reduce((sum, { x }) => sum + (x - middle.x) ** 2, 0)
  const span = (points.at(-1)?.x ?? 0) - (points[0]?.x ?? 0)
  return {
    first: points[0]?.y ?? 0,
    last: points.at(-1)?.y ?? 0,
    rise: under === 0 ? 0 : (over / under) * span,
  }
}

const MB = 1_000_000

/** The allowed rise from the end of the warm-up to the end of the run, regardless of its length: noise, not growth. */
const ALLOWED: readonly { readonly name: string; readonly most: number; pick(facts: Facts): number }[] = [
  { name: 'heap', most: 12 * MB, pick: ({ heap }) => heap },
  { name: 'memory of the process', most: 60 * MB, pick: ({ rss }) => rss },
  { name: 'timers', most: 10, pick: ({ timers }) => timers },
  { name: 'sockets', most: 20, pick: ({ sockets }) => sockets },
  { name: 'handles', most: 5, pick: ({ handles }) => handles },
  { name: 'listeners', most: 0.5, pick: ({ listeners }) => listeners },
  { name: 'database connections', most: 10, pick: ({ connections }) => connections },
]

/** A sentence for each figure that did not stay flat. The first fifth of a run is its warm-up. */
export function notFlat(samples: readonly Sample[]): readonly string[] {
  const warm = samples.slice(Math.ceil(samples.length / 5))
  if (warm.length < 4) return []
  return ALLOWED.flatMap(({ name, most, pick }) => {
    const { first, last, rise } = trendOf(warm, pick)
    return rise > most
      ? [`${name} rose by ${Math.round(rise)} (from ${Math.round(first)} to ${Math.round(last)})`]
      : []
  })
}
