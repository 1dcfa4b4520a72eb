import { UserId } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { preferencesOf } from './preferences.ts'
import { memorySettings } from './testing/memory-settings.ts'

const USER = UserId.parse('usr_a')
let time = 1000
const CLOCK = { now: () => (time += 1) }

describe('what a person likes', () => {
  const user = USER
  const shipped = { approvalTimeout: 300_000 }

  test('is as shipped until it is changed, one value at a time', async () => {
    const preferences = preferencesOf(memorySettings(), shipped, CLOCK)
    const before = await preferences.read(user)
    expect(before).toMatchObject({
      default_model: null,
      default_mode: 'default',
      outside_mode: 'default',
      approval_timeout: 300,
    })
    const after = await preferences.change(user, {
      sounds: { waiting: false },
      keyboard: { send_with: 'ctrl_enter' },
      approval_timeout: null,
    })
    expect(after).toEqual({
      ...before,
      approval_timeout: null,
      sounds: { waiting: false, turn_ended: false },
      keyboard: { ...before.keyboard, send_with: 'ctrl_enter' },
    })
    expect(await preferences.read(UserId.parse('usr_b'))).toEqual(before)
  })

  test('a stored value that makes no sense costs its group only', async () => {
    const store = memorySettings()
    await store.set(user, 'preferences', {
      sounds: { waiting: 'loud' },
      keyboard: { send_with: 'ctrl_enter' },
    })
    expect(await preferencesOf(store, shipped, CLOCK).read(user)).toMatchObject({
      sounds: { waiting: true, turn_ended: false },
      keyboard: { send_with: 'ctrl_enter', single_letters: true },
    })
  })

  test('of a folder that is named at the start and one that is chosen, the later one counts', async () => {
    const store = memorySettings()
    const first = preferencesOf(store, shipped, CLOCK)
    expect((await first.read(user)).default_folder).toBeNull()
    expect((await first.change(user, { default_folder: '/chosen' })).default_folder).toBe('/chosen')
    const restarted = preferencesOf(store, shipped, CLOCK)
    expect((await restarted.read(user)).default_folder).toBe('/chosen')
    const named = preferencesOf(store, { ...shipped, workspace: '/named' }, CLOCK)
    expect((await named.read(user)).default_folder).toBeNull()
    expect((await named.change(user, { default_folder: '/again' })).default_folder).toBe('/again')
    expect((await named.change(user, { default_folder: null })).default_folder).toBeNull()
  })
})
