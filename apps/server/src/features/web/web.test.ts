/** @module-tag slow */
import { Toolbelt } from '@countersign/agent'
import { createSocket, type Socket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toolBench, type ToolBench } from '../../tools/testing/tool-bench.ts'
import { webFetch } from './fetch.ts'
import { webSearch } from './search.ts'
import { searchService } from './search-services.ts'
import { freeEgress } from '../../platform/egress/testing/free-egress.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A web server on this machine that counts what it is asked. */
async function web(
  handler: Handler,
): Promise<{ readonly port: number; readonly asked: string[]; readonly server: Server }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    handler(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, asked, server } // listens on a port
}

const servers: Server[] = []
async function serve(handler: Handler) {
  const made = await web(handler)
  servers.push(made.server)
  return { ...made, base: `http://127.0.0.1:${made.port}` }
}

let bench: ToolBench
let resolved: string[]
let answers: Map<string, string[]>
beforeEach(async () => {
  resolved = []
  answers = new Map()
  const resolve = (host: string) => {
    resolved.push(host)
    return Promise.resolve(answers.get(host)?.splice(0, 1) ?? [])
  }
  bench = await toolBench(() => new Toolbelt([webFetch({ egress: freeEgress({ resolve }), time: 10_000 })]))
})
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
  await bench.close()
})

const allow = (...rules: string[]) =>
  bench.policy({ mode: 'default', layers: [{ layer: 'user', lists: { allow: rules } }] })
const html = (response: ServerResponse, text: string) =>
  response.setHeader('content-type', 'text/html; charset=utf-8').end(text)
const fetchPage = async (url: string, more: object = {}) =>
  (await bench.call('web.fetch', { url, ...more }, { answer: 'no' })).result

describe('web.fetch reads', () => {
  test('the readable part of a page, without scripts, with whole addresses', async () => {
    const article = `<p>${'A sentence of the article. '.repeat(30)}</p>`
    const { base } = await serve((_request, response) =>
      html(
        response,
        `<html><head><title>News</title><script>alert(1)</script></head><body><nav>menu</nav>
         <article><h1>News</h1>${article.repeat(4)}<p>See <a href="/more">more</a> and <code>x</code>.</p></article>
         <footer>imprint</footer></body></html>`,
      ),
    )
    allow(`web.fetch(${base}/**)`)
    const { text, state } = await fetchPage(`${base}/a`)
    expect(state).toBe('succeeded')
    expect(text).toContain('# News')
    expect(text).toContain('A sentence of the article.')
    expect(text).toContain(`[more](${base}/more)`)
    expect(text).not.toContain('alert(1)')
    expect(text).not.toContain('menu')
  })

  test.each([
    ['plain text', 'text/plain', Buffer.from('hello'), 'hello', null],
    ['JSON', 'application/json', Buffer.from('{"a":1}'), '{"a":1}', null],
    ['packed', 'text/plain', gzipSync('packed text'), 'packed text', 'gzip'],
    ['another charset', 'text/plain; charset=iso-8859-1', Buffer.from('caf\xe9', 'latin1'), 'café', null],
    ['a page without an article', 'text/html', Buffer.from('<p>short</p>'), 'short', null],
  ])('%s', async (_name, type, body, expected, encoding) => {
    const { base } = await serve((_request, response) => {
      response.setHeader('content-type', type)
      if (encoding !== null) response.setHeader('content-encoding', encoding)
      response.end(body)
    })
    allow(`web.fetch(${base}/**)`)
    expect((await fetchPage(`${base}/x`)).text).toContain(expected)
  })

  test('a page that is made to take for ever is read as plain text, and nothing waits for it', async () => {
    const { base } = await serve((_request, response) =>
      html(response, `<script>no</script>${'<div>'.repeat(40_000)}the text`),
    )
    allow(`web.fetch(${base}/**)`)
    let ticks = 0
    const clock = setInterval(() => (ticks += 1), 10)
    const { text } = await fetchPage(`${base}/`)
    clearInterval(clock)
    expect(text).toContain('the text')
    expect(text).not.toContain('no\n')
    expect(ticks).toBeGreaterThan(5)
  })

  test('what is no text is told as what it is, and an error of the server as one', async () => {
    const { base } = await serve((request, response) => {
      if (request.url === '/gone')
        response.writeHead(410, { 'content-type': 'text/plain' }).end('gone for good')
      else response.setHeader('content-type', 'application/pdf').end(Buffer.from([1, 0, 2]))
    })
    allow(`web.fetch(${base}/**)`)
    expect(await fetchPage(`${base}/x`)).toMatchObject({ state: 'failed', code: 'not_a_text' })
    expect(await fetchPage(`${base}/gone`)).toMatchObject({ state: 'failed', code: 'http_410' })
  })

  test('a page without end is cut, also a small one that unpacks to a huge one', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, 'a'))
    const { base } = await serve((request, response) => {
      response.setHeader('content-type', 'text/plain')
      if (request.url === '/bomb') {
        response.setHeader('content-encoding', 'gzip').end(bomb)
        return
      }
      const more = () => {
        while (response.write('b'.repeat(65_536)));
        response.once('drain', more)
      }
      more()
    })
    allow(`web.fetch(${base}/**)`)
    for (const path of ['bomb', 'endless']) {
      const { text } = await fetchPage(`${base}/${path}`, { offset: 4_990_000 })
      expect(text).toContain('the page is longer than the part that was read')
    }
  })
})

