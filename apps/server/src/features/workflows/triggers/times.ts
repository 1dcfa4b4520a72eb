import type { Instant, TriggerWhen } from '@countersign/protocol'
import { Cron } from 'croner'

type Schedule = Extract<TriggerWhen, { kind: 'schedule' }>

/** Times that passed while nobody looked and that are made up for, at most. */
const MISSED = 10
/** Milliseconds that a time may be late without counting as missed. */
const LATE = 60_000

/** Why a schedule cannot be read; undefined: it can. */
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
 * A time of the wall clock comes once a day, over clock changes, too: of a time that comes twice the first counts, and one that does not
 * exist comes right after the gap. A schedule of intervals (with `*`) goes by the hours that pass.
 */
function nextCron(cron: string, timezone: string, after: Instant): Instant | null {
  if (!hasFixedTimes(cron)) return firstAfter(cron, timezone, after)
  let wall = firstAfter(cron, 'UTC', wallClock(after, timezone))
  while (wall !== null) {
    const at = instantOf(wall, timezone)
    if (at === null || at > after) return at
    // The wall clock went back, and this time came before it did.
    wall = firstAfter(cron, 'UTC', wall)
  }
  return null
}

function firstAfter(cron: string, timezone: string, after: Instant): Instant | null {
  return new Cron(cron, { timezone, paused: true }).nextRun(new Date(after))?.getTime() ?? null
}

/** Whether seconds, minutes and hours are given as numbers. */
function hasFixedTimes(cron: string): boolean {
  const fields = cron.trim().split(/\s+/)
  return (
    fields.length >= 5 && !fields.slice(0, fields.length === 5 ? 2 : 3).some((field) => field.includes('*'))
  )
}

/** What the wall clock shows, as if it were UTC. */
function wallClock(at: Instant, timeZone: string): Instant {
  // The Swedish form is that of ISO 8601.
  return Date.parse(`${new Date(at).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`)
}

/** When the wall clock shows this. A pattern of one time has the rules for clock changes that are wanted here. */
function instantOf(wall: Instant, timezone: string): Instant | null {
  const of = new Date(wall)
  const time = `${of.getUTCSeconds()} ${of.getUTCMinutes()} ${of.getUTCHours()}`
  // No zone is further from UTC than a day.
  return firstAfter(`${time} ${of.getUTCDate()} ${of.getUTCMonth() + 1} *`, timezone, wall - 86_400_000)
}

/** The first time after a moment. `last`: the time before, from which *every* counts. */
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
  /** Times for which a run starts, oldest first. */
  readonly times: readonly Instant[]
  readonly next: Instant | null
}

/** What is due of a schedule: the time that came, and those that were missed, as it says. */
export function dueTimes(schedule: Schedule, due: Instant, now: Instant): DueTimes {
  const all: Instant[] = []
  let at: Instant | null = due
  // Only the last ones count, and a schedule of seconds may have missed a year.
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

/** The following time; after many it jumps to the last ones before now. */
function stepOver(schedule: Schedule, at: Instant, now: Instant, seen: number): Instant | null {
  const following = nextTime(schedule, at, at)
  if (following === null || seen < MISSED) return following
  if (schedule.every === undefined) {
    // Cron: look from a while ago, so that at most a few times are walked over.
    const gap = following - at
    const from = now - gap * (MISSED + 2)
    return from > following ? nextTime(schedule, from, at) : following
  }
  const step = schedule.every * 1000
  const behind = Math.floor((now - following) / step) - MISSED
  return behind > 0 ? following + behind * step : following
}
