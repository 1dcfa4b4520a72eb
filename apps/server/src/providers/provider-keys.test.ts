import { UserId } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { storedVault } from '../platform/vault/vault.ts'
import { memorySettings } from '../settings/testing/memory-settings.ts'
import { providerKeys } from './provider-keys.ts'

const USER = UserId.parse('usr_a')
const MASTER = Buffer.alloc(32, 7)
const KEY = 'sk-ant-0123456789abcdef'

describe('keys of providers', () => {
  const OWNER = { id: 'openai', name: 'OpenAI', variables: ['OPENAI_API_KEY'] }
  const open = (env: Record<string, string>, master = MASTER, store = memorySettings()) => ({
    store,
    keys: providerKeys({ env, vault: storedVault(store, master) }),
  })

  test('one of the settings goes before one of the environment, and falls back to it', async () => {
    const { keys } = open({ OPENAI_API_KEY: 'sk-environment-abcd' })
    expect(await keys.view(OWNER)).toMatchObject({ source: 'environment', last4: 'abcd' })
    await keys.set(OWNER, { key: KEY }, USER)
    expect(await keys.view(OWNER)).toEqual({
      provider: 'openai',
      name: 'OpenAI',
      source: 'settings',
      last4: 'cdef',
      variable: 'OPENAI_API_KEY',
      overrides_environment: true,
      problem: null,
    })
    expect(await keys.environment(OWNER)).toMatchObject({ OPENAI_API_KEY: KEY })
    expect(await keys.remove(OWNER, USER)).toBe(true)
    expect(await keys.environment(OWNER)).toMatchObject({ OPENAI_API_KEY: 'sk-environment-abcd' })
  })

  test('a key lies sealed in the store', async () => {
    const { keys, store } = open({})
    await keys.set(OWNER, { key: KEY, region: 'eu-central-1' }, USER)
    expect([...store.rows.values()].join()).not.toContain(KEY.slice(4))
    expect(await keys.environment(OWNER)).toEqual({ OPENAI_API_KEY: KEY, AWS_REGION: 'eu-central-1' })
  })

  test('of a short key nothing is shown', async () => {
    const { keys } = open({})
    await keys.set(OWNER, { key: 'short-key' }, USER)
    expect(await keys.view(OWNER)).toMatchObject({ source: 'settings', last4: null })
  })

  test('one that was sealed elsewhere is said to be unreadable, and is not used', async () => {
    const { keys, store } = open({})
    await keys.set(OWNER, { key: KEY }, USER)
    const other = open({}, Buffer.alloc(32, 9), store).keys
    expect(await other.view(OWNER)).toMatchObject({
      source: 'none',
      last4: null,
      problem: 'the stored key cannot be decrypted with this server’s secret; enter it again',
    })
    expect(await other.environment(OWNER)).toEqual({})
  })
})