describe('every step is judged', () => {
  test('a redirect is followed where it may go, else told', async () => {
    const other = await serve((_request, response) => response.end('other'))
    const { base, asked } = await serve((request, response) => {
      const to = { '/in': '/end', '/out': `${other.base}/secret`, '/file': 'file:///etc/passwd' }[
        request.url ?? ''
      ]
      if (to === undefined) response.setHeader('content-type', 'text/plain').end('the end')
      else response.writeHead(302, { location: to }).end()
    })
    allow(`web.fetch(${base}/**)`)
    expect((await fetchPage(`${base}/in`)).text).toContain('the end')
    expect(await fetchPage(`${base}/out`)).toMatchObject({ state: 'failed', code: 'blocked' })
    expect(await fetchPage(`${base}/file`)).toMatchObject({ state: 'failed', code: 'blocked' })
    expect(other.asked).toEqual([])
    expect(asked).toEqual(['/in', '/end', '/out', '/file'])
  })

  test('a redirect to a public address that asks is for the model to propose', async () => {
    const { base } = await serve((_request, response) =>
      response.writeHead(301, { location: 'https://example.com/x' }).end(),
    )
    allow(`web.fetch(${base}/**)`)
    const result = await fetchPage(`${base}/`)
    expect(result).toMatchObject({ state: 'failed', code: 'redirect' })
    expect(result.text).toContain('https://example.com/x')
    expect(resolved).toEqual([])
  })

  test('redirects in a circle end', async () => {
    const { base, asked } = await serve((_request, response) =>
      response.writeHead(302, { location: '/' }).end(),
    )
    allow(`web.fetch(${base}/**)`)
    expect(await fetchPage(`${base}/`)).toMatchObject({ code: 'too_many_redirects' })
    expect(asked).toHaveLength(6)
  })

  test.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', 'fd00::1', '::ffff:127.0.0.1', '0.0.0.0'])(
    'a public name that leads to %s is not fetched',
    async (address) => {
      const { port, asked } = await serve((_request, response) => response.end('inside'))
      answers.set('innocent.example', [address, address])
      allow('web.fetch')
      expect(await fetchPage(`http://innocent.example:${port}/`)).toMatchObject({
        state: 'failed',
        code: 'blocked',
      })
      expect(asked).toEqual([])
    },
  )

  test('names are not looked up before the call may run', async () => {
    bench.policy({ mode: 'plan', layers: [] })
    await fetchPage('https://secret-in-a-name.example/')
    bench.policy({ mode: 'default', layers: [] })
    await fetchPage('https://secret-in-a-name.example/')
    expect(resolved).toEqual([])
  })
})

