import { UserId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { memorySettings } from '../settings/testing/memory-settings.ts'
import { openSessions } from './sessions.ts'

const MONTH = 30 * 24 * 3_600_000

/** Sessions on settings of which each read is followed by `between`, as if another process had been faster. */
function opened() {
  const settings = memorySettings()
  const state = { now: 1_000_000, between: async (): Promise<unknown> => undefined }
  const sessions = openSessions({
    settings: {
      ...settings,
      async get(scope, name) {
        const found = await settings.get(scope, name)
        await state.between()
        return found
      },
    },
    clock: { now: () => state.now },
    user: UserId.parse('usr_ada'),
    secret: 'a secret of this test',
  })
  return { sessions, state }
}

test('a session that is revoked while it is used does not come back', async () => {
  const { sessions, state } = opened()
  const { session } = (await sessions.signInTerminal(await sessions.newCode(), 'tty1')) ?? { session: '' }
  // Long enough for the use to be written.
  state.now += 11 * 60_000
  const access = sessions.newAccess(session)
  state.between = async () => {
    state.between = async () => undefined
    await sessions.revoke(session)
  }
  expect(await sessions.byAccess(access)).toBe(undefined)
  expect(await sessions.isLive(session)).toBe(false)
  expect(await sessions.list()).toEqual([])
})

test('its last use is written from time to time, and it ends after a month', async () => {
  const { sessions, state } = opened()
  const { session } = (await sessions.signInTerminal(await sessions.newCode(), 'tty1')) ?? { session: '' }
  state.now += 3_600_000
  await sessions.byAccess(sessions.newAccess(session))
  expect(await sessions.list()).toMatchObject([{ id: session, used_at: state.now }])
  state.now += MONTH
  expect(await sessions.isLive(session)).toBe(false)
})
