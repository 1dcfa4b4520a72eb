import { expect, test } from 'vitest'
import { findProgram } from './registry.ts'
import { TABLES } from './tables.ts'

test('a name stands in one table', () => {
  const names = TABLES.flat().flatMap((spec) => spec.names)
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  expect(twice).toEqual([])
})

test('names that go on', () => {
  expect(findProgram('mkfs.ext4')?.names).toContain('mkfs')
  expect(findProgram('constructor')).toBeUndefined()
  expect(findProgram('toString')).toBeUndefined()
})
