import { texts } from './texts.ts'

/** `11 ms`, `3.1 s`, `2 min 4 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  const rest = seconds % 60
  return rest === 0 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 60)} min ${rest} s`
}

/** `4:18`, `0:42`, `1:02:09`, `3 days`: the time left, or how long something has waited. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const minutes = Math.floor(seconds / 60)
  const tail = String(seconds % 60).padStart(2, '0')
  if (minutes < 60) return `${minutes}:${tail}`
  if (minutes >= 2 * DAY_MINUTES) return `${Math.floor(minutes / DAY_MINUTES)} days`
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${tail}`
}

/** Clock time with seconds, `14:03:12`, for signature lines. */
export function clockTime(at: number): string {
  return CLOCK.format(at)
}

/** Relative up to an hour, then the clock, then the day. */
export function ago(at: number, now: number): string {
  const ms = now - at
  if (ms < 60_000) return texts.justNow
  if (ms < 3_600_000) return texts.minutesAgo(Math.floor(ms / 60_000))
  if (ms < 86_400_000) return SHORT_CLOCK.format(at)
  return DAY.format(at)
}

/** `14:03`. */
export function shortClock(at: number): string {
  return SHORT_CLOCK.format(at)
}

/** `2 Nov`. */
export function shortDate(at: number): string {
  return DAY.format(at)
}

/** `2 Nov, 14:03:12`, where the day alone is not precise enough. */
export function dateAndTime(at: number): string {
  return `${DAY.format(at)}, ${CLOCK.format(at)}`
}

/** `312 B`, `12 kB`, `38 MB`, `5 GB`. */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`
  if (bytes < 999_500_000) return `${(bytes / 1_000_000).toFixed(bytes < 9_950_000 ? 1 : 0)} MB`
  return `${Number((bytes / 1e9).toFixed(1))} GB`
}

/** `1 file`, `2,140 files`. */
export function count(many: number, one: string, more: string = `${one}s`): string {
  return `${thousands(many)} ${many === 1 ? one : more}`
}

/** `34,701`. */
export function thousands(value: number): string {
  return NUMBER.format(value)
}

/** `$0.21`, `under $0.01`. */
export function dollars(usd: number): string {
  return usd > 0 && usd < 0.01 ? texts.underACent : `$${MONEY.format(usd)}`
}

const NUMBER = new Intl.NumberFormat('en-GB')
const MONEY = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const DAY_MINUTES = 24 * 60
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const SHORT_CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
