import { expect, test } from 'vitest'
import { ago, count, countdown, duration, size } from './times.ts'

test.each([
  [0, '0 ms'],
  [11.4, '11 ms'],
  [999, '999 ms'],
  [3100, '3.1 s'],
  [59_940, '59.9 s'],
  [59_960, '1 min'],
  [124_000, '2 min 4 s'],
])('duration(%d) is %s', (ms, text) => {
  expect(duration(ms)).toBe(text)
})

test.each([
  [258_000, '4:18'],
  [42_000, '0:42'],
  [41_001, '0:42'],
  [-5, '0:00'],
  [3_729_000, '1:02:09'],
  [47 * 3_600_000, '47:00:00'],
  [50 * 3_600_000, '2 days'],
])('countdown(%d) is %s', (ms, text) => {
  expect(countdown(ms)).toBe(text)
})

test.each([
  [312, '312 B'],
  [12_345, '12 kB'],
  [1_500_000, '1.5 MB'],
  [38_000_000, '38 MB'],
  [999_400_000, '999 MB'],
  [1_250_000_000, '1.3 GB'],
  [5_000_000_000, '5 GB'],
])('size(%d) is %s', (bytes, text) => {
  expect(size(bytes)).toBe(text)
})

test('relative times', () => {
  expect(ago(0, 59_000)).toBe('just now')
  expect(ago(0, 61_000)).toBe('1 min ago')
  expect(count(1, 'call')).toBe('1 call')
  expect(count(3, 'call')).toBe('3 calls')
})
