import { expect, test } from 'vitest'
import { findProgram } from './registry.ts'
import { COMMON, TABLES } from './tables.ts'

test('a name stands in one table', () => {
  const names = TABLES.flatMap((table) => table().flatMap((spec) => spec.names))
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  expect(twice).toEqual([])
})

test('common programs stand where they are looked for first', () => {
  const missing = COMMON.flatMap(([names, table]) => {
    const known = table().flatMap((spec) => spec.names)
    return names.split(' ').filter((name) => !known.includes(name))
  })
  expect(missing).toEqual([])
})

test('names that go on', () => {
  expect(findProgram('mkfs.ext4')?.names).toContain('mkfs')
  expect(findProgram('constructor')).toBeUndefined()
  expect(findProgram('toString')).toBeUndefined()
})
