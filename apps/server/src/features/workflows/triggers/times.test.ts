import { expect, test } from 'vitest'
import { dueTimes, nextTime, scheduleProblem } from './times.ts'
import { stricterMode } from './firing.ts'
import { checkHook } from './webhook.ts'
import { createHmac } from 'node:crypto'

const daily = { kind: 'schedule', cron: '30 2 * * *', time_zone: 'Europe/Berlin', missed: 'all' } as const
const at = (text: string) => Date.parse(text)
const iso = (times: readonly number[]) => times.map((time) => new Date(time).toISOString())

test('over both clock changes a time of each day comes once', () => {
  const times = (from: string, days: number) => {
    const found: number[] = []
    let now = at(from)
    for (let day = 0; day < days; day += 1) {
      now = nextTime(daily, now, null) ?? 0
      found.push(now)
    }
    return found.map((time) => new Date(time).toISOString().slice(0, 10))
  }
  expect(times('2026-03-27T12:00:00Z', 4)).toEqual(['2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31'])
  expect(times('2026-10-23T12:00:00Z', 4)).toEqual(['2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27'])
})

test.each([
  ['30 2 * * *', 7],
  ['*/20 * * * *', 7 * 24 * 3],
  ['0 * * * *', 7 * 24],
  ['15 1,2,3 * * *', 7 * 3],
  ['15 1-3 * * *', 7 * 3],
])(
  '%s in a week with a clock change: looked at every few minutes, with gaps, none twice and none missed',
  (cron, usual) => {
    const schedule = { kind: 'schedule', cron, time_zone: 'Europe/Berlin', missed: 'all' } as const
    for (const [from, hours] of [
      ['2026-03-26T12:00:00Z', -1],
      ['2026-10-22T12:00:00Z', 1],
      ['2026-06-04T12:00:00Z', 0],
    ] as const) {
      const start = at(from)
      // A week by the wall clock is an hour longer or shorter than seven days.
      const end = start + 7 * 86_400_000 + hours * 3_600_000
      const fired: number[] = []
      let due = nextTime(schedule, start, null)
      for (let now = start, look = 0; now < end; look += 1) {
        // Now and then the server is down for two hours, also across the clock change.
        now = Math.min(end, now + (look % 40 === 39 ? 7_200_000 : 300_000))
        if (due === null || due > now) continue
        const found = dueTimes(schedule, due, now)
        fired.push(...found.times)
        due = found.next
      }
      expect(new Set(fired).size).toBe(fired.length)
      expect(fired).toEqual(fired.toSorted((a, b) => a - b))
      // Each wall-clock time fires once. Only an hourly schedule follows elapsed hours: one less in spring, one more in autumn.
      const isOfEveryHour = cron.split(' ')[1] === '*'
      const perHour = usual / (7 * 24)
      expect(fired).toHaveLength(isOfEveryHour ? usual + hours * perHour : usual)
    }
  },
)

test.each([
  // In spring, 2:00 to 2:59 does not exist: its times fire once, right after the gap, at 3:00.
  ['15 1,2,3 * * *', '2026-03-28T23:00:00Z', ['00:15', '01:00', '01:15']],
  ['0,30 2 * * *', '2026-03-28T23:00:00Z', ['01:00']],
  ['*/30 2 * * *', '2026-03-28T23:00:00Z', []],
  // In autumn, 2:00 to 2:59 occurs twice.
  ['15 1,2,3 * * *', '2026-10-24T22:00:00Z', ['23:15', '00:15', '02:15']],
  ['0,30 2 * * *', '2026-10-24T22:00:00Z', ['00:00', '00:30']],
  ['*/30 2 * * *', '2026-10-24T22:00:00Z', ['00:00', '00:30', '01:00', '01:30']],
])('%s after %s comes at %j', (cron, from, expected) => {
  const schedule = { kind: 'schedule', cron, time_zone: 'Europe/Berlin', missed: 'all' } as const
  const end = at(from) + 5 * 3_600_000
  const found = new Set<number>()
  // The result does not depend on when it is computed.
  for (let now = at(from); now < end; now += 60_000) {
    const next = nextTime(schedule, now, null) ?? Infinity
    expect(next).toBeGreaterThan(now)
    if (next < end) found.add(next)
  }
  expect(iso([...found]).map((text) => text.slice(11, 16))).toEqual(expected)
})

