import { expect, test } from 'vitest'
import { hole, textValue, unionValues, type Value } from './value.ts'

const GIT = textValue('git')
const HOLE: Value = [hole('$x', 'data')]

test.each<[string, readonly Value[], readonly Value[], number]>([
  ['the same text', [GIT], [textValue('git')], 1],
  ['another text', [GIT], [textValue('npm')], 2],
  ['the same hole', [HOLE], [[hole('$x', 'data')]], 1],
  ['another hole', [HOLE], [[hole('$y', 'data')]], 2],
  ['a hole and its text', [HOLE], [textValue('$x')], 2],
  ['more of it', [GIT], [[...GIT, ...HOLE]], 2],
])('P7.5 what a word may be, and %s', (_name, a, b, count) => {
  expect(unionValues(a, b)).toHaveLength(count)
})
