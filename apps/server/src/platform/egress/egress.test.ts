import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { EgressRefused, openEgress, type Egress } from './egress.ts'
import { knownServers, ownServer, serversOf } from './own-servers.ts'
import { isThisMachine } from './this-machine.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-egress-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const [interfaceAddress] = Object.values(networkInterfaces())
  .flatMap((found) => found ?? [])
  .filter(({ internal }) => !internal)
  .map(({ address }) => address)

describe('addresses of this machine', () => {
  test.each([
    '127.0.0.1',
    '127.255.0.9',
    '127.1',
    '0177.0.0.1',
    '2130706433',
    '0.0.0.0',
    '0',
    '::1',
    '[::1]',
    '0:0:0:0:0:0:0:1',
    '::',
    '::ffff:127.0.0.1',
    '[::FFFF:7f00:1]',
    '::127.0.0.1',
    '64:ff9b::127.0.0.1',
    '2002:7f00:1::',
    'localhost',
    'LocalHost.',
    'any.name.localhost',
    '::1%lo',
    ...(interfaceAddress === undefined ? [] : [interfaceAddress]),
  ])('%s', (host) => expect(isThisMachine(host)).toBe(true))

  test.each([
    '128.0.0.1',
    '1.127.0.0',
    '198.51.100.7',
    '2001:db8::1',
    '::ffff:198.51.100.7',
    'example.com',
    'localhost.example.com',
    'notlocalhost',
    '127.0.0.1.example.com',
  ])('not %s', (host) => expect(isThisMachine(host)).toBe(false))
})

describe('notes', () => {
  const make = (name: string) =>
    ownServer({
      home: join(folder, name),
      boot: 'boot-1',
      person: join(folder, 'person'),
      failed: (what) => expect.fail(what),
    })

  test('a server is known until it ends, on its data folder and to the person’s others', async () => {
    const one = make('a')
    const two = ownServer({
      home: join(folder, 'b'),
      boot: 'boot-2',
      person: join(folder, 'person'),
      failed: (what) => expect.fail(what),
    })
    expect(two.refusal('127.0.0.1', 4117)).toBeUndefined()
    await one.listens(4117)
    expect(one.refusal('127.0.0.1', 4117)).toContain('`127.0.0.1:4117` is an address of Countersign itself')
    expect(two.refusal('localhost', 4117)).toContain('whatever the rules say')
    expect(knownServers(join(folder, 'a')).refusal('::1', 4117)).toContain('`[::1]:4117`')
    expect(two.refusal('198.51.100.7', 4117)).toBeUndefined()
    expect(two.refusal('127.0.0.1', 4118)).toBeUndefined()
    await one.forget()
    expect(two.refusal('127.0.0.1', 4117)).toBeUndefined()
  })

  test('a public name is known, with its port and no other', async () => {
    const one = make('named')
    one.isKnownAs(new URL('https://Gate.example.com'))
    await one.listens(4117)
    expect(one.refusal('gate.example.com.', 443)).toContain('Countersign itself')
    expect(one.refusal('gate.example.com', 8443)).toBeUndefined()
    await one.forget()
  })

  test('a server that was killed is none, and its note goes with the next start', async () => {
    const gone = spawnSync('true').pid
    const left = serversOf(join(folder, 'killed'))
    await mkdir(left, { recursive: true })
    await writeFile(join(left, 'old.json'), JSON.stringify({ pid: gone, ports: [4117], names: [] }))
    await writeFile(join(left, 'torn.json'), '{"pid":')
    const one = make('killed')
    expect(one.refusal('127.0.0.1', 4117)).toBeUndefined()
    await one.listens(4200)
    expect(await readdir(left)).toEqual(['boot-1.json', 'torn.json'])
    await one.forget()
  })

  test('a home folder that cannot be written is told, and the data folder is enough', async () => {
    const failures: string[] = []
    await writeFile(join(folder, 'a-file'), '')
    const one = ownServer({
      home: join(folder, 'c'),
      boot: 'boot-3',
      person: join(folder, 'a-file', 'servers'),
      failed: (what) => failures.push(what),
    })
    await one.listens(4117)
    expect(failures).toEqual(['your other servers cannot learn about this one'])
    expect(knownServers(join(folder, 'c')).refusal('127.0.0.1', 4117)).toBeDefined()
  })
})

