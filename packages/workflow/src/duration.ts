const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Parses `500ms`, `60s`, `10m`, `2h` or `1d` into milliseconds; undefined if it is not a duration. */
export function readDuration(text: string): number | undefined {
  const found = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)$/.exec(text)
  if (found?.[1] === undefined) return undefined
  const unit = found[2] as keyof typeof UNITS // the pattern allows the same units
  return Math.round(Number(found[1]) * UNITS[unit])
}
