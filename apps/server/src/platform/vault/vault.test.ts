import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { storedServerList } from '../../features/mcp/server-list.ts'
import { providerKeys } from '../../providers/provider-keys.ts'
import { WORKSPACE_SCOPE } from '../../settings/ports.ts'
import { memorySettings } from '../../settings/testing/memory-settings.ts'
import { masterSecret } from './master-secret.ts'
import { secretBox } from './secret-box.ts'
import { openVault } from './vault.ts'

const MASTER = Buffer.alloc(32, 7)
const KEY = 'sk-ant-0123456789abcdef'

describe('a vault', () => {
  test('keeps, lists and removes secrets, and none of them can be seen in the store', async () => {
    const store = memorySettings()
    const vault = await openVault(store, MASTER)
    expect(await vault.read('a:one')).toEqual({ kind: 'none' })
    await vault.keep('a:one', KEY, { facts: { region: 'eu' } })
    await vault.keep('a:two', 'second secret')
    await vault.keep('b:one', 'third secret')
    expect(await vault.read('a:one')).toEqual({ kind: 'secret', secret: KEY, facts: { region: 'eu' } })
    expect(await vault.names('a:')).toEqual(['a:one', 'a:two'])
    expect([...store.rows.values()].join()).not.toMatch(/0123456789|secret/)
    expect(await vault.remove('a:one')).toBe(true)
    expect(await vault.remove('a:one')).toBe(false)
    expect(await vault.names('')).toEqual(['a:two', 'b:one'])
  })

  test('opens a long secret, as a sign-in with many claims is', async () => {
    const vault = await openVault(memorySettings(), MASTER)
    const secret = 'x'.repeat(200_000)
    await vault.keep('long', secret)
    expect(await vault.read('long')).toMatchObject({ kind: 'secret', secret })
  })

  test('does not open what was kept under another name or with another master secret', async () => {
    const store = memorySettings()
    const vault = await openVault(store, MASTER)
    await vault.keep('a', KEY)
    await store.set('vault', 'b', await store.get('vault', 'a'))
    expect(await vault.read('b')).toEqual({ kind: 'unreadable' })
    const other = await openVault(store, Buffer.alloc(32, 8))
    expect(await other.read('a')).toEqual({ kind: 'unreadable' })
  })

  test('takes in what older versions stored among the settings, once', async () => {
    const store = memorySettings()
    const box = secretBox(MASTER)
    const seal = (name: string, secret: string) => box.seal(name, secret)
    await store.set(WORKSPACE_SCOPE, 'key:bedrock', { sealed: seal('key:bedrock', KEY), region: 'eu' })
    await store.set(WORKSPACE_SCOPE, 'mcp-oauth:web', seal('mcp-oauth:web', '{"state":"s"}'))
    const server = {
      enabled: true,
      transport: {
        kind: 'stdio',
        command: 'node',
        args: [],
        env: {
          TOKEN: seal('mcp:files:TOKEN', 'the token'),
          LOST: secretBox(Buffer.alloc(32)).seal('x', 'y'),
        },
      },
    }
    await store.set(WORKSPACE_SCOPE, 'mcp:files', server)
    await store.set(WORKSPACE_SCOPE, 'limits', { steps: 3 })

    for (let start = 0; start < 2; start += 1) {
      const vault = await openVault(store, MASTER)
      const list = await storedServerList(store, vault)
      expect(await providerKeys({ vault, env: {} }).stored({ id: 'bedrock' })).toMatchObject({
        key: KEY,
        region: 'eu',
      })
      expect(await vault.read('mcp-oauth:web')).toMatchObject({ secret: '{"state":"s"}' })
      expect(await list.all()).toMatchObject([{ name: 'files', transport: { env: { TOKEN: 'the token' } } }])
      expect(await vault.read('mcp:files:LOST')).toEqual({ kind: 'unreadable' })
    }
    const left = await store.all(WORKSPACE_SCOPE)
    expect([...left.keys()].toSorted()).toEqual(['limits', 'mcp:files'])
    expect(JSON.stringify([...left])).not.toContain('sealed')
    expect(left.get('mcp:files')).toMatchObject({ transport: { env: { TOKEN: true, LOST: true } } })
  })

  test('a server that leaves the list takes its values along; null keeps one, and what is not named goes', async () => {
    const store = memorySettings()
    const vault = await openVault(store, MASTER)
    const list = await storedServerList(store, vault)
    const put = (env: Record<string, string | null>) =>
      list.put('files', { enabled: true, transport: { kind: 'stdio', command: 'node', args: [], env } })
    await put({ A: 'a', B: 'b' })
    await put({ A: null, C: 'c', D: null })
    expect(await list.all()).toMatchObject([{ transport: { env: { A: 'a', C: 'c' } } }])
    expect((await vault.names('mcp:')).map((name) => name.split(' ')[0])).toEqual([
      'mcp:files:A',
      'mcp:files:C',
    ])
    expect(await list.remove('files')).toBe(true)
    expect(await vault.names('')).toEqual([])
  })
})

test('a value never goes to the address of another row, wherever a change is cut off', async () => {
  const store = memorySettings()
  const list = await storedServerList(store, await openVault(store, MASTER))
  const put = (url: string, token: string) =>
    list.put('web', { enabled: true, transport: { kind: 'http', url, headers: { Authorization: token } } })
  await put('https://a.example.com', 'token of a')
  for (const cut of [1, 2, 3]) {
    let writes = 0
    const cutOff: typeof store = {
      ...store,
      set: (...given) => {
        writes += 1
        return writes >= cut ? Promise.reject(new Error('cut off')) : store.set(...given)
      },
      remove: () => Promise.reject(new Error('cut off')),
    }
    const other = await storedServerList(cutOff, await openVault(cutOff, MASTER))
    await other
      .put('web', {
        enabled: true,
        transport: { kind: 'http', url: 'https://b.example.com', headers: { Authorization: 'token of b' } },
      })
      .catch(() => undefined)
    const [found] = await list.all()
    const isOfB = cut > 2
    expect(found).toMatchObject({
      transport: {
        url: isOfB ? 'https://b.example.com' : 'https://a.example.com',
        headers: { Authorization: isOfB ? 'token of b' : 'token of a' },
      },
    })
  }
})

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