test('what was missed: all up to ten, once, or none', () => {
  const due = at('2026-06-01T00:30:00Z')
  const now = at('2026-06-04T12:00:00Z')
  const { times, next } = dueTimes(daily, due, now)
  expect(iso(times)).toEqual([
    '2026-06-01T00:30:00.000Z',
    '2026-06-02T00:30:00.000Z',
    '2026-06-03T00:30:00.000Z',
    '2026-06-04T00:30:00.000Z',
  ])
  expect(new Date(next ?? 0).toISOString()).toBe('2026-06-05T00:30:00.000Z')
  expect(iso(dueTimes({ ...daily, missed: 'once' }, due, now).times)).toEqual(['2026-06-04T00:30:00.000Z'])
  expect(dueTimes({ ...daily, missed: 'none' }, due, now).times).toEqual([])
  expect(dueTimes(daily, at('2026-01-01T01:30:00Z'), now).times).toHaveLength(10)
  const every = { kind: 'schedule', every: 10, time_zone: 'UTC', missed: 'all' } as const
  const long = dueTimes(every, at('2025-01-01T00:00:00Z'), now)
  expect(long.times).toHaveLength(10)
  expect((long.next ?? 0) - (long.times.at(-1) ?? 0)).toBe(10_000)
})

test('every N counts from the last time', () => {
  const every = { kind: 'schedule', every: 60, time_zone: 'UTC', missed: 'once' } as const
  expect(nextTime(every, 1000, 0)).toBe(60_000)
  expect(nextTime(every, 60_000, 0)).toBe(120_000)
})

test.each([
  [{ cron: '61 * * * *' }, true],
  [{ cron: '0 8 * * *', every: 60 }, true],
  [{}, true],
  [{ cron: '0 8 * * *', time_zone: 'Nowhere/Town' }, true],
  [{ cron: '0 8 * * 1-5' }, false],
  [{ every: 60 }, false],
])('%j is refused: %s', (given, refused) => {
  const schedule = { kind: 'schedule', time_zone: 'UTC', missed: 'once', ...given } as const
  expect(scheduleProblem(schedule) !== undefined).toBe(refused)
})

test('of two modes the stricter counts', () => {
  expect(stricterMode('auto', 'default')).toBe('default')
  expect(stricterMode('plan', 'auto')).toBe('plan')
  expect(stricterMode('unknown', 'auto')).toBe('unknown')
})

test('a webhook is signed, of now, and each delivery has one key', () => {
  const now = at('2026-06-01T00:00:00Z')
  const body = Buffer.from('{"a":1}')
  const time = String(now / 1000)
  const sign = (text: string) => `sha256=${createHmac('sha256', 's').update(text).digest('hex')}`
  const ask = (headers: Readonly<Record<string, string>>, bytes = body) =>
    checkHook('s', bytes, (name) => headers[name], now)
  const good = { 'x-countersign-time': time, 'x-countersign-signature': sign(`${time}.${body.toString()}`) }
  expect(ask(good)).toMatchObject({ ok: true })
  expect(ask(good, Buffer.from('{"a":2}'))).toMatchObject({ ok: false })
  const late = String(now / 1000 - 301)
  expect(
    ask({ 'x-countersign-time': late, 'x-countersign-signature': sign(`${late}.${body.toString()}`) }),
  ).toMatchObject({ ok: false })
  expect(ask({})).toMatchObject({ ok: false })
  const hub = { 'x-hub-signature-256': sign(body.toString()), 'x-github-delivery': 'one' }
  expect(ask(hub)).toEqual(ask({ ...hub, 'x-github-delivery': 'two' }))
})
