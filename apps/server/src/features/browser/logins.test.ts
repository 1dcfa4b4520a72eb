import { UserId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { openVault } from '../../platform/vault/vault.ts'
import { memorySettings } from '../../settings/testing/memory-settings.ts'
import { LOGIN_KEPT, openLogins } from './logins.ts'
import type { Cookie } from './session.ts'

const ANA = UserId.parse('usr_ana')
const BEN = UserId.parse('usr_ben')
const COOKIE: Cookie = {
  name: 'session',
  value: 'value-of-the-session',
  domain: '.example.com',
  path: '/',
  expires: -1,
  httpOnly: true,
  secure: false,
  sameSite: 'Lax',
}

test('a login is kept sealed, for one person and the host of its origin, until it is removed', async () => {
  const settings = memorySettings()
  const vault = await openVault(settings, Buffer.alloc(32, 7))
  const logins = openLogins({ vault, clock: { now: () => 5 } })
  await logins.keep(ANA, 'https://app.example.com', [COOKIE])
  expect(JSON.stringify([...settings.rows])).not.toContain('value-of-the-session')
  expect(await logins.list(ANA)).toEqual([{ origin: 'https://app.example.com', cookies: 1, kept_at: 5 }])
  // Not for all subdomains of example.com, and not without TLS.
  expect(await logins.cookies(ANA)).toMatchObject([{ domain: 'app.example.com', secure: true }])
  expect(await logins.cookies(BEN)).toEqual([])
  expect(await logins.forget(ANA, 'https://app.example.com')).toBe(true)
  expect(await logins.cookies(ANA)).toEqual([])
})

test('a login goes when it has expired, or when no browser used it for ninety days', async () => {
  let now = 1_000_000_000_000
  const vault = await openVault(memorySettings(), Buffer.alloc(32, 7))
  const logins = openLogins({ vault, clock: { now: () => now } })
  const soon = { ...COOKIE, expires: now / 1000 + 60 }
  await logins.keep(ANA, 'https://soon.example.com', [soon])
  await logins.keep(ANA, 'https://used.example.com', [COOKIE])
  await logins.keep(BEN, 'https://unused.example.com', [COOKIE])
  expect(await logins.prune()).toBe(0)
  now += 61_000
  // An expired cookie is given to no browser, even before it is removed.
  expect(await logins.cookies(ANA)).toMatchObject([{ domain: 'used.example.com' }])
  expect(await logins.prune()).toBe(1)
  expect(await logins.list(ANA)).toMatchObject([{ origin: 'https://used.example.com' }])
  now += LOGIN_KEPT - 1000
  await logins.cookies(ANA)
  now += 62_000
  expect(await logins.prune()).toBe(1)
  expect(await logins.list(BEN)).toEqual([])
  expect(await logins.list(ANA)).toHaveLength(1)
})

test('a login that is removed while a browser opens with it does not come back', async () => {
  let now = 5
  const vault = await openVault(memorySettings(), Buffer.alloc(32, 7))
  const logins = openLogins({ vault, clock: { now: () => now } })
  await logins.keep(ANA, 'https://app.example.com', [COOKIE])
  // So that its use is noted.
  now += LOGIN_KEPT / 2
  const opening = openLogins({
    clock: { now: () => now },
    vault: {
      ...vault,
      async read(name) {
        const found = await vault.read(name)
        await logins.forget(ANA, 'https://app.example.com')
        return found
      },
    },
  })
  await opening.cookies(ANA)
  expect(await logins.list(ANA)).toEqual([])
})
