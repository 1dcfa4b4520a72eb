import { expect, test } from 'vitest'
import { z } from 'zod'
import { FEATURES } from '../features.ts'
import { memorySettings } from '../settings/testing/memory-settings.ts'
import { declaredSettings } from './declared-settings.ts'
import { setting, settingFamily } from './setting.ts'

const declared = () =>
  declaredSettings(memorySettings(), [
    setting({ name: 'size', scope: 'server', schema: z.number(), standard: 1, about: 'How large it is.' }),
    settingFamily({ name: 'note:', scope: 'person', schema: z.string(), about: 'Notes.' }),
    settingFamily({ name: 'notes of ', scope: 'own', schema: z.string(), about: 'More notes.' }),
  ])

test.each([
  ['workspace', 'size'],
  ['usr_a', 'note:1'],
  ['notes of usr_a', 'anything'],
])('in %s, %s is declared', async (scope, name) => {
  const settings = declared()
  await settings.set(scope, name, 3)
  expect(await settings.get(scope, name)).toBe(3)
  expect(await settings.remove(scope, name)).toBe(true)
})

test.each([
  ['workspace', 'other'],
  ['workspace', 'size of it'],
  ['usr_a', 'size'],
  ['workspace', 'note:1'],
  ['vault', 'size'],
])('in %s, %s is not, and cannot be set', async (scope, name) => {
  await expect(declared().set(scope, name, 3)).rejects.toThrow('no feature declares')
})

test('no two features declare the same setting', () => {
  const names = FEATURES.flatMap(({ settings = [] }) => settings.map(({ name, scope }) => `${scope} ${name}`))
  expect(new Set(names).size).toBe(names.length)
})
