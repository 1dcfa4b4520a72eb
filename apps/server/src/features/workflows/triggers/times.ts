import type { Instant, TriggerWhen } from '@countersign/protocol'
import { Cron } from 'croner'

type Schedule = Extract<TriggerWhen, { kind: 'schedule' }>

/** Maximum number of missed times to catch up on. */
export const MISSED = 10
/** Milliseconds by which a time may be late before it is treated as missed. */
const LATE = 60_000

/** Why a schedule is invalid; undefined if it is valid. */
export function scheduleProblem({ cron, every, time_zone }: Schedule): string | undefined {
  if ((cron === undefined) === (every === undefined)) return 'give either `cron` or `every`'
  try {
    if (cron !== undefined && nextCron(cron, time_zone, 0) === null) return `\`${cron}\` never occurs`
    return undefined
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause)
  }
}

/**
 * A wall-clock time fires once a day, even across clock changes: a time that occurs twice fires the first time, and one that does not exist fires
 * right after the gap. An interval schedule (with `*`) follows elapsed hours.
 */
function nextCron(cron: string, timezone: string, after: Instant): Instant | null {
  if (!hasFixedTimes(cron)) return firstAfter(cron, timezone, after)
  let wall = firstAfter(cron, 'UTC', wallClock(after, timezone))
  while (wall !== null) {
    const at = instantOf(wall, timezone)
    if (at === null || at > after) return at
    // The wall clock went back, and this time has already passed.
    wall = firstAfter(cron, 'UTC', wall)
  }
  return null
}

function firstAfter(cron: string, timezone: string, after: Instant): Instant | null {
  return new Cron(cron, { timezone, paused: true }).nextRun(new Date(after))?.getTime() ?? null
}

/** Whether seconds, minutes and hours are all given as numbers. */
function hasFixedTimes(cron: string): boolean {
  const fields = cron.trim().split(/\s+/)
  return (
    fields.length >= 5 && !fields.slice(0, fields.length === 5 ? 2 : 3).some((field) => field.includes('*'))
  )
}

/** The wall-clock time, encoded as if it were UTC. */
function wallClock(at: Instant, timeZone: string): Instant {
  // The Swedish locale formats dates as in ISO 8601.
  return Date.parse(`${new Date(at).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`)
}

/** Converts a wall-clock time to an instant, as a cron pattern that matches only this time: such a pattern already handles clock changes as needed. */
function instantOf(wall: Instant, timezone: string): Instant | null {
  const of = new Date(wall)
  const time = `${of.getUTCSeconds()} ${of.getUTCMinutes()} ${of.getUTCHours()}`
  // No time zone is more than a day from UTC.
  return firstAfter(`${time} ${of.getUTCDate()} ${of.getUTCMonth() + 1} *`, timezone, wall - 86_400_000)
}

/** The first time after an instant. `last` is the previous time, from which `every` is measured. */
export function nextTime(
  { cron, every, time_zone }: Schedule,
  after: Instant,
  last: Instant | null,
): Instant | null {
  if (cron !== undefined) return nextCron(cron, time_zone, after)
  if (every === undefined) return null
  const step = every * 1000
  const from = last ?? after
  return from + step * Math.max(1, Math.ceil((after + 1 - from) / step))
}

export interface DueTimes {
  /** Times to start a run for, oldest first. */
  readonly times: readonly Instant[]
  readonly next: Instant | null
}

/** The due time and the missed ones, as the `missed` setting of the schedule says. */
export function dueTimes(schedule: Schedule, due: Instant, now: Instant): DueTimes {
  const all: Instant[] = []
  let at: Instant | null = due
  // Only the latest times matter, and a schedule in seconds may have missed a year of them.
  while (at !== null && at <= now) {
    all.push(at)
    if (all.length > MISSED) all.shift()
    at = stepOver(schedule, at, now, all.length)
  }
  const next = nextTime(schedule, now, all.at(-1) ?? due)
  const last = all.at(-1)
  switch (schedule.missed) {
    case 'all':
      return { times: all, next }
    case 'once':
      return { times: last === undefined ? [] : [last], next }
    case 'none':
      return { times: last !== undefined && now - last <= LATE ? [last] : [], next }
  }
}

/** The following time; after many missed times it skips to the latest ones before now. */
function stepOver(schedule: Schedule, at: Instant, now: Instant, count: number): Instant | null {
  const following = nextTime(schedule, at, at)
  if (following === null || count < MISSED) return following
  if (schedule.every === undefined) {
    // Cron: resume shortly before now, so that only a few times are iterated.
    const gap = following - at
    const from = now - gap * (MISSED + 2)
    return from > following ? nextTime(schedule, from, at) : following
  }
  const step = schedule.every * 1000
  const behind = Math.floor((now - following) / step) - MISSED
  return behind > 0 ? following + behind * step : following
}
