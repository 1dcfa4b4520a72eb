import { z } from 'zod'
import { defineNode, NodeFailure, type PureNode } from '../define-node.ts'
import { Text } from './ports.ts'

const MS = {
  milliseconds: 1,
  seconds: 1000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
  weeks: 604_800_000,
} as const
const TOKENS: Readonly<Record<string, Intl.DateTimeFormatPartTypes>> = {
  yyyy: 'year',
  MM: 'month',
  dd: 'day',
  HH: 'hour',
  mm: 'minute',
  ss: 'second',
  EEEE: 'weekday',
}

function readTime(text: string): Date {
  const time = new Date(text)
  if (!/^[+-]?\d{4,6}-\d\d-\d\d/.test(text) || Number.isNaN(time.getTime()))
    throw new NodeFailure('invalid_time', `\`${text}\` is not a time: write 2026-11-18T09:30:00Z`)
  return time
}

export const TIME_NODES: readonly PureNode[] = [
  defineNode({
    type: 'time.format',
    title: 'Write a time',
    description: 'Writes a time as text in a time zone, with a pattern of yyyy MM dd HH mm ss EEEE.',
    inputs: z.object({ time: Text, pattern: Text.default('yyyy-MM-dd'), zone: Text.default('UTC') }),
    outputs: z.object({ text: Text }),
    run({ time, pattern, zone }) {
      const parts = new Map(
        formatOf(zone)
          .formatToParts(readTime(time))
          .map(({ type, value }) => [type, value]),
      )
      return {
        text: pattern.replaceAll(
          /yyyy|MM|dd|HH|mm|ss|EEEE/g,
          (token) => parts.get(TOKENS[token] ?? 'literal') ?? token,
        ),
      }
    },
  }),
  defineNode({
    type: 'time.add',
    title: 'Add to a time',
    description:
      'Adds to a time, or subtracts with a negative amount; months and years keep the day if it exists.',
    inputs: z.object({
      time: Text,
      amount: z.number(),
      unit: z.enum(['seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'years']).default('days'),
    }),
    outputs: z.object({ time: Text }),
    run({ time, amount, unit }) {
      const moved = added(readTime(time), amount, unit)
      if (Number.isNaN(moved.getTime())) throw new NodeFailure('invalid_time', 'that time cannot be written')
      return { time: moved.toISOString() }
    },
  }),
  defineNode({
    type: 'time.between',
    title: 'Time between',
    description: 'Measures the time from one moment to another.',
    inputs: z.object({
      from: Text,
      to: Text,
      unit: z.enum(['milliseconds', 'seconds', 'minutes', 'hours', 'days', 'weeks']).default('days'),
    }),
    outputs: z.object({ amount: z.number() }),
    run: ({ from, to, unit }) => ({ amount: (readTime(to).getTime() - readTime(from).getTime()) / MS[unit] }),
  }),
]

function formatOf(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      weekday: 'long',
    })
  } catch {
    throw new NodeFailure('invalid_zone', `there is no time zone \`${timeZone}\``)
  }
}

function added(
  time: Date,
  amount: number,
  unit: 'seconds' | 'minutes' | 'hours' | 'days' | 'weeks' | 'months' | 'years',
): Date {
  if (unit !== 'months' && unit !== 'years') return new Date(time.getTime() + amount * MS[unit])
  const months = Math.trunc(unit === 'years' ? amount * 12 : amount)
  const first = new Date(time.getTime())
  first.setUTCDate(1)
  first.setUTCMonth(first.getUTCMonth() + months)
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(time.getUTCDate(), last))
  return first
}
