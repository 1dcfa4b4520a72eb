import { expect, test } from 'vitest'
import { alternatives } from './choice.ts'

test('every combination, the same key the same choice', () => {
  const found = alternatives((choice) => {
    const x = choice.pick('x', ['a', 'b'])
    const y = choice.pick('y', [1, 2])
    return [x, y, choice.pick('x', ['a', 'b'])]
  })
  expect(found).toEqual([
    ['a', 1, 'a'],
    ['a', 2, 'a'],
    ['b', 1, 'b'],
    ['b', 2, 'b'],
  ])
})

test('one value is no choice', () => {
  expect(alternatives((choice) => choice.pick('x', ['a']))).toEqual(['a'])
})

test('more than 64 are too many', () => {
  const numbers = Array.from({ length: 9 }, (_, index) => index)
  expect(alternatives((choice) => [choice.pick('x', numbers), choice.pick('y', numbers)])).toBeUndefined()
  expect(
    alternatives((choice) => [choice.pick('x', numbers), choice.pick('y', numbers.slice(2))]),
  ).toHaveLength(63)
})
