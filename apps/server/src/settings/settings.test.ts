import { UserId } from '@countersign/protocol'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { preferencesOf } from './preferences.ts'
import { providerKeys } from './provider-keys.ts'
import { masterSecret, secretBox } from './secret-box.ts'
import { memorySettings } from './testing/memory-settings.ts'

const USER = UserId.parse('usr_a')
const MASTER = Buffer.alloc(32, 7)
const KEY = 'sk-ant-0123456789abcdef'

describe('a sealed secret', () => {
  const box = secretBox(MASTER)
  const sealed = box.seal('key:openai', KEY)

  test('opens again, and never looks the same twice', () => {
    expect(box.open('key:openai', JSON.parse(JSON.stringify(sealed)))).toBe(KEY)
    expect(box.seal('key:openai', KEY).data).not.toBe(sealed.data)
    expect(JSON.stringify(sealed)).not.toContain('0123456789')
  })

  const flipped = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
  test.each([
    ['another name', 'key:anthropic', sealed],
    ['changed data', 'key:openai', { ...sealed, data: flipped(sealed.data) }],
    ['changed tag', 'key:openai', { ...sealed, tag: flipped(sealed.tag) }],
    ['a cut tag', 'key:openai', { ...sealed, tag: sealed.tag.slice(0, 4) }],
    ['changed vector', 'key:openai', { ...sealed, iv: flipped(sealed.iv) }],
    ['no vector', 'key:openai', { ...sealed, iv: '' }],
    ['something else', 'key:openai', 'hello'],
    ['nothing', 'key:openai', null],
  ])('with %s stays closed', (_what, name, given) => {
    expect(box.open(name, given)).toBeUndefined()
  })

  test('stays closed for another server', () => {
    expect(secretBox(Buffer.alloc(32, 8)).open('key:openai', sealed)).toBeUndefined()
  })
})

describe('what secrets are sealed with', () => {
  let home: string
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'cs-secret-'))
  })
  afterEach(() => rm(home, { recursive: true, force: true }))

  test('is made once, for its owner alone', async () => {
    const first = await masterSecret(home, {})
    expect(first).toMatchObject({ ok: true })
    expect(await masterSecret(home, {})).toEqual(first)
    expect((await stat(join(home, 'secret-key'))).mode & 0o777).toBe(0o600)
    expect((await readFile(join(home, 'secret-key'), 'utf8')).length).toBe(64)
  })

  test('comes from the environment where that says so, and no file is made', async () => {
    const given = await masterSecret(home, { COUNTERSIGN_SECRET: 'correct horse battery' })
    expect(given).toEqual({ ok: true, secret: Buffer.from('correct horse battery') })
    await expect(stat(join(home, 'secret-key'))).rejects.toThrow('ENOENT')
  })

  test('is refused when it is too short or no key', async () => {
    expect(await masterSecret(home, { COUNTERSIGN_SECRET: 'short' })).toMatchObject({ ok: false })
    await writeFile(join(home, 'secret-key'), 'hello')
    expect(await masterSecret(home, {})).toMatchObject({ ok: false })
  })
})

describe('keys of providers', () => {
  const OWNER = { id: 'openai', name: 'OpenAI', variables: ['OPENAI_API_KEY'] }
  const open = (env: Record<string, string>, master = MASTER, store = memorySettings()) => ({
    store,
    keys: providerKeys({ store, env, box: secretBox(master) }),
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
      problem: 'the stored key cannot be read with the secret of this server; enter it again',
    })
    expect(await other.environment(OWNER)).toEqual({})
  })
})

describe('what a person likes', () => {
  const user = USER
  const shipped = { approvalTimeout: 300_000 }

  test('is as shipped until it is changed, one value at a time', async () => {
    const preferences = preferencesOf(memorySettings(), shipped)
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
    expect(await preferencesOf(store, shipped).read(user)).toMatchObject({
      sounds: { waiting: true, turn_ended: false },
      keyboard: { send_with: 'ctrl_enter', single_letters: true },
    })
  })
})