describe('DNS that changes its answer', () => {
  let dns: Socket
  afterEach(() => dns.close())

  /** A resolver of our own on this machine: its answers in turn, the last one for ever. */
  async function resolverThatSays(
    addresses: readonly string[],
  ): Promise<{ resolver: Resolver; asked: string[] }> {
    const asked: string[] = []
    dns = createSocket('udp4')
    dns.on('message', (question, from) => {
      const address = addresses[Math.min(asked.length, addresses.length - 1)] ?? ''
      asked.push(address)
      const answer = Buffer.concat([
        question.subarray(0, 2),
        Buffer.from([0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0]),
        question.subarray(12, question.indexOf(0, 12) + 5),
        Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4]),
        Buffer.from(address.split('.').map(Number)),
      ])
      dns.send(answer, from.port, from.address)
    })
    await new Promise<void>((resolve) => dns.bind(0, '127.0.0.1', resolve))
    const resolver = new Resolver()
    resolver.setServers([`127.0.0.1:${dns.address().port}`])
    return { resolver, asked }
  }

  test.each([
    [['93.184.216.34', '127.0.0.1'], 'unreachable'],
    [['127.0.0.1', '93.184.216.34'], 'blocked'],
  ])('%j: the server inside is never reached', async (addresses, code) => {
    const inside = await serve((_request, response) => response.end('inside'))
    const { resolver, asked } = await resolverThatSays(addresses)
    const rebound = await toolBench(
      () =>
        new Toolbelt([
          webFetch({ egress: freeEgress({ resolve: (host) => resolver.resolve4(host) }), time: 1500 }),
        ]),
    )
    rebound.policy({ mode: 'auto', layers: [] })
    const { result } = await rebound.call('web.fetch', { url: `http://rebind.example:${inside.port}/` })
    expect(result).toMatchObject({ state: 'failed', code })
    expect(inside.asked).toEqual([])
    // Judged and connected by one and the same answer.
    expect(asked).toHaveLength(1)
    await rebound.close()
  })
})

describe('web_search', () => {
  const hits = { title: 'A <b>title</b>', url: 'https://example.com/', content: 'text', description: 'text' }
  const search = async (env: Record<string, string>, base = '') => {
    const service = searchService(env, fetch, { brave: `${base}/brave`, tavily: `${base}/tavily` })
    const searching = await toolBench(() => new Toolbelt([webSearch(() => Promise.resolve(service))]))
    const { result } = await searching.call('web_search', { query: 'a "b" & c' })
    await searching.close()
    return result
  }

  test('says what to set when nothing is', async () => {
    const result = await search({})
    expect(result).toMatchObject({ state: 'failed', code: 'not_set_up' })
    expect(result.text).toContain('SEARXNG_URL')
  })

  test.each([
    [
      'searxng',
      (base: string) => ({ SEARXNG_URL: `${base}/searxng` }),
      '/searxng/search?q=a+%22b%22+%26+c&format=json',
    ],
    ['brave', () => ({ BRAVE_API_KEY: 'k' }), '/brave?q=a+%22b%22+%26+c&count=8'],
    ['tavily', () => ({ TAVILY_API_KEY: 'k' }), '/tavily'],
  ])('%s', async (name, env, path) => {
    const { base, asked } = await serve((_request, response) =>
      response.end(JSON.stringify(name === 'brave' ? { web: { results: [hits] } } : { results: [hits] })),
    )
    const { state, text } = await search(env(base), base)
    expect(state).toBe('succeeded')
    expect(text).toContain('https://example.com/')
    expect(asked).toEqual([path])
  })

  test.each([
    ['an error', (response: ServerResponse) => response.writeHead(429).end()],
    ['nonsense', (response: ServerResponse) => response.end('[]')],
    [
      'a redirect',
      (response: ServerResponse) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
  ])('%s of the service is a failure of the call', async (_name, answer) => {
    const { base } = await serve((_request, response) => answer(response))
    expect(await search({ SEARXNG_URL: base })).toMatchObject({ state: 'failed', code: 'unreachable' })
  })

  test('of several the wanted one', () => {
    const env = { SEARXNG_URL: 'http://x', BRAVE_API_KEY: 'k', TAVILY_API_KEY: 't' }
    expect(searchService(env, fetch)?.name).toBe('searxng')
    expect(searchService({ ...env, COUNTERSIGN_SEARCH: 'tavily' }, fetch)?.name).toBe('tavily')
    expect(searchService({ ...env, COUNTERSIGN_SEARCH: 'other' }, fetch)).toBeUndefined()
  })
})
