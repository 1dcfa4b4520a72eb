import { expect, test } from 'vitest'
import { timesOf } from './DayFields.tsx'

const at = (text: string): number => new Date(text).getTime()

test.each([
  [{ from: '', to: '' }, {}],
  [{ from: '2026-11-18', to: '' }, { from: at('2026-11-18T00:00') }],
  // The last day is part of the range.
  [
    { from: '2026-11-17', to: '2026-11-18' },
    { from: at('2026-11-17T00:00'), until: at('2026-11-19T00:00') },
  ],
  [{ from: '', to: 'nonsense' }, {}],
])('%j means %j', (days, times) => {
  expect(timesOf(days)).toEqual(times)
})