describe('fetch', () => {
  let server: Server
  let port = 0
  let ownPort = 0
  let reached = 0
  let own: Server
  let egress: Egress
  const names = new Map<string, readonly string[]>()
  beforeAll(async () => {
    server = createServer((request, response) => {
      const to = new URL(request.url ?? '/', 'http://x').searchParams.get('to')
      if (to !== null) return void response.writeHead(302, { location: to }).end()
      request.pipe(response)
    })
    own = createServer((_request, response) => {
      reached += 1
      response.end('reached')
    })
    for (const one of [server, own])
      await new Promise<void>((listening) => one.listen(0, '127.0.0.1', listening))
    port = (server.address() as AddressInfo).port // it listens on a port
    ownPort = (own.address() as AddressInfo).port // it listens on a port
    const at = ownServer({ home: join(folder, 'd'), boot: 'd', person: join(folder, 'd'), failed: () => {} })
    await at.listens(ownPort)
    const resolve = (host: string) => Promise.resolve(names.get(host) ?? [])
    egress = openEgress({ own: at, resolve })
  })
  afterEach(() => expect(reached).toBe(0))
  afterAll(async () => {
    await egress.close()
    for (const one of [server, own]) {
      one.closeAllConnections()
      one.close()
    }
  })

  test('sends and reads as Node’s own does', async () => {
    const url = `http://127.0.0.1:${port}/`
    const answer = await egress.fetch(url, { method: 'POST', body: 'hello' })
    expect([answer.status, await answer.text()]).toEqual([200, 'hello'])
    const form = new URLSearchParams({ a: 'b' })
    expect(await (await egress.fetch(new URL(url), { method: 'POST', body: form })).text()).toBe('a=b')
    const request = new Request(url, { method: 'POST', body: 'a request', headers: { 'x-a': 'b' } })
    expect(await (await egress.fetch(request)).text()).toBe('a request')
    const stop = AbortSignal.abort()
    await expect(egress.fetch(url, { signal: stop })).rejects.toThrow(/abort/i)
    await expect(egress.fetch('http://nowhere.example.com/')).rejects.toThrow('fetch failed')
  })

  test('a name leads where it was judged to lead', async () => {
    names.set('fine.example.com', ['127.0.0.1'])
    const answer = await egress.fetch(`http://fine.example.com:${port}/`, { method: 'POST', body: 'x' })
    expect(await answer.text()).toBe('x')
  })

  const refused = async (url: string, init?: RequestInit) =>
    expect(egress.fetch(url, init)).rejects.toThrow(EgressRefused)

  test('no address, name or redirect leads to a server of ours', async () => {
    names.set('ours.example.com', ['127.0.0.1'])
    names.set('both.example.com', ['198.51.100.7', '::1'])
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', 'ours.example.com', 'both.example.com'])
      await refused(`http://${host}:${ownPort}/`)
    await refused(`https://127.0.0.1:${ownPort}/`)
    for (const host of ['127.0.0.1', 'ours.example.com'])
      await refused(`http://127.0.0.1:${port}/?to=${encodeURIComponent(`http://${host}:${ownPort}/`)}`)
  })

  test('nor does a pinned request', async () => {
    const { signal } = new AbortController()
    const get = (url: string, address: string) => egress.get({ url: new URL(url), address, signal })
    await expect(get(`http://ours.example.com:${ownPort}/`, '127.0.0.1')).rejects.toThrow(EgressRefused)
    await expect(get(`http://127.0.0.1:${ownPort}/`, '198.51.100.7')).rejects.toThrow(EgressRefused)
    expect((await get(`http://fine.example.com:${port}/`, '127.0.0.1')).status).toBe(200)
  })
})
